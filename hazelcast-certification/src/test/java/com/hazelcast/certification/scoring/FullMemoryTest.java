package com.hazelcast.certification.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryBound;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was answered stays answered when the memory of a shard is full or its cards are at their bound. */
class FullMemoryTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final long HOUR_MS = 3_600_000;
    private static final long KIB = 1 << 10;
    private static final int COUNT = 90_000;
    private static final int REPEATED_BEHIND = 4;

    private final BatchScorer scorer = new BatchScorer();
    private final Map<Rejection, Integer> rejected = new EnumMap<>(Rejection.class);
    private final List<byte[]> scored = new ArrayList<>();
    private final List<Integer> verdicts = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), 512, 0);
    private int duplicates;
    private int tooOld;

    @ParameterizedTest(name = "{0}: {1} KiB, {2} cards, {3} entries a card, times {4} h back, a step of {5} ms")
    @CsvSource({
        // Few cards of long histories, many of a chunk each, and times that often fall together.
        "1, 1300, 300, 512, 48, 60000",
        "2, 1300, 9000, 512, 48, 60000",
        "3, 1300, 20000, 512, 200, 60000",
        "4, 1300, 5000, 512, 1, 20",
        // 90 days pass several times, so that what was dropped for room is dropped by its age as well.
        "5, 1750, 12000, 512, 400, 400000",
        // The bound a card alone.
        "6, 9000, 300, 12, 48, 60000",
        "7, 9000, 300, 5, 48, 2",
        "8, 1300, 5000, 9, 48, 60000"
    })
    void shouldNeverScoreAgainWhatItHasAnswered(
            long seed, long kib, int cards, int entriesPerCardMax, int hoursBack, long stepMs) {
        Random random = new Random(seed);
        HistoryMemory memory = new HistoryMemory(MemoryKind.HEAP, HistoryBound.fixed(kib * KIB));
        shard = new HistoryShard(memory, entriesPerCardMax, 0);
        long nowMs = START_MS;
        for (int i = 0; i < COUNT; i++) {
            nowMs += random.nextInt((int) (2 * stepMs));
            boolean isLate = random.nextInt(4) == 0;
            long timeMs = isLate ? nowMs - (long) (random.nextDouble() * hoursBack * HOUR_MS) : nowMs;
            // The square: a few cards are busy, many are not.
            send(transaction((long) (cards * random.nextDouble() * random.nextDouble()), timeMs, i));
            if (i % REPEATED_BEHIND == 0 && !scored.isEmpty()) {
                sendAgain(random.nextInt(scored.size()));
            }
        }
        for (int i = 0; i < scored.size(); i++) {
            sendAgain(i);
        }

        assertThat(violations)
                .as("seed=%d scored=%d duplicates=%d rejected=%s violations", seed, scored.size(), duplicates, rejected)
                .isEmpty();
        assertThat(shard.droppedByMemoryCount() + shard.droppedByBoundCount())
                .as("dropped")
                .isGreaterThan(1_000);
        assertThat(duplicates).as("still held").isGreaterThan(1_000);
        assertThat(tooOld).as("answered once, and too old now").isGreaterThan(1_000);
        assertThat(shard.recount()).isEqualTo(shard.heldCount());
        assertThat(memory.usedBytes()).as("used").isLessThanOrEqualTo(memory.limitBytes());
    }

    private static byte[] transaction(long card, long timeMs, int content) {
        byte[] one = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.put(
                one,
                0,
                card,
                TransactionLayout.times(timeMs, content % 200, content % 200),
                TransactionLayout.payment(content % 50_000, content % 100_000, content % 500),
                TransactionLayout.outcome(content % 10_000, 0));
        return one;
    }

    private short score(byte[] transaction) {
        short[] answers = new short[1];
        scorer.score(
                shard,
                TransactionLayout.timeMs(TransactionLayout.timesAt(transaction, 0)),
                transaction.clone(),
                1,
                answers);
        return answers[0];
    }

    private void send(byte[] transaction) {
        short answer = score(transaction);
        if (Answer.isRejected(answer)) {
            rejected.merge(Answer.rejection(answer), 1, Integer::sum);
        } else {
            scored.add(transaction);
            verdicts.add(Answer.verdict(answer));
        }
    }

    private void sendAgain(int index) {
        long heldBefore = shard.heldCount();
        short answer = score(scored.get(index));
        if (Answer.isScored(answer)) {
            violations.add("scored again, verdict " + verdicts.get(index) + ", now " + Answer.verdict(answer));
        } else if (Answer.isDuplicate(answer)) {
            duplicates++;
            if (Answer.verdict(answer) != verdicts.get(index)) {
                violations.add("verdict " + verdicts.get(index) + ", now " + Answer.verdict(answer));
            }
        } else if (Answer.rejection(answer) == Rejection.TOO_OLD) {
            tooOld++;
        } else {
            violations.add("rejected as " + Answer.rejection(answer));
        }
        if (shard.heldCount() != heldBefore) {
            violations.add("held " + heldBefore + ", now " + shard.heldCount());
        }
    }
}
