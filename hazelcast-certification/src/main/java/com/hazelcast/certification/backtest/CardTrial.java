package com.hazelcast.certification.backtest;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.RuleEvaluator;
import com.hazelcast.certification.rules.lists.Rates;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.LookUps;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides the transactions of one card after the other, each by what the card had before it, and counts. Used by one thread at a
 * time; allocates only for examples.
 */
final class CardTrial implements HistoryShard.HistoryVisitor {
    private final BacktestPlan plan;
    private final RuleEvaluator rules;
    private final Optional<RuleEvaluator> against;
    private final Decider[] recorded;
    private final Optional<Rates> rates;

    /** By the code of what is recorded: the number that it is counted under. Sums of points with one action are counted together. */
    private final int[] countedUnder;

    private final AsOfHistory past = new AsOfHistory();
    private final OfCard ofRules;
    private final OfCard ofOther;
    private BacktestTally tally;

    /** What rules have decided of the card. */
    private static final class OfCard {
        private final long[] decided;
        private final long[] units;
        private final int[] touched;
        private int touchedCount;

        OfCard(int rules) {
            decided = new long[rules + 1];
            units = new long[rules + 1];
            touched = new int[rules + 1];
        }

        /** @param amountUnits in the currency of the plan */
        void add(int rule, long amountUnits) {
            if (decided[rule]++ == 0) {
                touched[touchedCount++] = rule;
            }
            units[rule] += amountUnits;
        }

        void moveTo(BacktestTally tally, boolean isOther, long transactions) {
            for (int i = 0; i < touchedCount; i++) {
                int rule = touched[i];
                tally.addRule(isOther, rule, decided[rule], units[rule], transactions);
                decided[rule] = 0;
                units[rule] = 0;
            }
            touchedCount = 0;
        }
    }

    CardTrial(BacktestPlan plan, CompiledRules rules, Optional<CompiledRules> against) {
        this.plan = plan;
        recorded = plan.recorded().toArray(Decider[]::new);
        countedUnder = countedUnder(plan.recorded());
        this.rules = rules.newEvaluator();
        this.rates = rules.definition().lookUps().exchange().map(LookUps.Exchange::rates);
        this.against = against.map(CompiledRules::newEvaluator);
        int otherCount = against.map(other -> other.definition().rules().size()).orElse(recorded.length - 1);
        ofRules = new OfCard(rules.definition().rules().size());
        ofOther = new OfCard(otherCount);
        tally = newTally();
    }

    private static int[] countedUnder(List<Decider> recorded) {
        Map<Decider, Integer> first = new HashMap<>();
        int[] under = new int[recorded.size()];
        for (int code = 0; code < under.length; code++) {
            Integer known = first.putIfAbsent(recorded.get(code), code);
            under[code] = known == null ? code : known;
        }
        return under;
    }

    private BacktestTally newTally() {
        return new BacktestTally(ofRules.decided.length - 1, ofOther.decided.length - 1);
    }

    /** What has been counted since the last call. */
    BacktestTally take() {
        BacktestTally taken = tally;
        tally = newTally();
        return taken;
    }

    @Override
    public void visit(long card, CardHistory history) {
        past.read(history);
        long transactions = 0;
        long units = 0;
        long changed = 0;
        long changedUnits = 0;
        for (int i = past.size() - 1; i >= 0; i--) {
            long timeMs = past.timeMs(i);
            if (timeMs < plan.fromMs() || timeMs >= plan.toMs()) {
                continue;
            }
            long amount = counted(i);
            transactions++;
            units += amount;
            if (decide(card, i, amount)) {
                changed++;
                changedUnits += amount;
            }
        }
        if (transactions > 0) {
            tally.addCard(transactions, units, changed, changedUnits);
            ofRules.moveTo(tally, false, transactions);
            ofOther.moveTo(tally, true, transactions);
        }
    }

    /** The amount of an entry by {@link BacktestPlan#currency}; 0 when its currency has no rate there. */
    private long counted(int entry) {
        long amount = TransactionLayout.amountUnits(past.payment(entry));
        if (rates.isEmpty()) {
            return amount;
        }
        long exchanged = rates.get().exchanged(amount, TransactionLayout.currency(past.times(entry)));
        return exchanged == Rates.NONE ? 0 : exchanged;
    }

    /** Whether the action changes. */
    private boolean decide(long card, int entry, long amount) {
        long times = past.times(entry);
        long payment = past.payment(entry);
        int outcome = past.outcome(entry);
        past.asOf(entry);
        int rule = rules.decide(card, times, payment, outcome, past);
        Action action = rules.action();
        int otherRule;
        Action otherAction;
        boolean isDecidedByOther;
        if (against.isPresent()) {
            RuleEvaluator other = against.get();
            otherRule = other.decide(card, times, payment, outcome, past);
            otherAction = other.action();
            isDecidedByOther = otherRule > 0 || otherAction != Action.APPROVE;
        } else {
            otherRule = countedUnder[Math.min(past.verdict(entry), recorded.length - 1)];
            Decider other = recorded[otherRule];
            otherAction = other.takenAction();
            isDecidedByOther = other.hasDecided();
        }
        tally.addMove(otherAction, action, amount);
        boolean isDecided = rule > 0 || action != Action.APPROVE;
        if (isDecided) {
            ofRules.add(rule, amount);
        }
        if (isDecidedByOther) {
            ofOther.add(otherRule, amount);
        }
        Label label = Label.of(past.label(entry)).orElse(null);
        if (label != null) {
            LabelTally labels = tally.labels();
            labels.add(label, amount, action != Action.APPROVE, otherAction != Action.APPROVE);
            if (isDecided) {
                labels.addRule(false, rule, label);
            }
            if (isDecidedByOther) {
                labels.addRule(true, otherRule, label);
            }
        }
        boolean isChanged = action != otherAction;
        if (isChanged || action != Action.APPROVE) {
            long order = CardHash.of(card ^ CardHash.of(times ^ plan.seed()));
            tally.addExample(new BacktestTally.Example(
                    rule, action, otherRule, otherAction, order, card, times, payment, outcome));
        }
        return isChanged;
    }
}
