package com.hazelcast.certification.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.hazelcast.certification.console.http.AccessToken;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Two members that score a flow as long as a class of tests runs, and the console of one of them. */
public final class ConsoleMembers implements BeforeAllCallback, AfterAllCallback {
    /** A card that no load brings, with digits that nothing else has. */
    static final long CARD = 40_002_223_337_531L;

    static final int COUNTRY_OF_RULE_2 = 121;

    /**
     * Nine digits of that card, of which a mask hides some: a rate or a time has seven of them by chance. Any number as a
     * card. And, because cards of the load and of the source are 0 to 4,999, fourteen digits of which the first ten are zeros.
     */
    private static final Pattern FULL_CARD =
            Pattern.compile("000222333|223337531|\"card\": *[0-9]|(?<![0-9.])0{10}[0-9]{4}(?![0-9])");

    private static final AtomicLong BATCHES = new AtomicLong();

    private static final String ANALYST = "analyst-0123456789";

    private final TestCluster cluster = new TestCluster().withConsole(settings());
    private FraudMember asked;
    private FraudMember other;
    private ConsoleClient console;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        asked = cluster.startMember(cluster.startSource(2_000_000, 3_000));
        other = cluster.startMember();
        TestCluster.await(
                "both members in one cluster",
                () -> asked.hazelcast().getCluster().getMembers().size() == 2);
        cluster.load();
        cluster.control().start();
        console = ConsoleClient.of(asked);
        awaitBothConsoles(console);
    }

    /** Settings of a console at which everybody sees all, and {@linkplain #analyst(ConsoleClient) analysts} may look cards up by number. */
    static ConsoleSettings settings() {
        return new ConsoleSettings(
                "127.0.0.1",
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.of(AccessToken.of("console-analyst-token", ANALYST)),
                Optional.empty());
    }

    /** The same client with the token of those settings. */
    static ConsoleClient analyst(ConsoleClient client) {
        return client.with(ANALYST);
    }

    /** Until the console asked knows that there are two. */
    static void awaitBothConsoles(ConsoleClient client) {
        TestCluster.await(
                "both consoles known",
                () -> client.get("/api/session").json().path("consoles").size() == 2);
    }

    TestCluster cluster() {
        return cluster;
    }

    FraudMember asked() {
        return asked;
    }

    FraudMember other() {
        return other;
    }

    ConsoleClient console() {
        return console;
    }

    /** The same, of someone who may look cards up by number. */
    ConsoleClient analyst() {
        return analyst(console);
    }

    /** Scores a transaction of the card, so long ago, on the card's shard. */
    static void score(FraudMember member, long card, long agoMs, int amountUnits, int country, int response)
            throws Exception {
        byte[] batch = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.put(
                batch,
                0,
                card,
                TransactionLayout.times(System.currentTimeMillis() - agoMs, country, 107),
                TransactionLayout.payment(amountUnits, 74_106, 494),
                TransactionLayout.outcome(9_691, response));
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
        Integer key = keys.keyOf(CardHash.shard(CardHash.of(card), keys.shardCount()));
        BatchId id = new BatchId(4_711, BATCHES.incrementAndGet());
        // On a busy machine a backup may take longer than Hazelcast waits for it. The same batch again changes nothing.
        TestCluster.await("it is scored, and on the backup", () -> {
            try {
                return map.submitToKey(key, new ScoreBatch(id, batch.clone(), 1))
                                .toCompletableFuture()
                                .get(30, TimeUnit.SECONDS)
                        != null;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IndeterminateOperationStateException) {
                    return false;
                }
                throw new AssertionError(e);
            } catch (InterruptedException | TimeoutException e) {
                throw new AssertionError(e);
            }
        });
    }

    public static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    /** Closes the members, and fails when anything that the console answered had a full card number in it. */
    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        cluster.close();
        assertThat(console.bodies()).hasSizeGreaterThan(20);
        List<String> found = console.bodies().stream()
                .flatMap(body -> FULL_CARD.matcher(body).results())
                .map(MatchResult::group)
                .toList();
        assertThat(found).isEmpty();
    }
}
