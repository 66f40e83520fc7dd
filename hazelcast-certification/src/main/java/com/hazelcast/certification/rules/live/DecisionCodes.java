package com.hazelcast.certification.rules.live;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.PointSums;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition.Threshold;
import com.hazelcast.certification.rules.model.Score;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the codes of a set's decisions mean, counted from the set's first one:
 *
 * <pre>
 *  0: no rule holds | its rules that have an action, in their order | the actions that its points may come to, in their order | sums of points
 * </pre>
 *
 * <p>An action that one sum alone comes to needs no code for the sum. Of the others, each sum has a code of its own, as long as the set has no
 * more than {@code DAILY} codes with them. Where that is not enough, the lowest sums have, and the next code is for all greater ones of
 * the last one's action. What then is left has the code of its action.
 *
 * <p>Sets of the first books, and the one that a cluster begins with, have a code for every rule, which is its number, and
 * three actions of points where they have any. Sets of books before this release have no sums. How many codes a set has says which it is.
 * Immutable.
 */
public final class DecisionCodes {
    /** With so many codes each, a set can be activated every day without an end. Another number here needs a way to read the books of before. */
    private static final int DAILY = 39;

    private static final int NONE = -1;
    private static final Action[] ACTIONS = Action.values();

    private final RuleSetDefinition set;

    /** By code; 0: none held, or points have decided. */
    private final int[] rules;

    private final Action[] actions;
    private final Score[] scores;

    /** By the rules' numbers, and of what points come to; {@link #NONE}: that does not decide. */
    private final int[] codesOfRules;

    private final int[] codesOfPoints = new int[ACTIONS.length];

    /** Sums that have codes of their own, rising; these begin with {@link #firstSumCode}. */
    private final int[] sums;

    private final int firstSumCode;

    /** What greater sums come to that have the code behind; to approve: there is none. */
    private final Action greater;

    /**
     * The sums of a set that have codes of their own, rising.
     *
     * @param greater the first of those that have the code behind them; 0: none have
     * @param unused codes behind these, of nothing
     */
    private record OwnSums(List<Integer> sums, int greater, int unused) {
        private static final OwnSums NO_SUMS = new OwnSums(List.of(), 0, 0);

        static OwnSums of(RuleSetDefinition set) {
            List<Integer> deciding = PointSums.deciding(set);
            int[] counts = countsByAction(set, deciding);
            List<Integer> several = deciding.stream()
                    .filter(sum -> counts[set.actionOf(sum).ordinal()] > 1)
                    .toList();
            OwnSums own = of(set, several, DAILY - countWithoutSums(set));
            // So many codes mean something else, and one more nothing.
            boolean isTaken = own.count() > 0 && countWithoutSums(set) + own.count() == countOfAllWithoutSums(set);
            return isTaken ? new OwnSums(own.sums, own.greater, 1) : own;
        }

        private static OwnSums of(RuleSetDefinition set, List<Integer> several, int room) {
            if (several.size() <= room) {
                return new OwnSums(several, 0, 0);
            }
            if (room < 2) {
                return NO_SUMS;
            }
            List<Integer> own = several.subList(0, room - 1);
            int next = several.get(room - 1);
            boolean isCut = set.actionOf(own.get(own.size() - 1)) == set.actionOf(next);
            return new OwnSums(own, isCut ? next : 0, 0);
        }

        int count() {
            return sums.size() + (greater > 0 ? 1 : 0) + unused;
        }
    }

    private DecisionCodes(RuleSetDefinition set, boolean isOfAll, OwnSums own) {
        this.set = set;
        int count = (isOfAll ? countOfAllWithoutSums(set) : countWithoutSums(set)) + own.count();
        rules = new int[count];
        actions = new Action[count];
        scores = new Score[count];
        Arrays.fill(actions, Action.APPROVE);
        Arrays.fill(scores, Score.NONE);
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
        int[] onlySums = onlySums(set);
        for (Action action : isOfAll ? allOfPoints(set) : ofPoints(set)) {
            codesOfPoints[action.ordinal()] = code;
            actions[code] = action;
            scores[code] = new Score(threshold(set, action), onlySums[action.ordinal()]);
            code++;
        }
        firstSumCode = code;
        sums = own.sums().stream().mapToInt(Integer::intValue).toArray();
        for (int sum : sums) {
            actions[code] = set.actionOf(sum);
            scores[code] = new Score(threshold(set, set.actionOf(sum)), sum);
            code++;
        }
        greater = own.greater() > 0 ? set.actionOf(own.greater()) : Action.APPROVE;
        if (own.greater() > 0) {
            actions[code] = greater;
            scores[code] = new Score(own.greater(), 0);
        }
    }

