package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares a ledger with what the copies of all shards hold, record by record.
 *
 * @param sent transactions in the ledger
 * @param answered of these, answered with a verdict
 * @param held transactions of the ledger that the owners hold
 * @param copiesRead owners and backups read
 * @param lost answered and not held by some copy
 * @param doubled held more than once by some copy
 * @param differing answered in two ways, or held with another verdict than answered
 * @param examples some of these, in words
 */
record Audit(
        int sent, int answered, int held, int copiesRead, int lost, int doubled, int differing, List<String> examples) {
    private static final int EXAMPLES_MAX = 10;

    boolean isGood() {
        return lost == 0 && doubled == 0 && differing == 0;
    }

    /** Two audits as one. */
    Audit plus(Audit other) {
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
                List.copyOf(all.subList(0, Math.min(EXAMPLES_MAX, all.size()))));
    }

    /**
     * Audits.
     *
     * @param shards the copies of each shard, the owner's first, as {@code ClusterControl.readShard} gives them
     */
    static Audit of(Ledger ledger, List<List<byte[]>> shards) {
        List<String> examples = new ArrayList<>(ledger.differing());
        int differing = examples.size();
        int lost = 0;
        int doubled = 0;
        int heldByOwners = 0;
        int copies = 0;
        List<Map<Identity, Held>> levels = levels(shards);
        for (Map<Identity, Held> level : levels) {
            copies++;
            for (int number = 0; number < ledger.size(); number++) {
                Transaction sent = ledger.transaction(number);
                byte rule = ledger.rule(number);
                Held held = level.get(Identity.of(sent));
                heldByOwners += level == levels.get(0) && held != null ? 1 : 0;
                if (held == null && rule >= 0) {
                    lost++;
                    examples.add("lost: transaction " + number + ", answered " + rule + ": " + sent);
                } else if (held != null && held.times > 1) {
                    doubled++;
                    examples.add("doubled: transaction " + number + ", held " + held.times + " times: " + sent);
                } else if (held != null && rule >= 0 && held.rule != rule) {
                    differing++;
                    examples.add(
                            "differing: transaction " + number + ", answered " + rule + ", held with " + held.rule);
                }
            }
        }
        return new Audit(
                ledger.size(),
                ledger.answeredCount(),
                heldByOwners,
                copies * shards.size(),
                lost,
                doubled,
                differing,
                List.copyOf(examples.subList(0, Math.min(EXAMPLES_MAX, examples.size()))));
    }

    /** What all owners hold, what all first backups hold, and so on. */
    private static List<Map<Identity, Held>> levels(List<List<byte[]>> shards) {
        int copiesMin = shards.stream().mapToInt(List::size).min().orElse(0);
        List<Map<Identity, Held>> levels = new ArrayList<>();
        for (int level = 0; level < copiesMin; level++) {
            Map<Identity, Held> held = new HashMap<>();
            for (List<byte[]> copies : shards) {
                read(copies.get(level), held);
            }
            levels.add(held);
        }
        return levels;
    }

    private static void read(byte[] contents, Map<Identity, Held> into) {
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
            int rule = TransactionLayout.verdict(outcome);
            into.merge(identity, new Held(1, rule), (one, other) -> new Held(one.times + 1, one.rule));
        }
    }

    /** What makes a transaction the same, as the product defines it. */
    private record Identity(long card, long times, long payment, int city) {
        static Identity of(Transaction sent) {
            return new Identity(
                    sent.card(),
                    TransactionLayout.times(sent.timeMs(), sent.country(), sent.currency()),
                    TransactionLayout.payment(sent.amountUnits(), sent.code(), sent.merchant()),
                    sent.city());
        }
    }

    private record Held(int times, int rule) {}
}
