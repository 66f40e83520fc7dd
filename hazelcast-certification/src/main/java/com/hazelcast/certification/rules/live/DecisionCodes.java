package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition.Threshold;
import java.util.Arrays;
import java.util.List;

/**
 * What the codes of a set's decisions mean, counted from the set's first one:
 *
 * <pre>
 *  0: no rule holds | its rules that have an action, in their order | the actions that its points may come to, in their order
 * </pre>
 *
 * <p>Sets of the first books, and the one that a cluster begins with, have {@linkplain #countOfAll a code for every rule}, which is its number, and
 * three actions of points where they have any. How many codes a set has says which it is. Immutable.
 */
public final class DecisionCodes {
    private static final int NONE = -1;
    private static final Action[] ACTIONS = Action.values();

    private final RuleSetDefinition set;

    /** By code; 0: none held, or points have decided. */
    private final int[] rules;

    private final Action[] actions;

    /** By the rules' numbers, and of what points come to; {@link #NONE}: that does not decide. */
    private final int[] codesOfRules;

    private final int[] codesOfPoints = new int[ACTIONS.length];

    private DecisionCodes(RuleSetDefinition set, int count, boolean isOfAll) {
        this.set = set;
        rules = new int[count];
        actions = new Action[count];
        actions[0] = Action.APPROVE;
        codesOfRules = new int[set.rules().size() + 1];
        Arrays.fill(codesOfRules, NONE);
        Arrays.fill(codesOfPoints, NONE);
        codesOfRules[0] = 0;
        codesOfPoints[Action.APPROVE.ordinal()] = 0;
        int code = 1;
        for (RuleDefinition rule : set.rules()) {
            if (isOfAll || rule.action().isPresent()) {
                codesOfRules[rule.number()] = code;
                rules[code] = rule.number();
                actions[code] = rule.action().orElse(Action.APPROVE);
                code++;
            }
        }
        for (Action action : isOfAll ? allOfPoints(set) : ofPoints(set)) {
            codesOfPoints[action.ordinal()] = code;
            actions[code] = action;
            code++;
        }
    }

    /** Those of a set, of which the book has so many; see {@link #count} and {@link #countOfAll}. */
    public static DecisionCodes of(RuleSetDefinition set, int count) {
        boolean isOfAll = count != count(set);
        if (isOfAll && count != countOfAll(set)) {
            throw new IllegalStateException("the book of rules has another number of decisions of set " + set.name()
                    + " than its rules make: decisions=" + count + " rules="
                    + set.rules().size());
        }
        return new DecisionCodes(set, count, isOfAll);
    }

    /** How many codes a set needs. */
    static int count(RuleSetDefinition set) {
        return 1
                + (int) set.rules().stream()
                        .filter(rule -> rule.action().isPresent())
                        .count()
                + ofPoints(set).size();
    }

    /** How many a set has that has one for every rule. */
    static int countOfAll(RuleSetDefinition set) {
        return 1 + set.rules().size() + allOfPoints(set).size();
    }

    private static List<Action> ofPoints(RuleSetDefinition set) {
        return set.thresholds().stream()
                .map(Threshold::action)
                .filter(action -> action != Action.APPROVE)
                .distinct()
                .sorted()
                .toList();
    }

    private static List<Action> allOfPoints(RuleSetDefinition set) {
        return set.thresholds().isEmpty() ? List.of() : List.of(ACTIONS).subList(1, ACTIONS.length);
    }

    /** How many there are. */
    int count() {
        return rules.length;
    }

    /** The code of a decision by a rule, or where that is 0 by none or by points. */
    int of(int rule, Action action) {
        return rule != 0 ? codesOfRules[rule] : codesOfPoints[action.ordinal()];
    }

    /** Number of the rule; 0: none held, or the sum of points has decided. */
    public int rule(int code) {
        return rules[code];
    }

    /** The action. */
    public Action action(int code) {
        return actions[code];
    }

    /** The rule's name, {@code points} when their sum has decided, or {@code none}. */
    public String name(int code) {
        int rule = rules[code];
        if (rule > 0) {
            return set.rules().get(rule - 1).name();
        }
        return code > 0 ? "points" : "none";
    }
}
