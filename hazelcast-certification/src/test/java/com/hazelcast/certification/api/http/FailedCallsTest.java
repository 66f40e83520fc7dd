package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.cards.Cards;
import com.hazelcast.certification.api.decisions.DecisionDesk;
import com.hazelcast.certification.api.decisions.ScriptedDesk;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.UnaskedGuard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardPresence;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.Partition;
import com.hazelcast.partition.PartitionService;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that fail in the middle, by something that throws: they keep no place of the queue, of the member's gate, or of batches. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class FailedCallsTest {
    private static final int SHARDS = 3;

    /** More than one client may have of batches, and fewer than it may have of the queue. */
    private static final int CALLS = 20;

    private final BreakingClock clock = new BreakingClock();
    private final ScriptedDesk scripted = new ScriptedDesk(SHARDS, 2 * CALLS, Duration.ofSeconds(5), clock);
    private final DecisionDesk desk = scripted.desk();
    private final AtomicInteger batches = new AtomicInteger();
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private ApiLoop loop;

    private static final class BreakingClock extends Clock {
        private volatile boolean isBroken;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            if (isBroken) {
                throw new IllegalStateException("planted: the clock is broken");
            }
            return Instant.now();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Partition partition(int id) {
        return proxy(Partition.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "getPartitionId", "hashCode" -> id;
            case "equals" -> proxy == arguments[0];
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static ShardKeys keys() {
        List<Partition> partitions = List.of(partition(0), partition(1), partition(2));
        PartitionService service =
                proxy(PartitionService.class, (proxy, method, arguments) -> switch (method.getName()) {
                    case "getPartitions" -> Set.copyOf(partitions);
                    case "getPartition" -> partitions.get((int) arguments[0] % SHARDS);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        return ShardKeys.of(proxy(HazelcastInstance.class, (proxy, method, arguments) -> service));
    }

    /** All cards are known and have no history. */
    @SuppressWarnings("unchecked")
    private static Cards cards() {
        IMap<Integer, HistoryShard> map = (IMap<Integer, HistoryShard>)
                proxy(IMap.class, (proxy, method, arguments) -> CompletableFuture.completedFuture(new byte[0]));
        return new Cards(map, keys(), 0, Acks.FAST, new UnaskedGuard(), () -> ShardPresence.ABSENT);
    }

    @BeforeEach
    void open() throws Exception {
        ApiParts parts = new ApiParts(
                desk, null, cards(), null, null, null, null, ScriptedDesk.ignoring(ApiMeter.class), Clock.systemUTC());
        loop = new ApiLoop(
                parts,
                ApiClientsTest.clients(Optional.empty()),
                new HttpServerOptions(),
                SocketAddress.inetSocketAddress(0, "127.0.0.1"),
                new NewConnections(CALLS, System::nanoTime),
                batches,
                null,
                () -> true);
        vertx.deployVerticle(() -> loop, new DeploymentOptions())
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        scripted.close();
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + loop.port() + path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static String transaction(int index) {
        return "{\"card\":\"" + (4_000_220_000_000_000L + index) + "\",\"time\":" + System.currentTimeMillis()
                + ",\"amount\":\"12.34\",\"currency\":\"EUR\",\"country\":\"DE\",\"mcc\":5411}";
    }

    @Test
    void shouldKeepNoPlaceOfATransactionThatCannotBeHandedOn() throws Exception {
        clock.isBroken = true;
        for (int i = 0; i < CALLS; i++) {
            assertThat(post("/v1/transactions", transaction(i)).statusCode()).isEqualTo(500);
        }
        assertThat(desk.queued()).isZero();
        assertThat(scripted.gate().inFlight()).isZero();
    }

    @Test
    void shouldKeepNoPlaceOfABatchWhoseLinesCannotBeHandedOn() throws Exception {
        clock.isBroken = true;
        String lines = transaction(1) + "\n" + transaction(2) + "\n" + transaction(3) + "\n";
        for (int i = 0; i < CALLS; i++) {
            HttpResponse<String> answer = post("/v1/decisions:batch", lines);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(500);
            TestCluster.await("the batch has left", () -> batches.get() == 0);
        }
        TestCluster.await("no place is kept", () -> desk.queued() == 0);
        assertThat(scripted.gate().inFlight()).isZero();
        clock.isBroken = false;
        CompletableFuture<HttpResponse<String>> whole = CompletableFuture.supplyAsync(() -> {
            try {
                return post("/v1/decisions:batch", lines);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        while (!whole.isDone()) {
            List<Integer> unused = scripted.shards().answerCalls();
        }
        assertThat(whole.get().body().lines()).hasSize(3).allMatch(line -> line.contains("\"decided\""));
    }
}