    private static int[] countsByAction(RuleSetDefinition set, List<Integer> sums) {
        int[] counts = new int[ACTIONS.length];
        sums.forEach(sum -> counts[set.actionOf(sum).ordinal()]++);
        return counts;
    }

    /** By action: the only sum that comes to it; 0: there are several, or none. */
    private static int[] onlySums(RuleSetDefinition set) {
        List<Integer> deciding = PointSums.deciding(set);
        int[] counts = countsByAction(set, deciding);
        int[] only = new int[ACTIONS.length];
        deciding.stream()
                .filter(sum -> counts[set.actionOf(sum).ordinal()] == 1)
                .forEach(sum -> only[set.actionOf(sum).ordinal()] = sum);
        return only;
    }

    private static int threshold(RuleSetDefinition set, Action action) {
        return set.thresholds().stream()
                .filter(threshold -> threshold.action() == action)
                .mapToInt(Threshold::points)
                .min()
                .orElse(0);
    }

    /** Those of a set, of which the book has so many. */
    public static DecisionCodes of(RuleSetDefinition set, int count) {
        OwnSums own = OwnSums.of(set);
        if (count == countWithoutSums(set)) {
            return new DecisionCodes(set, false, OwnSums.NO_SUMS);
        }
        if (count == countOfAllWithoutSums(set)) {
            return new DecisionCodes(set, true, OwnSums.NO_SUMS);
        }
        if (count == countWithoutSums(set) + own.count()) {
            return new DecisionCodes(set, false, own);
        }
        if (count == countOfAllWithoutSums(set) + own.count()) {
            return new DecisionCodes(set, true, own);
        }
        throw new IllegalStateException("the book of rules has another number of decisions of set " + set.name()
                + " than its rules make: decisions=" + count + " rules="
                + set.rules().size());
    }

    /** How far decisions of a new set have the sum of points, for people; empty: no sum decides. */
    public static Optional<String> describeSums(RuleSetDefinition set) {
        int all = set.rules().stream().mapToInt(RuleDefinition::points).sum();
        if (set.actionOf(all) == Action.APPROVE) {
            return Optional.empty();
        }
        List<Integer> deciding = PointSums.deciding(set);
        if (deciding.isEmpty()) {
            return Optional.of(
                    "scores: points come to too many sums for decisions to have any; larger steps make fewer");
        }
        DecisionCodes codes = of(set, count(set));
        Optional<Integer> missing = deciding.stream()
                .filter(sum -> !codes.score(codes.of(0, set.actionOf(sum), sum)).isExact())
                .findFirst();
        String which = missing.map(sum -> sum.equals(deciding.get(0)) ? "few or none" : "each below " + sum)
                .map(some -> some + "; larger steps of points make fewer sums")
                .orElse("each");
        return Optional.of("scores: of " + deciding.size() + " sums of points that decide, decisions have " + which);
    }

    /** How many codes a set needs. */
    static int count(RuleSetDefinition set) {
        return countWithoutSums(set) + OwnSums.of(set).count();
    }

    /** How many a set has that has one for every rule. */
    static int countOfAll(RuleSetDefinition set) {
        return countOfAllWithoutSums(set) + OwnSums.of(set).count();
    }

    private static int countWithoutSums(RuleSetDefinition set) {
        return 1
                + (int) set.rules().stream()
                        .filter(rule -> rule.action().isPresent())
                        .count()
                + ofPoints(set).size();
    }

    private static int countOfAllWithoutSums(RuleSetDefinition set) {
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

    /** The code of a decision by a rule, or where that is 0 by none or by points, whatever their sum. */
    int of(int rule, Action action) {
        return rule != 0 ? codesOfRules[rule] : codesOfPoints[action.ordinal()];
    }

    /** As the other one, of points that came to that sum. */
    int of(int rule, Action action, int sum) {
        if (rule != 0 || action == Action.APPROVE || sums.length == 0) {
            return of(rule, action);
        }
        int index = Arrays.binarySearch(sums, sum);
        if (index >= 0) {
            return firstSumCode + index;
        }
        boolean isGreater = action == greater && sum > sums[sums.length - 1];
        return isGreater ? firstSumCode + sums.length : of(rule, action);
    }

    /** Number of the rule; 0: none held, or the sum of points has decided. */
    public int rule(int code) {
        return rules[code];
    }

    /** The action. */
    public Action action(int code) {
        return actions[code];
    }

    /** What is known of the sum of points, where it has decided. */
    Score score(int code) {
        return scores[code];
    }

    /** The rule's name, {@code points} when their sum has decided, or {@code none}. */
    public String name(int code) {
        int rule = rules[code];
        if (rule > 0) {
            return set.rules().get(rule - 1).name();
        }
        return code > 0 ? Ruling.POINTS : Ruling.NONE;
    }
}
