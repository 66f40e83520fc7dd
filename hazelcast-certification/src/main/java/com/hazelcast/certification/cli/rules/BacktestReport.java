package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.backtest.BacktestTally.Example;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints what a backtest has counted. Of a sample, counts are estimates for all cards. Used once. */
final class BacktestReport {
    private final BacktestPlan plan;
    private final BacktestTally tally;
    private final PrintWriter out;
    private final RuleSetDefinition set;
    private final Optional<RuleSetDefinition> other;

    BacktestReport(BacktestPlan plan, BacktestTally tally, PrintWriter out) throws RuleLanguageException {
        this.plan = plan;
        this.tally = tally;
        this.out = out;
        this.set = plan.rules().read();
        RuleSetText against = plan.against();
        this.other = against == null ? Optional.empty() : Optional.of(against.read());
    }

    /** @param isEachRulePrinted also those that have decided nothing */
    void print(double elapsedS, boolean isEachRulePrinted) {
        out.printf(
                Locale.ROOT,
                "%s against %s: transactions from %s to %s%n",
                set.name(),
                otherName(),
                Instant.ofEpochMilli(plan.fromMs()),
                Instant.ofEpochMilli(plan.toMs()));
        out.printf(
                Locale.ROOT,
                "%,d transactions of %,d cards in %.1f s%s%n",
                tally.transactions(),
                tally.cards(),
                elapsedS,
                plan.sample() == 1
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; a sample of %s of the cards, seed %d: counts below are estimates for all, ± is a 95 %% bound",
                                percent(plan.sample()),
                                plan.seed()));
        if (tally.transactions() == 0) {
            out.println("The cluster holds no transaction of this time.");
            out.flush();
            return;
        }
        printBlast();
        printMoves();
        printRules(set.name(), false, isEachRulePrinted);
        printRules(otherName(), true, isEachRulePrinted);
        new LabelReport(tally.labels(), plan.sample(), out)
                .print(
                        new LabelReport.Side(set.name(), last(false), rule -> ruleName(false, rule)),
                        new LabelReport.Side(otherName(), last(true), rule -> ruleName(true, rule)));
        printExamples();
        out.flush();
    }

    private String otherName() {
        return other.map(RuleSetDefinition::name).orElse("the recorded verdicts");
    }

    private void printBlast() {
        out.printf(
                Locale.ROOT,
                "blast radius: another action for %s of the cards, %s of the transactions, %s of the amounts%n",
                bounded((double) tally.cardsChanged() / tally.cards(), tally.cardsChangedBound(plan.sample())),
                bounded((double) tally.changed() / tally.transactions(), tally.changedBound(plan.sample())),
                bounded(
                        (double) tally.changedUnits() / Math.max(1, tally.units()),
                        tally.changedUnitsBound(plan.sample())));
    }

    private void printMoves() {
        for (Action before : Action.values()) {
            for (Action after : Action.values()) {
                if (tally.moved(before, after) > 0) {
                    out.printf(
                            Locale.ROOT,
                            "  %-9s %s %-9s %,15d transactions, amounts %,18d%n",
                            before.label(),
                            before == after ? "=" : "→",
                            after.label(),
                            scaled(tally.moved(before, after)),
                            scaled(tally.movedUnits(before, after)));
                }
            }
        }
    }

    private void printRules(String name, boolean isOther, boolean isEachRulePrinted) {
        out.printf(
                Locale.ROOT,
                "%n%-48s %14s %20s %14s %18s%n",
                name + ", by rule",
                "transactions",
                "share",
                "cards",
                "amounts");
        int last = last(isOther);
        for (int rule = 0; rule <= last; rule++) {
            if (tally.decided(isOther, rule) > 0 || rule > 0 && isEachRulePrinted) {
                out.printf(
                        Locale.ROOT,
                        "%4s  %-32s %-9s %,14d %20s %,14d %,18d%n",
                        rule == 0 ? "" : rule,
                        ruleName(isOther, rule),
                        action(isOther, rule),
                        scaled(tally.decided(isOther, rule)),
                        bounded(
                                (double) tally.decided(isOther, rule) / tally.transactions(),
                                tally.decidedBound(isOther, rule, plan.sample())),
                        scaled(tally.decidedCards(isOther, rule)),
                        scaled(tally.decidedUnits(isOther, rule)));
            }
        }
    }

    private int last(boolean isOther) {
        return isOther && other.isEmpty()
                ? CertificationRules.LAST_ID
                : rules(isOther).size();
    }

    private List<RuleDefinition> rules(boolean isOther) {
        return isOther ? other.map(RuleSetDefinition::rules).orElseThrow() : set.rules();
    }

    private String ruleName(boolean isOther, int rule) {
        if (rule == 0) {
            return "points";
        }
        return isOther && other.isEmpty()
                ? CertificationRules.of(rule).name()
                : rules(isOther).get(rule - 1).name();
    }

    private String action(boolean isOther, int rule) {
        if (rule == 0) {
            return "";
        }
        return isOther && other.isEmpty()
                ? Action.DECLINE.label()
                : rules(isOther).get(rule - 1).action().map(Action::label).orElse("points");
    }

    private void printExamples() {
        out.printf("%nexamples%n");
        for (Example example : tally.examples()) {
            out.printf(
                    Locale.ROOT,
                    "  %-32s %s → %s  card %s at %s, amount %d, country %d, merchant %d%n",
                    example.rule() == 0 && example.action() == Action.APPROVE
                            ? "no rule"
                            : ruleName(false, example.rule()),
                    example.otherAction().label(),
                    example.action().label(),
                    Pan.masked(example.card()),
                    Instant.ofEpochMilli(TransactionLayout.timeMs(example.times())),
                    TransactionLayout.amountUnits(example.payment()),
                    TransactionLayout.country(example.times()),
                    TransactionLayout.merchant(example.payment()));
        }
    }

    private long scaled(long count) {
        return plan.sample() == 1 ? count : Math.round(count / plan.sample());
    }

    private String bounded(double share, double bound) {
        return plan.sample() == 1
                ? percent(share)
                : String.format(Locale.ROOT, "%.3f ± %.3f %%", 100 * share, 100 * bound);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.3f %%", 100 * share);
    }
}
