package com.hazelcast.certification.bench;

import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.source.CardPrecision;
import com.hazelcast.certification.traffic.Scenario;

/** What the decisions of a set are worth beside the labels. A transaction is flagged when it is not approved. Not thread-safe. */
public final class EvaluationScore {
    private final RuleSetDefinition set;
    private final Counts[] byRule;
    private final Counts[] byScenario = counts(Scenario.values().length);
    private final Counts[] byAction = counts(Action.values().length);
    private final CardPrecision<Long> cardPrecision = new CardPrecision<>();
    private CardPrecision.Day<Long> today = new CardPrecision.Day<>();

    /** Transactions, and their amounts: minor units, which natural traffic has alike in all currencies, added as they are. */
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
        today.add(card, action, points, isFraud);
    }

    void endDay() {
        cardPrecision.end(today);
        today = new CardPrecision.Day<>();
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

    /** See {@link CardPrecision}; NaN when there was no day. */
    public double cardPrecision() {
        return cardPrecision.mean();
    }
}
