package com.hazelcast.certification.systemtests.traffic;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Compares a ledger with what the copies of all shards hold, record by record.
 *
 * @param sent transactions in the ledger
 * @param answered of these, answered with a verdict
 * @param held transactions of the ledger that the owners hold
 * @param copiesRead owners and backups read
 * @param lost answered and not held by some copy
 * @param doubled held more than once by some copy
 * @param excused answered when all copies could go, as a fault has said, and lost or scored again; or dropped for lack of room
 * @param differing answered in two ways, held with another verdict than answered, or held though rejected
 * @param examples some of these, in words
 */
public record Audit(
        int sent,
        int answered,
        int held,
        int copiesRead,
        int lost,
        int doubled,
        int differing,
        int excused,
        List<String> examples) {
    private static final int EXAMPLES_MAX = 10;

    public boolean isGood() {
        return lost == 0 && doubled == 0 && differing == 0;
    }

    /** Two audits as one. */
    public Audit plus(Audit other) {
        List<String> all = new ArrayList<>(examples);
        all.addAll(other.examples);
        return new Audit(
                sent + other.sent,
                answered + other.answered,
                held + other.held,
                copiesRead + other.copiesRead,
                lost + other.lost,
                doubled + other.doubled,
                differing + other.differing,
                excused + other.excused,
                first(EXAMPLES_MAX, all));
    }

    /**
     * Audits, a copy of a shard at a time: an index of all that a run at full load leaves behind does not fit in memory.
     *
     * @param shards the copies of each shard, the owner's first, as {@code ClusterControl.readShard} gives them
     * @throws IllegalStateException when a shard holds a card of another one, or has fewer copies than another
     */
    public static Audit of(Answered ledger, List<List<byte[]>> shards) {
        int levels = shards.stream().mapToInt(List::size).max().orElse(0);
        requireCopies(shards, levels);
        List<String> differing = ledger.differing();
        Audit sum = new Audit(
                ledger.size(), ledger.answeredCount(), 0, 0, 0, 0, differing.size(), 0, first(EXAMPLES_MAX, differing));
        List<int[]> numbers = numbersByShard(ledger, shards.size());
        for (int shard = 0; shard < shards.size(); shard++) {
            for (int level = 0; level < levels; level++) {
                byte[] contents = shards.get(shard).get(level);
                checkCards(contents, shard, shards.size());
                Audit copy = ofCopy(ledger, numbers.get(shard), contents);
                sum = sum.plus(level == 0 ? copy : copy.withoutHeld());
            }
        }
        return sum;
    }

    /** What a copy holds that is not there cannot be compared. */
    private static void requireCopies(List<List<byte[]>> shards, int copies) {
        if (copies == 0) {
            throw new IllegalStateException("there is no copy of any shard: shards=" + shards.size());
        }
        for (int shard = 0; shard < shards.size(); shard++) {
            int own = shards.get(shard).size();
            if (own < copies) {
                throw new IllegalStateException(
                        "not all copies of a shard are there: shard=" + shard + " copies=" + own + " others=" + copies);
            }
        }
    }

    /** What one copy has of the transactions with these numbers, all that belong to its shard. */
    private static Audit ofCopy(Answered ledger, int[] numbers, byte[] contents) {
        List<String> examples = new ArrayList<>();
        int heldCount = 0;
        int lost = 0;
        int doubled = 0;
        int differing = 0;
        int excused = 0;
        Map<Identity, Held> heldHere = read(contents);
        for (int number : numbers) {
            Transaction sent = ledger.transaction(number);
            int answer = ledger.answer(number);
            Held held = heldHere.get(Identity.of(sent));
            int heldAs = held == null ? Ledger.OPEN : ledger.heldAs(held.code);
            heldCount += held == null ? 0 : 1;
            boolean isOther = answer >= 0 && (held == null || held.times == 1 && heldAs != answer);
            boolean isDropped = held == null && ledger.mayBeDropped();
            if (isOther && (isDropped || ledger.isExcused(number))) {
                excused++;
            } else if (held == null && answer >= 0) {
                lost++;
                examples.add("lost: transaction " + number + ", answered " + answer + ": " + sent);
            } else if (held != null && held.times > 1) {
                doubled++;
                examples.add("doubled: transaction " + number + ", held " + held.times + " times: " + sent);
            } else if (held != null && answer >= 0 && heldAs != answer) {
                differing++;
                examples.add("differing: transaction " + number + ", answered " + answer + ", held with " + heldAs);
            } else if (held != null && ledger.isPromisedNotHeld(number)) {
                differing++;
                examples.add("differing: transaction " + number + ", rejected, held with " + heldAs + ": " + sent);
            }
        }
        return new Audit(0, 0, heldCount, 1, lost, doubled, differing, excused, first(EXAMPLES_MAX, examples));
    }

    private static void checkCards(byte[] contents, int shard, int shards) {
        for (int offset = 0; offset < contents.length; offset += TransactionLayout.TRANSACTION_SIZE_BYTES) {
            int expected = CardHash.shard(CardHash.of(TransactionLayout.cardAt(contents, offset)), shards);
            if (expected != shard) {
                throw new IllegalStateException("shard " + shard + " holds a card of shard " + expected);
            }
        }
    }

    private Audit withoutHeld() {
        return new Audit(sent, answered, 0, copiesRead, lost, doubled, differing, excused, examples);
    }

    private static List<String> first(int count, List<String> all) {
        return List.copyOf(all.subList(0, Math.min(count, all.size())));
    }

    /** The numbers of the transactions of each shard. */
    private static List<int[]> numbersByShard(Answered ledger, int shards) {
        List<IntStream.Builder> numbers = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            numbers.add(IntStream.builder());
        }
        for (int number = 0; number < ledger.size(); number++) {
            long card = CardNumber.of(ledger.transaction(number).card());
            numbers.get(CardHash.shard(CardHash.of(card), shards)).add(number);
        }
        return numbers.stream().map(builder -> builder.build().toArray()).toList();
    }

    private static Map<Identity, Held> read(byte[] contents) {
        Map<Identity, Held> held = new HashMap<>();
        for (int offset = 0; offset < contents.length; offset += TransactionLayout.TRANSACTION_SIZE_BYTES) {
            int outcome = TransactionLayout.outcomeAt(contents, offset);
            Identity identity = new Identity(
                    TransactionLayout.cardAt(contents, offset),
                    TransactionLayout.times(
                            TransactionLayout.timeMs(TransactionLayout.timesAt(contents, offset)),
                            TransactionLayout.country(TransactionLayout.timesAt(contents, offset)),
                            TransactionLayout.currency(TransactionLayout.timesAt(contents, offset))),
                    TransactionLayout.paymentAt(contents, offset),
                    TransactionLayout.city(outcome));
            int code = TransactionLayout.verdictAt(contents, offset);
            held.merge(identity, new Held(1, code), (one, other) -> new Held(one.times + 1, one.code));
        }
        return held;
    }

    /** What makes a transaction the same, as the product defines it. */
    private record Identity(long card, long times, long payment, int city) {
        static Identity of(Transaction sent) {
            return new Identity(
                    CardNumber.of(sent.card()),
                    TransactionLayout.times(sent.timeMs(), sent.country(), sent.currency()),
                    TransactionLayout.payment(sent.amountUnits(), sent.code(), sent.merchant()),
                    sent.city());
        }
    }

    private record Held(int times, int code) {}
}
