package com.hazelcast.certification.bench;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.traffic.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the decisions of a set are worth beside the labels. A transaction is flagged when it is not approved. Not thread-safe.
 *
 * <p>The card precision is that of the Fraud Detection Handbook: on each day, the cards with the highest scores are looked at, at most
 * {@value #CARDS_A_DAY}; it is the share of them with a fraud on that day. A card that was found to be in fraudulent hands is not
 * looked at again. Each day counts as so many looks, also
 * when fewer cards are flagged. A transaction's score is its action, and among equal actions its points; that of a card is its highest.
 */
public final class EvaluationScore {
    /** Cards that investigators look at in a day. */
    public static final int CARDS_A_DAY = 100;

    private static final long ACTION_STEP = 1L << 32;

    private final RuleSetDefinition set;
    private final Counts[] byRule;
    private final Counts[] byScenario = counts(Scenario.values().length);
    private final Counts[] byAction = counts(Action.values().length);
    private final Map<Long, CardDay> today = new HashMap<>();
    private final Set<Long> found = new HashSet<>();
    private final List<Double> cardPrecisions = new ArrayList<>();

    /** Transactions, and the units of their amounts. */
    public static final class Counts {
        private long transactions;
        private long units;
        private long flagged;
        private long flaggedUnits;
        private long flaggedFrauds;

        private void add(int amountUnits, boolean isFlagged, boolean isFraud) {
            transactions++;
            units += amountUnits;
            if (isFlagged) {
                flagged++;
                flaggedUnits += amountUnits;
                flaggedFrauds += isFraud ? 1 : 0;
            }
        }

        public long transactions() {
            return transactions;
        }

        public long units() {
            return units;
        }

        public long flagged() {
            return flagged;
        }

        public long flaggedUnits() {
            return flaggedUnits;
        }

        /** The share of the flagged ones that are frauds; NaN when none is flagged. */
        public double precision() {
            return (double) flaggedFrauds / flagged;
        }

        public long flaggedFrauds() {
            return flaggedFrauds;
        }
    }

    private static final class CardDay {
        private long score;
        private boolean isFraud;
    }

    EvaluationScore(RuleSetDefinition set) {
        this.set = set;
        byRule = counts(set.rules().size() + 1);
    }

    private static Counts[] counts(int size) {
        Counts[] counts = new Counts[size];
        for (int i = 0; i < size; i++) {
            counts[i] = new Counts();
        }
        return counts;
    }

    void add(long card, int amountUnits, Scenario scenario, int rule, Action action, int points) {
        boolean isFlagged = action != Action.APPROVE;
        boolean isFraud = scenario != Scenario.GENUINE;
        byRule[rule].add(amountUnits, isFlagged, isFraud);
        byScenario[scenario.number()].add(amountUnits, isFlagged, isFraud);
        byAction[action.ordinal()].add(amountUnits, isFlagged, isFraud);
        if (isFlagged || isFraud) {
            CardDay day = today.computeIfAbsent(card, ignored -> new CardDay());
            day.score = Math.max(day.score, isFlagged ? action.ordinal() * ACTION_STEP + points : 0);
            day.isFraud |= isFraud;
        }
    }

    void endDay() {
        List<Map.Entry<Long, CardDay>> looked = today.entrySet().stream()
                .filter(card -> card.getValue().score > 0 && !found.contains(card.getKey()))
                .sorted(Comparator.<Map.Entry<Long, CardDay>>comparingLong(card -> -card.getValue().score)
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(CARDS_A_DAY)
                .toList();
        long right = looked.stream().filter(card -> card.getValue().isFraud).count();
        cardPrecisions.add((double) right / CARDS_A_DAY);
        looked.stream().filter(card -> card.getValue().isFraud).forEach(card -> found.add(card.getKey()));
        today.clear();
    }

    /** The set. */
    public RuleSetDefinition set() {
        return set;
    }

    /** Of the transactions that a rule has decided; 0 stands for those that points, or nothing, have. */
    public Counts rule(int number) {
        return byRule[number];
    }

    /** Of the transactions with that label. */
    public Counts scenario(Scenario scenario) {
        return byScenario[scenario.number()];
    }

    /** Of the transactions with that decision. */
    public Counts action(Action action) {
        return byAction[action.ordinal()];
    }

    /** Of all transactions. */
    public Counts all() {
        Counts all = new Counts();
        for (Counts counts : byScenario) {
            all.transactions += counts.transactions;
            all.units += counts.units;
            all.flagged += counts.flagged;
            all.flaggedUnits += counts.flaggedUnits;
            all.flaggedFrauds += counts.flaggedFrauds;
        }
        return all;
    }

    /** Frauds. */
    public long frauds() {
        return all().transactions - scenario(Scenario.GENUINE).transactions;
    }

    /** The share of all frauds that is flagged. */
    public double recall() {
        return (double) all().flaggedFrauds / frauds();
    }

    /** The share of the amounts of all frauds that is flagged. */
    public double recallByAmount() {
        Counts all = all();
        Counts genuine = scenario(Scenario.GENUINE);
        return (double) (all.flaggedUnits - genuine.flaggedUnits) / (all.units - genuine.units);
    }

    /** Mean over the days, NaN when there is none; a look that a day does not take counts as a wrong one. */
    public double cardPrecision() {
        return cardPrecisions.stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }
}
