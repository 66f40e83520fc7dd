package com.hazelcast.certification.console.rules;

import com.hazelcast.certification.rules.compiled.CostModel;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.language.Problem;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a check of a text finds. Immutable.
 *
 * @param problems all that is wrong, in the order of the text; none: it is a set of rules
 * @param name of the set; null: it is none
 * @param rules in their order; none when it is no set
 * @param cost at most; null: it is no set
 */
record CheckedText(
        List<Place> problems,
        @Nullable String name,
        List<Row> rules,
        @Nullable Cost cost) {
    private static final double TENTHS = 10;

    /** What is wrong, and where; line and column begin at 1. */
    record Place(int line, int column, String message) {}

    /**
     * A rule.
     *
     * @param action that it decides; null: it has points
     * @param usualNs what it costs at most alone, at {@link SetCost#ENTRIES_USUAL} entries
     * @param manyNs the same at {@link SetCost#ENTRIES_MANY}
     */
    record Row(
            int number,
            String name,
            String description,
            @Nullable String action,
            int points,
            List<String> tags,
            int line,
            double usualNs,
            double manyNs) {}

    /** What a transaction costs at most, for cards of so many entries, and what a member allows for the latter. */
    record Cost(int usualEntries, double usualNs, int manyEntries, double manyNs, long budgetNs, boolean inside) {}

    /** Checks a text, where what it may cost does not matter. */
    static CheckedText of(RuleSetText text) {
        return of(text, SetCost.BUDGET_NS);
    }

    /**
     * Checks a text. Costs some milliseconds for a hundred rules.
     *
     * @param budgetNs what members allow, at {@link SetCost#ENTRIES_MANY} entries
     */
    static CheckedText of(RuleSetText text, long budgetNs) {
        return of(text, budgetNs, set -> Optional.empty());
    }

    /** As the other one, of a text that somebody may submit: it may not have a {@link RuleSet#problem} either. */
    static CheckedText toSubmit(RuleSetText text, long budgetNs) {
        return of(text, budgetNs, RuleSet::problem);
    }

    private static CheckedText of(
            RuleSetText text, long budgetNs, Function<RuleSetDefinition, Optional<Problem>> further) {
        try {
            RuleSetDefinition set = text.read();
            Optional<Problem> problem = further.apply(set);
            return problem.isPresent() ? wrong(List.of(problem.get())) : of(set, budgetNs);
        } catch (RuleLanguageException e) {
            return wrong(e.problems());
        } catch (IllegalStateException | StackOverflowError e) {
            return wrong(List.of(new Problem(1, 1, "the set cannot be compiled: " + e.getMessage())));
        }
    }

    private static CheckedText wrong(List<Problem> problems) {
        List<Place> places = problems.stream()
                .map(problem -> new Place(problem.line(), problem.column(), CardMask.text(problem.message())))
                .toList();
        return new CheckedText(places, null, List.of(), null);
    }

    private static CheckedText of(RuleSetDefinition set, long budgetNs) {
        SetCost usual = CostModel.of(set, SetCost.ENTRIES_USUAL);
        SetCost many = CostModel.of(set, SetCost.ENTRIES_MANY);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < set.rules().size(); i++) {
            RuleDefinition rule = set.rules().get(i);
            rows.add(new Row(
                    rule.number(),
                    rule.name(),
                    CardMask.text(rule.description()),
                    rule.action().map(Action::label).orElse(null),
                    rule.points(),
                    rule.tags(),
                    rule.line(),
                    rounded(usual.rules().get(i).ns()),
                    rounded(many.rules().get(i).ns())));
        }
        Cost cost = new Cost(
                usual.entries(),
                rounded(usual.ns()),
                many.entries(),
                rounded(many.ns()),
                budgetNs,
                many.ns() <= budgetNs);
        return new CheckedText(List.of(), set.name(), rows, cost);
    }

    private static double rounded(double ns) {
        return Math.round(ns * TENTHS) / TENTHS;
    }
}
