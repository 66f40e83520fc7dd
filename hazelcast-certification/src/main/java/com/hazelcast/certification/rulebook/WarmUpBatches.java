package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.BatchScorer;
import com.hazelcast.certification.scoring.UnknownCards;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Batches that sets are warmed up with: copies of what a member holds, again and again, and made-up ones between them. They are scored on shards
 * of their own by {@link BatchScorer}, as partition threads do, so what the JIT compiler learns of a set is what it finds when the set decides.
 * Single-threaded.
 */
final class WarmUpBatches {
    /** Transactions of a batch: as many as are looked up together. */
    static final int SIZE = HistoryShard.LOCATE_MAX;

    /** So many batches a set scores until it is the next one's turn. */
    private static final int BATCHES_IN_TURN = 8;

    /** Where there are copies, one of so many batches is made up. */
    private static final int BATCHES_A_MADE_UP = 4;

    /** One of so many made-up batches is scored twice: what is held already takes a way of its own. */
    private static final int MADE_UP_A_DUPLICATE = 16;

    /**
     * A copy comes again so much later: at its time of the week, and when its card has what it had 90 days before. So each card keeps as long a
     * history as the member has of it.
     */
    private static final long AGAIN_MS = 91 * HistoryLimits.DAY_MS;

    /** How often each copy comes: for five years, and times have room for more. */
    private static final int AGAIN_MAX = 20;

    /** Of a copy: card, times, payment, outcome. */
    private static final int WORDS = 4;

    private static final long CARD = 4_000_000_000_000_000L;
    private static final long NEW_CARD = 4_100_000_000_000_000L;
    private static final int ENTRIES_MAX = 60;

    /** A made-up card pays so many times within minutes, and then not for days: rules look at such a burst another way. */
    private static final int BURST = 5;

    private static final long BURST_STEP_MS = TimeUnit.MINUTES.toMillis(1);
    private static final long STEP_MS = TimeUnit.HOURS.toMillis(100);
    private static final long BEGIN_MS = TimeUnit.DAYS.toMillis(20_000);

    private final RulesInUse inUse;
    private final List<DecidingRules> sets;
    private final BatchScorer scorer;
    private final SplittableRandom random;
    private final HistoryShard madeUpShard = shard(ENTRIES_MAX, SIZE);
    private final HistoryShard copiesShard = shard(HistoryLimits.ENTRIES_PER_CARD_DEFAULT, ResidentHistories.CARDS_MAX);
    private final byte[] transactions = new byte[SIZE * TransactionLayout.TRANSACTION_SIZE_BYTES];
    private final short[] answers = new short[SIZE];
    private final long[] copies;
    private final int copyCount;

    private int batches;
    private int madeUp;
    private long copied;
    private long scored;
    private long failed;

    /**
     * For some sets, which take turns.
     *
     * @param resident what is copied
     * @throws ArrayIndexOutOfBoundsException when a copy is torn
     */
    WarmUpBatches(List<RuleSet> sets, ResidentHistories resident) {
        this.sets = sets.stream().map(DecidingRules::only).toList();
        inUse = new RulesInUse(sets.get(0));
        scorer = new BatchScorer(inUse, UnknownCards.ACCEPT);
        random = new SplittableRandom(sets.get(0).number());
        copies = words(resident);
        copyCount = copies.length / WORDS;
    }

    private static HistoryShard shard(int entriesPerCardMax, int cards) {
        return new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), entriesPerCardMax, cards);
    }

    private static long[] words(ResidentHistories resident) {
        LongStream.Builder words = LongStream.builder();
        resident.forEach((card, times, payment, outcome) -> {
            words.accept(card);
            words.accept(times);
            words.accept(payment);
            words.accept(outcome);
        });
        return words.build().toArray();
    }

    /** Scores one more batch. */
    void scoreNext() {
        inUse.use(sets.get(batches / BATCHES_IN_TURN % sets.size()));
        boolean isMadeUp = batches % BATCHES_A_MADE_UP == 0 || copied >= (long) copyCount * AGAIN_MAX;
        batches++;
        if (isMadeUp) {
            scoreMadeUp();
        } else {
            scoreCopies();
        }
    }

    /** How many transactions have been decided. */
    long scored() {
        return scored;
    }

    /** How many would be rejected because their scoring raised an exception. */
    long failed() {
        return failed;
    }

    private void scoreCopies() {
        long timeMs = 0;
        for (int i = 0; i < SIZE; i++) {
            int at = (int) (copied % copyCount) * WORDS;
            long times = copies[at + 1];
            timeMs = TransactionLayout.timeMs(times) + copied / copyCount * AGAIN_MS;
            put(
                    i,
                    copies[at],
                    TransactionLayout.times(
                            timeMs, TransactionLayout.country(times), TransactionLayout.currency(times)),
                    copies[at + 2],
                    (int) copies[at + 3]);
            copied++;
        }
        score(copiesShard, timeMs);
    }

    private void scoreMadeUp() {
        int batch = madeUp / SIZE;
        boolean isPrompt = (batch & 1) == 0;
        long nowMs = timeMs(madeUp) + (isPrompt ? 0 : HistoryLimits.DAY_MS);
        for (int i = 0; i < SIZE; i++) {
            putMadeUp(i, batch, madeUp++);
        }
        score(madeUpShard, nowMs);
        if (batch % MADE_UP_A_DUPLICATE == 0) {
            score(madeUpShard, nowMs);
        }
    }

    private void putMadeUp(int index, int batch, int number) {
        boolean isNewCard = index == SIZE - 1;
        long timeMs = timeMs(number) + random.nextInt(1_000);
        put(
                index,
                isNewCard ? NEW_CARD + batch : card(number),
                TransactionLayout.times(timeMs, random.nextInt(1_000), random.nextInt(1_000)),
                TransactionLayout.payment(random.nextInt(100_000), random.nextInt(100_000), random.nextInt(10_000)),
                TransactionLayout.outcome(random.nextInt(100_000), random.nextInt(3)));
    }

    /** The made-up card of that transaction. */
    static long card(int number) {
        return CARD + number % SIZE;
    }

    /** When it pays, but for less than a second; later than before. */
    static long timeMs(int number) {
        int payment = number / SIZE;
        return BEGIN_MS + payment / BURST * STEP_MS + payment % BURST * BURST_STEP_MS;
    }

    private void put(int index, long card, long times, long payment, int outcome) {
        TransactionLayout.put(
                transactions, index * TransactionLayout.TRANSACTION_SIZE_BYTES, card, times, payment, outcome);
    }

    private void score(HistoryShard shard, long nowMs) {
        scorer.score(shard, nowMs, transactions, SIZE, answers);
        for (short answer : answers) {
            scored += Answer.isScored(answer) ? 1 : 0;
            failed += isFailed(answer) ? 1 : 0;
        }
    }

    private static boolean isFailed(short answer) {
        return Answer.isRejected(answer) && Answer.rejection(answer) == Rejection.UNPROCESSABLE;
    }
}
