package com.hazelcast.certification.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.rules.HistoryFlags;
import com.hazelcast.certification.shard.HistoryMerge;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What of a copy its owner lacks: a union with that is the union with the whole copy. */
class CopyDifferenceTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final long CARD = 400_000_000_000L;
    private static final int BOUND = 12;
    private static final int CARDS = 40;
    private static final int REFERENCES = 50;

    private static HistoryShard shard() {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), BOUND, 0);
        shard.install();
        return shard;
    }

    private static CopyDifference ask(HistoryShard copy, HistoryShard owner) throws Exception {
        return CopyDifference.ask(
                copy,
                question -> CompletableFuture.completedFuture(question.process(new SimpleEntry<>(copy.key(), owner))));
    }

    /** As the shard of a member whose memory is full, where it makes room for what is newer than all of the card. */
    private static void pay(
            HistoryShard shard, long card, long timeMs, int amount, int verdict, boolean isPrompt, boolean isFull) {
        long times = TransactionLayout.times(timeMs, 107, 107);
        long payment = TransactionLayout.payment(amount, 1, 494);
        int outcome = TransactionLayout.outcome(9_691, verdict % 2);
        int tag = amount % 2;
        CardHistory history = shard.open(card);
        history.rewind();
        boolean isNewest = history.next() && history.timeMs() < timeMs;
        if (history.place(times, payment, outcome, tag) == Placement.FRESH) {
            int flags = HistoryFlags.of(payment);
            history.recordAs(isFull && isNewest, times, payment, outcome, verdict, tag, flags, isPrompt);
        }
    }

    private static void pay(HistoryShard shard, long card, long timeMs) {
        pay(shard, card, timeMs, 1, 7, true, false);
    }

    private static void label(HistoryShard shard, long card, int newer, int label) {
        CardHistory history = shard.open(card);
        history.rewind();
        for (int i = 0; i <= newer && history.next(); i++) {
            if (i == newer) {
                history.setLabel(label);
            }
        }
    }

    /** Changes shards in all ways that there are. */
    private static final class World {
        private final SplittableRandom random;

        World(long seed) {
            random = new SplittableRandom(seed);
        }

        void pass(HistoryShard shard, int steps, int fromDay, int toDay) {
            for (int i = 0; i < steps; i++) {
                change(shard, CARD + random.nextInt(CARDS), fromDay, toDay);
            }
        }

        private void change(HistoryShard shard, long card, int fromDay, int toDay) {
            int kind = random.nextInt(30);
            if (kind == 0) {
                int unused = shard.forget(card);
            } else if (kind == 1) {
                long timeMs = START_MS + random.nextInt(fromDay, toDay) * HistoryLimits.DAY_MS;
                HistoryShard.Swept unused = shard.sweep(0, CardHash.POSITIONS, timeMs, HistoryLimits.EMPTY_CARD_MAX_MS);
            } else if (kind < 5 && shard.entryCount(card) > 0) {
                label(shard, card, random.nextInt(shard.entryCount(card)), random.nextInt(1, 4));
            } else {
                long timeMs = START_MS + random.nextInt(fromDay, toDay) * HistoryLimits.DAY_MS + random.nextInt(3);
                int amount = random.nextInt(1, 3);
                pay(shard, card, timeMs, amount, random.nextInt(4_096), random.nextBoolean(), kind < 8);
                shard.references().record(card, random.nextInt(1, REFERENCES), timeMs, amount, 0);
            }
        }
    }

    private static List<Long> counts(HistoryShard shard) {
        return List.of(
                shard.digest(),
                shard.recount(),
                shard.heldCount(),
                (long) shard.cardCount(),
                shard.expiredCount(),
                shard.droppedByBoundCount(),
                shard.droppedByMemoryCount(),
                shard.epoch().round(),
                shard.epoch().promised());
    }

    private static BitSet references(HistoryShard shard) {
        BitSet known = new BitSet();
        for (int card = 0; card < CARDS; card++) {
            for (int reference = 1; reference < REFERENCES; reference++) {
                known.set(card * REFERENCES + reference, shard.references().isKnown(CARD + card, reference));
            }
        }
        return known;
    }

    @Property(tries = 300)
    void shouldBeUnitedToTheSameAsTheWholeCopy(@ForAll long seed) throws Exception {
        World world = new World(seed);
        HistoryShard copy = shard();
        copy.epoch().learn(1);
        world.pass(copy, 200, 0, 60);
        HistoryShard owner = copy.copy();
        if (world.random.nextInt(4) > 0) {
            owner.epoch().learn(2);
        }
        world.pass(copy, world.random.nextInt(6), 0, 100);
        world.pass(owner, world.random.nextInt(40), world.random.nextInt(60), 130);
        List<Long> before = counts(owner);

        CopyDifference difference = ask(copy, owner);

        assertThat(counts(owner)).as("asking changes nothing").isEqualTo(before);
        if (difference.isWhole()) {
            return;
        }
        HistoryMerge.Union whole = HistoryMerge.unite(copy.copy(), owner.copy());
        HistoryShard united = owner.copy();
        if (difference.part().isPresent()) {
            HistoryShard part = difference.part().get();
            assertThat(part.isInstalled()).isFalse();
            HistoryMerge.Union union = HistoryMerge.add(part, united);
            assertThat(union.shard()).isSameAs(united);
            assertThat(union.isChanged()).isEqualTo(whole.isChanged());
        } else {
            assertThat(whole.isChanged()).isFalse();
        }
        assertThat(whole.isArriving()).isFalse();
        assertThat(counts(united)).isEqualTo(counts(whole.shard()));
        assertThat(united).isEqualTo(whole.shard());
        assertThat(references(united)).isEqualTo(references(whole.shard()));
    }

    /** Copies of one shard with three transactions of each card; the owner is in a later round, and has a newer one of each. */
    private static List<HistoryShard> copyAndOwner() {
        HistoryShard copy = shard();
        copy.epoch().learn(1);
        for (int i = 0; i < 3 * CARDS; i++) {
            pay(copy, CARD + i % CARDS, START_MS + i);
        }
        HistoryShard owner = copy.copy();
        owner.epoch().learn(2);
        for (int i = 0; i < CARDS; i++) {
            pay(owner, CARD + i, START_MS + HistoryLimits.DAY_MS);
        }
        return List.of(copy, owner);
    }

    private static List<Long> cards(HistoryShard shard) {
        List<Long> cards = new ArrayList<>();
        shard.forEachCard(cards::add);
        return cards;
    }

    @Test
    void shouldBeNothingWhereTheOwnerHasAllAndMore() throws Exception {
        List<HistoryShard> both = copyAndOwner();

        assertThat(ask(both.get(0), both.get(1))).isEqualTo(new CopyDifference(false, Optional.empty()));
    }

    @Test
    void shouldBeTheCardsThatAddSomething() throws Exception {
        List<HistoryShard> both = copyAndOwner();
        HistoryShard copy = both.get(0);
        HistoryShard owner = both.get(1);
        pay(copy, CARD, START_MS + 1_000_000);
        label(copy, CARD + 1, 2, 3);
        pay(copy, CARD + 2, START_MS + 1_000_000, 1, 7, true, true);
        for (int i = 0; i < 3; i++) {
            pay(copy, CARD + 3, START_MS + 2_000_000 + i, 1, 7, true, true);
        }
        pay(copy, CARD + CARDS, START_MS);
        int unused = owner.forget(CARD + 4);

        CopyDifference difference = ask(copy, owner);

        HistoryShard part = difference.part().orElseThrow();
        assertThat(difference.isWhole()).isFalse();
        assertThat(cards(part)).containsExactlyInAnyOrder(CARD, CARD + 1, CARD + 2, CARD + 3, CARD + 4, CARD + CARDS);
        for (long card : cards(part)) {
            assertThat(part.entryCount(card)).isEqualTo(copy.entryCount(card));
            assertThat(part.open(card).droppedUpToMs())
                    .isEqualTo(copy.open(card).droppedUpToMs());
        }
        assertThat(part.epoch().round()).isEqualTo(1);
    }

    /** Also what a union leaves as it is: to be on the safe side. */
    @Test
    void shouldBeTheCardsThatTheOwnerHoldsOtherwise() throws Exception {
        List<HistoryShard> both = copyAndOwner();
        HistoryShard owner = both.get(1);
        label(owner, CARD, 3, 1);
        pay(owner, CARD + 1, START_MS + 2);
        for (int i = 0; i < 3; i++) {
            pay(owner, CARD + 2, START_MS + 2 * HistoryLimits.DAY_MS + i, 1, 7, true, true);
        }

        assertThat(cards(ask(both.get(0), owner).part().orElseThrow()))
                .containsExactlyInAnyOrder(CARD, CARD + 1, CARD + 2);
    }

    @Test
    void shouldBeTheWholeCopyWhereAUnionMayChangeAnything() throws Exception {
        List<HistoryShard> both = copyAndOwner();
        HistoryShard copy = both.get(0);
        HistoryShard absent = null;
        assertThat(ask(copy, absent).isWhole()).as("not there").isTrue();
        HistoryShard notInPlace = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), BOUND, 0);
        notInPlace.epoch().learn(2);
        assertThat(ask(copy, notInPlace).isWhole()).as("not in place").isTrue();
        HistoryShard inTheSameRound = copy.copy();
        assertThat(ask(copy, inTheSameRound).isWhole()).as("not ahead").isTrue();
        pay(inTheSameRound, CARD, START_MS + HistoryLimits.DAY_MS);
        assertThat(ask(copy, inTheSameRound).isWhole())
                .as("ahead, as it holds more")
                .isFalse();
        copy.epoch().heard(3);
        assertThat(ask(copy, both.get(1)).isWhole()).as("an older promise").isTrue();
        assertThat(ask(copy, shard()).isWhole()).as("behind").isTrue();
    }

    @Test
    void shouldBeTheWholeCopyWhereMostCardsDiffer() throws Exception {
        List<HistoryShard> both = copyAndOwner();
        for (int i = 0; i <= CARDS / 2; i++) {
            label(both.get(0), CARD + i, 0, 1);
        }

        assertThat(ask(both.get(0), both.get(1)).isWhole()).isTrue();
    }

    /** A slice is what holds up the owner's thread at a time. */
    @Test
    void shouldAskInSlicesOfAThousandCards() throws Exception {
        HistoryShard copy = shard();
        int cards = 5_000;
        for (int i = 0; i < cards; i++) {
            pay(copy, CARD + i, START_MS);
        }
        HistoryShard owner = copy.copy();
        owner.epoch().learn(2);
        List<Integer> answers = new ArrayList<>();

        CopyDifference difference = CopyDifference.ask(copy, question -> {
            byte[] answer = question.process(new SimpleEntry<>(copy.key(), owner));
            answers.add(answer.length);
            return CompletableFuture.completedFuture(answer);
        });

        assertThat(difference.part()).isEmpty();
        // The last one may be what rounding has left.
        assertThat(answers).hasSizeBetween(5, 6).allMatch(bytes -> bytes < 2_000 / Byte.SIZE);
    }
}
