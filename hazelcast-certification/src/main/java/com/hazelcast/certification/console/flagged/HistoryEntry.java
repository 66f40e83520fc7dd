package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.rules.live.RulesInUse;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry of a card's history, without the card.
 *
 * @param verdict number of the rule that decided, as {@link Decision} has it, like the set, the rule's name and the action
 * @param decidedWithin {@code PT1M}: decided within a minute of its own time; empty: later, or that is not known
 * @param label {@code fraud} or {@code genuine}; empty: nobody has said
 */
public record HistoryEntry(
        long timeMs,
        int amountUnits,
        int currency,
        int country,
        int merchant,
        int city,
        int verdict,
        int set,
        String ruleName,
        String action,
        String decidedWithin,
        String label) {
    /** All entries, in their order: newest first. */
    static List<HistoryEntry> of(CardEntries entries, RulesInUse rules) {
        List<HistoryEntry> list = new ArrayList<>();
        entries.rewind();
        while (entries.next()) {
            Decision decision = Decision.of(rules, entries.verdict());
            list.add(new HistoryEntry(
                    entries.timeMs(),
                    entries.amountUnits(),
                    entries.currency(),
                    entries.country(),
                    entries.merchant(),
                    entries.city(),
                    decision.rule(),
                    decision.set(),
                    decision.ruleName(),
                    decision.action(),
                    entries.isPrompt() ? HistoryLimits.PROMPT_WITHIN : "",
                    Label.of(entries.label()).map(Label::word).orElse("")));
        }
        return list;
    }
}
