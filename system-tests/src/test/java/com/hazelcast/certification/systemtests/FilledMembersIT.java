package com.hazelcast.certification.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Small members as processes that are sent more than they can hold: new cards, then long histories, then the shards of a member
 * that was killed. They reject, go on with what fits, and none ends.
 */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FilledMembersIT {
    /** Larger members by hand: {@code -Dfilled.heap=1g}. */
    private static final String HEAP = System.getProperty("filled.heap", "320m");

    private static final int REJECTED_MIN = 20_000;
    private static final int CARDS_MAX = 20_000_000;
    private static final int BUSY_CARDS = 500;
    private static final int PER_BUSY_CARD = 60;

    @TempDir
    private static Path folder;

    private final AtomicInteger scored = new AtomicInteger();
    private final AtomicInteger memoryFull = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private int content;

    @ParameterizedTest(name = "{0}")
    @CsvSource({"heap, --memory=heap", "native, --memory=native --native-size=96m"})
    void shouldRejectAndGoOnAndNeverEnd(String memory, String options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options.split(" ")));
        all.add("--heap=" + HEAP);
        all.add("--min-members=1");
        all.add("--degraded-after=1s");
        all.add("--gateway-new-cards-per-second=0");
        try (SystemCluster cluster = SystemCluster.started(
                Files.createDirectory(folder.resolve(memory)), SystemCluster.LOOPBACK, 3, all.toArray(String[]::new))) {
            long next = fillWithNewCards(cluster, SystemCluster.CARDS);
            assertThat(memoryFull.get()).as("new cards rejected, of %d", next).isGreaterThanOrEqualTo(REJECTED_MIN);
            assertKnownCardsAreScored(cluster);

            cluster.kill(2);
            cluster.awaitSafe();
            assertKnownCardsAreScored(cluster);
            send(cluster, next, next + REJECTED_MIN, card -> card);
            cluster.awaitSafe();

            try (ClusterControl control = cluster.control()) {
                assertThat(control.statuses()).hasSize(2);
                assertThat(control.statuses().stream().mapToLong(MemberStatus::memoryUsedBytes))
                        .allMatch(bytes -> bytes > 0);
            }
        }
    }

    /** Sends cards that are new, from that one on, until enough were rejected; returns the next. */
    private long fillWithNewCards(SystemCluster cluster, long firstCard) throws InterruptedException {
        long card = firstCard;
        while (memoryFull.get() < REJECTED_MIN && card < CARDS_MAX) {
            send(cluster, card, card + 50_000, each -> each);
            card += 50_000;
        }
        return card;
    }

    /** Each of a few cards that are held gets more than a few chunks. */
    private void assertKnownCardsAreScored(SystemCluster cluster) throws InterruptedException {
        int before = scored.get();
        int rejectedBefore = memoryFull.get() + others.get();
        send(cluster, 0, BUSY_CARDS * PER_BUSY_CARD, number -> number % BUSY_CARDS);
        assertThat(memoryFull.get() + others.get() - rejectedBefore)
                .as("rejected of known cards")
                .isZero();
        assertThat(scored.get() - before).isEqualTo(BUSY_CARDS * PER_BUSY_CARD);
    }

    private void send(SystemCluster cluster, long from, long to, LongUnaryOperator cardOf) throws InterruptedException {
        try (FraudClient client = SystemCluster.client(cluster.gateways(0))) {
            for (long number = from; number < to; number++) {
                unanswered.incrementAndGet();
                var unused = client.send(transaction(cardOf.applyAsLong(number)))
                        .whenComplete((verdict, problem) -> count(verdict, problem));
            }
            SystemCluster.await("all answered", () -> unanswered.get() == 0);
        }
    }

    private void count(Verdict verdict, Throwable problem) {
        if (problem != null) {
            others.incrementAndGet();
        } else if (verdict.status() != Verdict.Status.REJECTED) {
            scored.incrementAndGet();
        } else if (verdict.reason().filter(RejectionReason.MEMORY_FULL::equals).isPresent()) {
            memoryFull.incrementAndGet();
        } else {
            others.incrementAndGet();
        }
        unanswered.decrementAndGet();
    }

    /** Each with other fields than the last ones, so that none is a duplicate. */
    private Transaction transaction(long card) {
        content++;
        return new Transaction(
                CardNumber.text(card),
                System.currentTimeMillis(),
                107,
                0,
                content % 50_000,
                107,
                494,
                content % 10_000,
                (int) (card % 100_000));
    }
}
