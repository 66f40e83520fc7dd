package com.hazelcast.certification.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.history.Placement;
import com.hazelcast.certification.shard.HistoryMerge;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Labels of a shard against a plain map of them: late transactions, dropped ones, duplicates, copies, backups, replays and merges. */
class ShardLabelsTest {
    private static final long START_MS = 1_767_225_600_000L;
    private static final long DAY_MS = 86_400_000;
    private static final int BOUND = 12;
    private static final int CARDS = 3;
    private static final int STEPS = 250;

    private static HistoryShard shard() {
        HistoryShard shard = new HistoryShard(HistoryMemory.unbounded(MemoryKind.HEAP), BOUND, 0);
        shard.install();
        return shard;
    }

    /** A transaction, and what its sender called it. */
    private record Payment(long card, long timeMs, int amount, int code, long reference) {
        long times() {
            return TransactionLayout.times(timeMs, 276, 978);
        }

        long payment() {
            return TransactionLayout.payment(amount, code, 5_411);
        }

        int outcome() {
            return TransactionLayout.outcome(7, 0);
        }

        int tag() {
            return TransactionLayout.tag(reference);
        }
    }

    /**
     * Inserts it as an owner does; returns whether it was new.
     *
     * @param isRecycled whether there is no memory for it, so that the oldest entries of its card make room
     */
    private static boolean insert(HistoryShard shard, Payment payment, boolean isRecycled) {
        if (payment.reference != TransactionLayout.NO_REFERENCE
                && shard.references()
                        .isOfAnother(
                                payment.card,
                                payment.reference,
                                payment.times(),
                                payment.payment(),
                                payment.outcome())) {
            return false;
        }
        CardHistory history = shard.open(payment.card);
        if (history.place(payment.times(), payment.payment(), payment.outcome(), payment.tag()) != Placement.FRESH) {
            return false;
        }
        history.recordAs(
                isRecycled,
                payment.times(),
                payment.payment(),
                payment.outcome(),
                9,
                payment.tag(),
                0,
                (payment.tag() + payment.amount) % 3 > 0);
        shard.references()
                .record(payment.card, payment.reference, payment.times(), payment.payment(), payment.outcome());
        return true;
    }

    private static List<String> entries(HistoryShard shard, long card) {
        List<String> entries = new ArrayList<>();
        if (shard.entryCount(card) > 0) {
            CardHistory history = shard.open(card);
            history.rewind();
            while (history.next()) {
                entries.add(name(card, history.timeMs(), history.amountUnits(), history.code(), history.tag()));
            }
        }
        return entries;
    }

    private static String name(long card, long timeMs, int amount, int code, int tag) {
        return card + "/" + timeMs + "/" + amount + "/" + code + "/" + tag;
    }

    private static Map<String, Integer> labels(HistoryShard shard) {
        Map<String, Integer> labels = new HashMap<>();
        for (long card = 1; card <= CARDS; card++) {
            if (shard.entryCount(card) > 0) {
                CardHistory history = shard.open(card);
                history.rewind();
                while (history.next()) {
                    if (history.label() != Label.NONE) {
                        labels.put(
                                name(card, history.timeMs(), history.amountUnits(), history.code(), history.tag()),
                                history.label());
                    }
                }
            }
        }
        return labels;
    }

