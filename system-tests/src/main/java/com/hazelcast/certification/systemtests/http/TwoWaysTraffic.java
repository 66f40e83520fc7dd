package com.hazelcast.certification.systemtests.http;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import com.hazelcast.certification.systemtests.traffic.Load;
import com.hazelcast.certification.systemtests.traffic.Traffic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends each payment twice at the same time under one reference: to the gateway of one member and to the HTTP API of the next. Both ways
 * send it again to others until it is answered. Both answers must have the same verdict, and at most one of them may say that it was
 * scored.
 */
public final class TwoWaysTraffic implements Load {
    private static final int DEADLINE_MS = 10_000;
    private static final long RETRY_MS = 20;
    private static final long GIVEN_UP_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int SECONDS_MAX = 3_600;
    private static final int NUMBERS_MAX = 1 << 20;
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final List<FraudClient> clients = new ArrayList<>();
    private final List<InetSocketAddress> apis;
    private final Ledger ledger;
    private final int cards;
    private final long ratePerSecond;
    private final SplittableRandom random;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final Thread thread = new Thread(this::run, "two-ways");
    private final long startNs = System.nanoTime();
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong longestWaitNs = new AtomicLong();
    private final AtomicIntegerArray scored = new AtomicIntegerArray(NUMBERS_MAX);
    private final AtomicIntegerArray answeredIn = new AtomicIntegerArray(SECONDS_MAX);
    private volatile boolean isStopped;
    private volatile String failure = "";
    private boolean isClosed;

    /** Starts to send. */
    public TwoWaysTraffic(SystemCluster cluster, Ledger ledger, int cards, long ratePerSecond, long seed)
            throws InterruptedException {
        this.apis = cluster.apis().addresses();
        this.ledger = ledger;
        this.cards = cards;
        this.ratePerSecond = ratePerSecond;
        this.random = new SplittableRandom(seed);
        for (int place = 0; place < apis.size(); place++) {
            // A client goes on with another member when its own has failed.
            clients.add(FraudClient.connect(ClientConfig.plain(cluster.gateways(place))
                    .withFormat(RecordFormat.COMPACT_WITH_REFERENCE)
                    .withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofSeconds(180))));
        }
        thread.start();
    }

    private void run() {
        try {
            for (int sent = 0; !isStopped && sent < NUMBERS_MAX; sent++) {
                long dueNs = startNs + sent * SECOND_NS / ratePerSecond;
                while (System.nanoTime() < dueNs) {
                    LockSupport.parkNanos(dueNs - System.nanoTime());
                }
                Transaction payment = Traffic.next(random, cards).withReference("payment-" + startNs + "-" + sent);
                sendBothWays(ledger.open(payment), sent % apis.size());
            }
        } catch (InterruptedException | RuntimeException e) {
            failure = e.toString();
        }
    }

    private void sendBothWays(int number, int member) throws InterruptedException {
        long sentNs = System.nanoTime();
        unanswered.addAndGet(2);
        byHttp(number, (member + 1) % apis.size(), sentNs);
        var unused = clients.get(member).send(ledger.transaction(number)).whenComplete((verdict, problem) -> {
            if (problem == null) {
                ledger.answered(number, verdict);
                answered(number, verdict.status() == Verdict.Status.SCORED, sentNs);
            }
        });
    }

    private void byHttp(int number, int member, long sentNs) {
        InetSocketAddress api = apis.get(member);
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + api.getHostString() + ":" + api.getPort() + "/v1/decisions"))
                .timeout(Duration.ofMillis(2L * DEADLINE_MS))
                .header("X-Deadline-Ms", Integer.toString(DEADLINE_MS))
                .POST(BodyPublishers.ofString(HttpAnswer.request(ledger.transaction(number))))
                .build();
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(request, BodyHandlers.ofString());
        var unused = answer.whenComplete((response, problem) -> answeredByHttp(number, member, sentNs, response));
    }

    private void answeredByHttp(int number, int member, long sentNs, @Nullable HttpResponse<String> response) {
        try {
            int status = response == null ? UNAVAILABLE : response.statusCode();
            HttpAnswer answer = response != null && status == OK ? HttpAnswer.of(response.body()) : null;
            if (answer != null && !answer.isStandIn()) {
                ledger.answered(number, answer.decision());
                answered(number, !answer.replayed(), sentNs);
            } else if ((answer != null || status == UNAVAILABLE) && System.nanoTime() - sentNs < GIVEN_UP_NS) {
                CompletableFuture.delayedExecutor(RETRY_MS, TimeUnit.MILLISECONDS)
                        .execute(() -> byHttp(number, (member + 1) % apis.size(), sentNs));
            } else {
                ledger.broken("transaction " + number + " was answered " + status + " by HTTP");
                unanswered.decrementAndGet();
            }
        } catch (IOException e) {
            ledger.broken("transaction " + number + " was answered what is no JSON by HTTP: " + e);
            unanswered.decrementAndGet();
        }
    }

    private void answered(int number, boolean isScored, long sentNs) {
        if (isScored && scored.incrementAndGet(number) > 1) {
            ledger.broken("transaction " + number + " was answered as scored both ways");
        }
        long waitedNs = System.nanoTime() - sentNs;
        longestWaitNs.accumulateAndGet(waitedNs, Math::max);
        answeredIn.incrementAndGet((int) Math.min(SECONDS_MAX - 1, (System.nanoTime() - startNs) / SECOND_NS));
        unanswered.decrementAndGet();
    }

    @Override
    public long longestWaitMs() {
        return TimeUnit.NANOSECONDS.toMillis(longestWaitNs.get());
    }

    @Override
    public List<Long> answeredPerSecond() {
        List<Long> counts = new ArrayList<>();
        for (int second = 0; second < Math.min(SECONDS_MAX, (System.nanoTime() - startNs) / SECOND_NS); second++) {
            counts.add((long) answeredIn.get(second));
        }
        return counts;
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        isStopped = true;
        try {
            thread.join();
            SystemCluster.await("both ways are answered", () -> unanswered.get() == 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            clients.forEach(FraudClient::close);
        }
        if (!failure.isEmpty()) {
            throw new IllegalStateException("the driver failed: " + failure);
        }
    }
}
