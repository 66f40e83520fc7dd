package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.certification.rules.model.Action;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What sets in the shadow would have decided, on all members. */
record ShadowTable(List<OfSet> shadows) {
    /** Transactions of which one action was taken, and on which the set would have taken another, or the same. */
    record Move(String from, String to, long transactions) {}

    /** Transactions that a rule would have decided; number 0: none, or points. */
    record Rule(int number, @Nullable String name, long transactions) {}

    /**
     * A set.
     *
     * @param failures transactions on which it raised an exception
     * @param examples of each move to another action the newest
     */
    record OfSet(
            int number,
            String name,
            long transactions,
            long failures,
            List<Move> moves,
            List<Rule> rules,
            List<ExampleView> examples) {}

    static ShadowTable of(RuleBook book, ShadowFigures figures) {
        List<OfSet> shadows = new ArrayList<>();
        for (ShadowFigures.OfSet set : figures.sets()) {
            book.set(set.number()).ifPresent(recorded -> shadows.add(of(recorded, set)));
        }
        return new ShadowTable(shadows);
    }

    private static OfSet of(RecordedSet recorded, ShadowFigures.OfSet set) {
        List<Move> moves = new ArrayList<>();
        for (Action taken : Action.values()) {
            for (Action shadow : Action.values()) {
                long moved = set.moved(taken, shadow);
                if (moved > 0) {
                    moves.add(new Move(taken.label(), shadow.label(), moved));
                }
            }
        }
        List<CheckedText.Row> names = CheckedText.of(recorded.text()).rules();
        List<Rule> rules = new ArrayList<>();
        for (int number = 0; number < set.ruleCounts().size(); number++) {
            String name = number >= 1 && number <= names.size()
                    ? names.get(number - 1).name()
                    : null;
            rules.add(new Rule(number, name, set.ruleCounts().get(number)));
        }
        List<ExampleView> examples = set.examples().stream()
                .map(example -> new ExampleView(
                        example.taken().label(),
                        example.shadow().label(),
                        example.rule(),
                        example.rule() >= 1 && example.rule() <= names.size()
                                ? names.get(example.rule() - 1).name()
                                : "",
                        example.card(),
                        example.timeMs(),
                        example.amountUnits(),
                        example.country(),
                        example.merchant()))
                .toList();
        return new OfSet(set.number(), recorded.name(), set.transactions(), set.failures(), moves, rules, examples);
    }
}
