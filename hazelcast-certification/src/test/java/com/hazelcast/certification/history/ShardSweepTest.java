package com.hazelcast.certification.history;

import static com.hazelcast.certification.history.Shards.sweep;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.layout.CardSlot;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Sweeps, against {@link PlainHistories} and against other copies of the shard. */
class ShardSweepTest {
    private static final long DAY_MS = HistoryLimits.DAY_MS;
    private static final int STEPS_PER_SWEEP = 7;

    /** A time at which an entry of that card is on either side of the horizon, or some time later. */
    private static long sweepTime(Step step, List<Entry> newestFirst) {
        long laterMs = step.pick() % 3 == 0 ? step.distanceMs() % (200 * DAY_MS) : step.distanceMs() % 3 - 1;
        long heldMs = newestFirst.isEmpty()
                ? step.distanceMs()
                : newestFirst.get(step.pick() % newestFirst.size()).timeMs();
        return Math.min(TransactionLayout.TIME_MS_MAX, heldMs + HistoryLimits.HORIZON_MS + laterMs);
    }

    @Property(tries = 60)
    void shouldAgreeWithThePlainModelAndWithABackupWhenSweptBetweenTheSteps(
            @ForAll("steps") List<Step> steps, @ForAll MemoryKind kind) {
        HistoryShard owner = Shards.empty(kind, 12);
        HistoryShard backup = Shards.empty(MemoryKind.HEAP, 12);
        PlainHistories model = new PlainHistories(12);
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            Entry entry = step.entry(model.entries(step.card()));
            boolean isFresh = model.place(step.card(), entry) == Placement.FRESH;
            for (boolean isOwner : new boolean[] {true, false}) {
                CardHistory history = (isOwner ? owner : backup).open(step.card());
                assertThat(entry.placeIn(history) == Placement.FRESH).isEqualTo(isFresh);
                // Rules run on the owner alone.
                if (isFresh && isOwner) {
                    KeptWindows.assertAgreeAt(history, step.card(), model.entries(step.card()), entry.timeMs());
                }
                if (isFresh) {
                    entry.insertInto(history);
                }
            }
            if (isFresh) {
                model.insert(step.card(), entry);
            }
            if (i % STEPS_PER_SWEEP == 0) {
                long timeMs = sweepTime(step, model.entries(step.card()));
                model.sweep(timeMs, CardSlot.tick(30 * DAY_MS));
                int expired = sweep(owner, timeMs, 30 * DAY_MS);
                assertThat(sweep(backup, timeMs, 30 * DAY_MS)).isEqualTo(expired);
                Shards.assertHolds(owner, model);
                KeptWindows.assertAgree(backup);
                backup = i % 2 == 0 ? backup : Shards.copy(backup, kind);
            }
        }
        Shards.assertHolds(owner, model);
        KeptWindows.assertAgree(backup);
        assertThat(backup).isEqualTo(owner);
        assertThat(backup.cardCount()).isEqualTo(owner.cardCount());
    }

    @Example
    void shouldGiveTheMemoryOfExpiredEntriesToOtherCards() {
        HistoryShard shard = Shards.empty(100);
        for (int round = 0; round < 5; round++) {
            long timeMs = Shards.START_MS + round * 100 * DAY_MS;
            for (long card = 0; card < 9_000; card++) {
                Entry.of(timeMs, 1, 1).addTo(shard, round * 10_000 + card);
            }
            long sizeBytes = shard.sizeBytes();
            assertThat(sweep(shard, timeMs + 91 * DAY_MS, DAY_MS)).isEqualTo(9_000);
            sweep(shard, timeMs + 93 * DAY_MS, DAY_MS);
            assertThat(shard.heldCount()).isZero();
            assertThat(shard.cardCount()).isZero();
            assertThat(shard.sizeBytes()).isEqualTo(sizeBytes);
            assertThat(sizeBytes).isLessThan(2 * 1_000_000);
        }
    }

    @Example
    void shouldDropNothingOfACardThatIsNotOldEnough() {
        HistoryShard shard = Shards.empty(100);
        Entry.of(Shards.START_MS, 1, 1).addTo(shard, 7);
        HistoryShard.Swept swept =
                shard.sweep(0, CardHash.POSITIONS, Shards.START_MS + HistoryLimits.HORIZON_MS - 1, 0);
        assertThat(swept).isEqualTo(new HistoryShard.Swept(1, 0, 0, false));
        swept = shard.sweep(0, CardHash.POSITIONS, Shards.START_MS + HistoryLimits.HORIZON_MS, 0);
        assertThat(swept).isEqualTo(new HistoryShard.Swept(1, 1, 0, true));
        assertThat(shard.holds(7)).isTrue();
        swept = shard.sweep(0, CardHash.POSITIONS, Shards.START_MS + HistoryLimits.HORIZON_MS, 0);
        assertThat(swept).isEqualTo(new HistoryShard.Swept(1, 0, 1, true));
        assertThat(shard.holds(7)).isFalse();
    }

    @Example
    void shouldKeepACardThatIsToPayForTheFirstTimeForLongerThanOneThatHasCeasedTo() {
        HistoryShard shard = Shards.empty(100);
        Entry.of(Shards.START_MS, 1, 1).addTo(shard, 7);
        shard.openAhead(7);
        shard.openAhead(8);
        long emptyMs = Shards.START_MS + HistoryLimits.HORIZON_MS;
        assertThat(sweep(shard, emptyMs, 7 * DAY_MS)).isEqualTo(1);
        sweep(shard, emptyMs + 8 * DAY_MS, 7 * DAY_MS);
        assertThat(shard.holds(7)).isFalse();

        shard = Shards.copy(shard, MemoryKind.HEAP);
        sweep(shard, emptyMs + 99 * DAY_MS, 7 * DAY_MS);
        assertThat(shard.holds(8)).isTrue();
        sweep(shard, emptyMs + 101 * DAY_MS, 7 * DAY_MS);
        assertThat(shard.holds(8)).isFalse();
    }

    @Example
    void shouldLeaveACardThatWasOpenedAheadAloneUntilATransactionGivesItsShardATime() {
        HistoryShard shard = Shards.empty(100);
        shard.openAhead(8);
        assertThat(shard.sweep(0, CardHash.POSITIONS, shard.newestMs(), DAY_MS))
                .isEqualTo(new HistoryShard.Swept(1, 0, 0, false));

        // Of the 8,192 ticks of a card's time it is the 5,000th: a card that was empty since no time would have been so
        // for 121 days.
        long tick = ((Shards.START_MS >> 21) / 8_192 + 1) * 8_192 + 5_000;
        long firstMs = tick << 21;
        Entry.of(firstMs, 1, 1).addTo(shard, 7);
        sweep(shard, shard.newestMs(), DAY_MS);
        sweep(shard, firstMs + 99 * DAY_MS, DAY_MS);
        assertThat(shard.holds(8)).isTrue();
        sweep(shard, firstMs + 101 * DAY_MS, DAY_MS);
        assertThat(shard.holds(8)).isFalse();
    }

    @Example
    void shouldForgetWithItsFirstEntryThatACardWasOpenedAhead() {
        HistoryShard shard = Shards.empty(100);
        shard.openAhead(8);
        sweep(shard, Shards.START_MS, 7 * DAY_MS);
        Entry first = Entry.of(Shards.START_MS, 1, 1);
        first.addTo(shard, 8);
        assertThat(shard.open(8).flags()).isEqualTo(first.flags());
        long emptyMs = Shards.START_MS + HistoryLimits.HORIZON_MS;
        assertThat(sweep(shard, emptyMs, 7 * DAY_MS)).isEqualTo(1);
        sweep(shard, emptyMs + 8 * DAY_MS, 7 * DAY_MS);
        assertThat(shard.holds(8)).isFalse();
    }

    @Example
    void shouldKnowItsNewestTransactionWhenWrittenAndRead() {
        HistoryShard shard = Shards.empty(100);
        assertThat(shard.newestMs()).isEqualTo(Long.MIN_VALUE);
        Entry.of(Shards.START_MS, 1, 1).addTo(shard, 7);
        Entry.of(Shards.START_MS - DAY_MS, 1, 1).addTo(shard, 8);
        assertThat(shard.newestMs()).isEqualTo(Shards.START_MS);
        assertThat(Shards.copy(shard, MemoryKind.HEAP).newestMs())
                .isBetween(Shards.START_MS - (1 << 21), Shards.START_MS);
    }

    @Example
    void shouldLeaveNothingOfAForgottenCard() {
        HistoryShard shard = Shards.empty(100);
        HistoryShard without = Shards.empty(100);
        Random random = new Random(3);
        for (int i = 0; i < 3_000; i++) {
            long card = random.nextInt(500);
            Entry entry = Entry.of(Shards.START_MS + i, i, 1);
            entry.addTo(shard, card);
            shard.references().record(card, 1 + i, entry.times(), entry.payment(), entry.outcome());
            if (card != 77) {
                entry.addTo(without, card);
            }
        }
        int entries = shard.entryCount(77);
        assertThat(entries).isPositive();

        assertThat(shard.forget(77)).isEqualTo(entries);
        assertThat(shard.forget(77)).isEqualTo(-1);

        assertThat(shard.digest()).isEqualTo(without.digest());
        assertThat(shard.cardCount()).isEqualTo(without.cardCount());
        assertThat(shard.heldCount()).isEqualTo(without.heldCount());
        for (long reference = 1; reference <= 3_000; reference++) {
            assertThat(shard.references().isKnown(77, reference)).isFalse();
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Arbitraries.oneOf(Step.erratic(6, 200), Step.growing(6, 200));
    }
}