    private static HistoryShard written(HistoryShard shard) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        shard.writeTo(new DataOutputStream(bytes));
        return HistoryShard.readFrom(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())),
                HistoryMemory.unbounded(MemoryKind.HEAP));
    }

    /** As a snapshot is written and read: head and cards apart. */
    private static HistoryShard snapshot(HistoryShard shard) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        shard.writeHead(new DataOutputStream(head));
        HistoryShard read = HistoryShard.readEmpty(
                new DataInputStream(new ByteArrayInputStream(head.toByteArray())),
                HistoryMemory.unbounded(MemoryKind.HEAP),
                CARDS);
        ByteBuffer cards = ByteBuffer.allocate(1 << 20);
        long next = 0;
        while (next < CardHash.POSITIONS) {
            next = shard.writeCards(next, cards);
        }
        read.readCards(cards.flip());
        return read;
    }

    /** An owner, its backup, what is left of a snapshot and a log, and a plain map of the labels. */
    private static final class World {
        final Random random;
        HistoryShard owner = shard();
        HistoryShard backup = shard();
        HistoryShard replayed = shard();
        final List<Payment> came = new ArrayList<>();
        final Map<String, Integer> model = new HashMap<>();

        World(long seed) {
            random = new Random(seed);
        }

        Payment payment() {
            if (!came.isEmpty() && random.nextInt(5) == 0) {
                return came.get(random.nextInt(came.size()));
            }
            long days = random.nextInt(20) == 0 ? random.nextInt(200) : random.nextInt(3);
            return new Payment(
                    1 + random.nextInt(CARDS),
                    START_MS + days * DAY_MS + random.nextInt(4),
                    random.nextInt(3),
                    random.nextInt(2),
                    random.nextBoolean() ? TransactionLayout.NO_REFERENCE : Reference.hash("r-" + random.nextInt(400)));
        }

        void pay() {
            pay(payment(), false);
        }

        void pay(Payment payment, boolean isRecycled) {
            Set<String> before = new HashSet<>(entries(owner, payment.card));
            boolean isNew = insert(owner, payment, isRecycled);
            insert(backup, payment, isRecycled);
            insert(replayed, payment, isRecycled);
            Set<String> after = new HashSet<>(entries(owner, payment.card));
            before.stream().filter(entry -> !after.contains(entry)).forEach(model::remove);
            if (isNew) {
                came.add(payment);
                String name = name(payment.card, payment.timeMs, payment.amount, payment.code, payment.tag());
                // It may have come and gone before.
                model.remove(name);
            }
        }

        /** A newest payment of a card, for which its oldest ones make room. */
        void drop() {
            long card = 1 + random.nextInt(CARDS);
            if (owner.entryCount(card) > 0) {
                CardHistory history = owner.open(card);
                history.rewind();
                assertThat(history.next()).isTrue();
                pay(new Payment(card, history.timeMs() + 1, 1, 1, TransactionLayout.NO_REFERENCE), true);
            }
        }

        void label() throws IOException {
            Payment named = came.isEmpty() ? payment() : came.get(random.nextInt(came.size()));
            boolean isByReference = named.reference != TransactionLayout.NO_REFERENCE && random.nextBoolean();
            LabelRequest request = new LabelRequest(
                    named.card,
                    isByReference ? named.reference : TransactionLayout.NO_REFERENCE,
                    isByReference && random.nextBoolean() ? LabelRequest.NOT_GIVEN : named.timeMs,
                    isByReference && random.nextBoolean()
                            ? LabelRequest.NOT_GIVEN
                            : random.nextInt(10) == 0 ? 77 : named.amount,
                    Label.values()[random.nextInt(2)]);
            List<String> fitting = entries(owner, named.card).stream()
                    .filter(entry -> fits(entry, request, named))
                    .toList();

            ShardLabels taken = ShardLabels.take(owner, List.of(request));

            if (owner.entryCount(named.card) == 0) {
                assertThat(taken.results()).containsExactly(LabelResult.UNKNOWN_CARD);
            } else if (fitting.isEmpty()) {
                assertThat(taken.results()).containsExactly(LabelResult.UNKNOWN_TRANSACTION);
            } else if (fitting.size() > 1) {
                assertThat(taken.results()).containsExactly(LabelResult.AMBIGUOUS);
            } else {
                assertThat(taken.results()).containsExactly(LabelResult.LABELLED);
                model.put(fitting.get(0), request.label().code());
            }
            assertThat(taken.record().isEmpty()).isEqualTo(taken.results()[0] != LabelResult.LABELLED);
            byte[] record = taken.record().encode(0);
            assertThat(LabelRecord.apply(backup, ByteBuffer.wrap(record))).isZero();
            // A record that comes twice changes nothing.
            assertThat(LabelRecord.apply(replayed, ByteBuffer.wrap(record))).isZero();
            assertThat(LabelRecord.apply(replayed, ByteBuffer.wrap(record))).isZero();
        }

        private static boolean fits(String entry, LabelRequest request, Payment named) {
            String[] parts = entry.split("/");
            boolean isSame = request.timeMs() == LabelRequest.NOT_GIVEN || request.timeMs() == Long.parseLong(parts[1]);
            boolean isAmount = request.amountUnits() == LabelRequest.NOT_GIVEN
                    || request.amountUnits() == Long.parseLong(parts[2]);
            // The shard has every reference of this test whole.
            boolean isReference = request.reference() == TransactionLayout.NO_REFERENCE
                    || entry.equals(name(named.card, named.timeMs, named.amount, named.code, named.tag()));
            return isSame && isAmount && isReference;
        }

        void move() throws IOException {
            owner = written(owner);
            backup = written(backup);
            replayed = snapshot(replayed);
            // What is not written with a snapshot's head is no part of this test.
            replayed.install();
        }

        void check() {
            assertThat(labels(owner)).isEqualTo(model);
            assertThat(backup.digest()).isEqualTo(owner.digest());
            assertThat(replayed.digest()).isEqualTo(owner.digest());
        }
    }

    @Property(tries = 150)
    void shouldKeepTheLastLabelOfEachTransactionWhateverHappens(@ForAll long seed) throws IOException {
        World world = new World(seed);
        for (int step = 0; step < STEPS; step++) {
            int kind = world.random.nextInt(20);
            if (kind < 11) {
                world.pay();
            } else if (kind < 17) {
                world.label();
            } else if (kind < 19) {
                world.drop();
            } else {
                world.move();
            }
            world.check();
        }
        assertThat(world.owner.recount()).isEqualTo(world.owner.heldCount());
    }

    /** Two sides of a split that have gone apart: the same union comes out, whichever is merged into the other. */
    @Property(tries = 150)
    void shouldUniteLabelsAlikeInBothDirections(@ForAll long seed) throws IOException {
        World world = new World(seed);
        for (int step = 0; step < 60; step++) {
            world.pay();
        }
        HistoryShard one = world.owner;
        HistoryShard other = world.backup;
        if (world.random.nextBoolean()) {
            one.epoch().learn(2);
        }
        for (int step = 0; step < 30; step++) {
            HistoryShard side = world.random.nextBoolean() ? one : other;
            Payment named = world.came.get(world.random.nextInt(world.came.size()));
            ShardLabels unused = ShardLabels.take(
                    side,
                    List.of(new LabelRequest(
                            named.card,
                            named.reference,
                            named.timeMs,
                            named.amount,
                            Label.values()[world.random.nextInt(2)])));
        }
        Map<String, Integer> ofOne = labels(one);
        Map<String, Integer> ofOther = labels(other);
        boolean isOneAhead = one.epoch().round() > 0;
        HistoryShard oneAgain = written(one);
        HistoryShard otherAgain = written(other);

        HistoryShard forth = HistoryMerge.unite(one, other).shard();
        HistoryShard back = HistoryMerge.unite(otherAgain, oneAgain).shard();

        assertThat(forth.digest()).isEqualTo(back.digest());
        Map<String, Integer> united = new HashMap<>(ofOther);
        united.putAll(ofOne);
        if (isOneAhead) {
            assertThat(labels(forth)).isEqualTo(united);
        } else {
            assertThat(labels(forth).keySet()).isEqualTo(united.keySet());
        }
        HistoryMerge.Union again = HistoryMerge.unite(written(forth), forth);
        assertThat(again.isChanged()).isFalse();
    }

    @Test
    void shouldSayThatAReferenceIsForgottenWhenOnlyItsTagIsLeft() throws IOException {
        HistoryShard shard = shard();
        Payment payment = new Payment(1, START_MS, 5, 1, Reference.hash("mine"));
        assertThat(insert(shard, payment, false)).isTrue();
        for (int i = 0; i < 50_000; i++) {
            shard.references().record(2, Reference.hash("other-" + i), payment.times(), i, 0);
        }
        LabelRequest byReference =
                new LabelRequest(1, payment.reference, LabelRequest.NOT_GIVEN, LabelRequest.NOT_GIVEN, Label.FRAUD);
        LabelRequest withTime = new LabelRequest(1, payment.reference, START_MS, LabelRequest.NOT_GIVEN, Label.FRAUD);
        LabelRequest another = new LabelRequest(
                1, Reference.hash("another"), LabelRequest.NOT_GIVEN, LabelRequest.NOT_GIVEN, Label.FRAUD);
        assertThat(TransactionLayout.tag(another.reference())).isNotEqualTo(payment.tag());

        assertThat(ShardLabels.take(shard, List.of(byReference, another, withTime))
                        .results())
                .containsExactly(
                        LabelResult.REFERENCE_FORGOTTEN, LabelResult.UNKNOWN_TRANSACTION, LabelResult.LABELLED);
        assertThat(ShardLabels.take(shard, List.of(new LabelRequest(1, 0, LabelRequest.NOT_GIVEN, 5, Label.FRAUD)))
                        .results())
                .containsExactly(LabelResult.NOT_NAMED);
    }

    @Test
    void shouldRefuseARecordThatItCannotRead() {
        HistoryShard shard = shard();
        assertThatThrownBy(() -> LabelRecord.apply(shard, ByteBuffer.wrap(new byte[] {9, 0, 0})))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 9");
        byte[] cut = new LabelRecord(1).encode(1);
        assertThatThrownBy(() -> LabelRecord.apply(shard, ByteBuffer.wrap(cut, 0, 5)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("too early");
        assertThat(shard.cardCount()).isZero();
    }
}
