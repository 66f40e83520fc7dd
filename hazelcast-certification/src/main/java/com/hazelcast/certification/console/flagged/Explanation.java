package com.hazelcast.certification.console.flagged;

import java.util.List;

/**
 * Why a transaction was flagged.
 *
 * @param rules all that hold, in their order
 * @param history of its card, newest first, the transaction itself included
 */
public record Explanation(Transaction transaction, List<HeldRule> rules, List<HistoryEntry> history) {
    /** The transaction, its card masked and linked. */
    record Transaction(
            String id,
            String card,
            String cardLink,
            long timeMs,
            int rule,
            int amountUnits,
            int currency,
            int country,
            int merchant,
            int city,
            int response,
            int code) {}

    /**
     * A rule that holds.
     *
     * @param decided whether it is the recorded verdict
     */
    record HeldRule(int id, String name, String description, String reason, boolean decided) {}
}
