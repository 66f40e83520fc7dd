package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.KeptWindows;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

/** Counts and sums that are kept beside the card, after copies of a shard that went their own ways have been united. */
class UnitedWindowsTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final long DAY_MS = HistoryLimits.DAY_MS;
    private static final int[] BOUNDS = {5, 12, 40, 512};
    private static final long[] GAPS_MS = {3_600_000, DAY_MS, 6 * DAY_MS};
    private static final int CARDS = 3;
    private static final AtomicInteger KNOWN = new AtomicInteger();
    private static final AtomicInteger TAKEN = new AtomicInteger();

    /** Two sides of a split, which are one shard before. */
    @Property(tries = 200)
    void shouldAgreeWithPlainSumsWhenTwoSidesAreUnited(@ForAll long seed) {
        Run run = new Run(seed);
        for (int split = 1; split < 4; split++) {
            run.stepsOfBoth(30);
            run.stepsOfEither(60);

            run.unite(2L * split);
        }
        run.stepsOfBoth(30);
    }

    /** A copy that was read from disk: only the cards travel that are another there. */
    @Property(tries = 200)
    void shouldAgreeWithPlainSumsWhenSomeCardsAreAdded(@ForAll long seed) {
        Run run = new Run(seed);
        for (int start = 1; start < 4; start++) {
            run.stepsOfBoth(30);
            run.stepsOfEither(60);

            run.addCards(2L * start);
        }
        run.stepsOfBoth(30);
    }

    @AfterContainer
    static void shouldHaveComparedWhatIsKeptAfterUnions() {
        assertThat(TAKEN).as("entries that a side got of the other").hasValueGreaterThan(1_000);
        assertThat(KNOWN).as("windows known after a union").hasValueGreaterThan(1_000);
    }

    /** Two copies of a shard: one that rules ask, one that they ask now and then. */
    private static final class Run {
        private final Random random;
        private final int bound;
        private final long gapMs;
        private HistoryShard one;
        private HistoryShard other;
        private long nowMs = START_MS;

        Run(long seed) {
            random = new Random(seed);
            bound = BOUNDS[random.nextInt(BOUNDS.length)];
            gapMs = GAPS_MS[random.nextInt(GAPS_MS.length)];
            one = shard();
            other = shard();
        }

        private HistoryShard shard() {
            MemoryKind kind = MemoryKind.values()[random.nextInt(2)];
            HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(kind), bound, 0);
            shard.install();
            return shard;
        }

        void stepsOfBoth(int count) {
            for (int i = 0; i < count; i++) {
                step(true, true);
            }
        }

        void stepsOfEither(int count) {
            for (int i = 0; i < count; i++) {
                boolean isOfOne = random.nextBoolean();
                step(isOfOne, !isOfOne);
            }
        }

        private void step(boolean isOfOne, boolean isOfOther) {
            nowMs += 1 + random.nextLong(gapMs);
            boolean isLate = random.nextInt(6) == 0;
            long timeMs = isLate ? nowMs - random.nextLong(HistoryLimits.HORIZON_MS) : nowMs;
            long card = random.nextInt(CARDS);
            int amountUnits = random.nextInt(1_000);
            if (isOfOne) {
                take(one, card, timeMs, amountUnits, true);
            }
            if (isOfOther) {
                take(other, card, timeMs, amountUnits, random.nextInt(4) == 0);
            }
            if (random.nextInt(20) == 0) {
                sweep(random.nextBoolean() ? one : other);
            }
        }

        private static void take(HistoryShard shard, long card, long timeMs, int amountUnits, boolean isAsked) {
            CardHistory history = shard.open(card);
            long times = TransactionLayout.times(timeMs, 107, 107);
            long payment = TransactionLayout.payment(amountUnits, 1, 494);
            int outcome = TransactionLayout.outcome(9_691, 0);
            if (history.place(times, payment, outcome) != Placement.FRESH) {
                return;
            }
            if (isAsked) {
                KeptWindows.assertAgreeAt(history, card, timeMs);
            }
            history.recordAs(false, times, payment, outcome, 7, 0, HistoryFlags.of(payment), true);
        }

        private void sweep(HistoryShard shard) {
            var unused = shard.sweep(0, CardHash.POSITIONS, nowMs, HistoryLimits.EMPTY_CARD_MAX_MS);
            KeptWindows.assertAgree(shard);
        }

        /** Either arrives at the other, and either is ahead. Then both have the union, as an owner and its backup. */
        void unite(long round) {
            (random.nextBoolean() ? one : other).epoch().learn(round);
            boolean isOneArriving = random.nextBoolean();
            HistoryShard arriving = (isOneArriving ? one : other).copy();
            HistoryShard existing = isOneArriving ? other : one;
            long heldMax = Math.max(one.heldCount(), other.heldCount());

            HistoryShard united = HistoryMerge.unite(arriving, existing).shard();

            assertAgrees(united, heldMax);
            one = united;
            other = united.copy();
        }

        /** One is the owner, in a later round and with more entries than come. */
        void addCards(long round) {
            one.epoch().learn(round);
            long[] cards = LongStream.range(0, CARDS)
                    .filter(card -> random.nextInt(3) > 0 && other.holds(card))
                    .toArray();
            HistoryShard part = other.part(cards);
            part.install();
            long held = one.heldCount();

            assertThat(HistoryMerge.unite(part, one).shard()).isSameAs(one);

            assertAgrees(one, held);
            other = one.copy();
        }

        private static void assertAgrees(HistoryShard united, long heldBefore) {
            KeptWindows.assertAgree(united);
            TAKEN.addAndGet((int) Math.max(0, united.heldCount() - heldBefore));
            for (long card = 0; card < CARDS; card++) {
                KNOWN.addAndGet(KeptWindows.known(united, card));
            }
        }
    }
}
