package com.hazelcast.certification.console.flagged;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a transaction was flagged.
 *
 * @param rules all that hold, in their order
 * @param history of its card, newest first, the transaction itself included
 */
public record Explanation(Transaction transaction, List<HeldRule> rules, List<HistoryEntry> history) {
    /**
     * The transaction, its card masked and linked.
     *
     * @param set number of the set that decided, as {@link Decision} has it, like rule, name and action
     */
    record Transaction(
            String id,
            String card,
            String cardLink,
            long timeMs,
            int set,
            int rule,
            String ruleName,
            String action,
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
     * @param action that it decides; null: it has points
     * @param points that it adds; 0 for a rule with an action
     * @param decided whether it is the recorded verdict
     */
    record HeldRule(
            int id,
            String name,
            String description,
            @Nullable String action,
            int points,
            String reason,
            boolean decided) {}
}
