package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.backtest.BacktestPlan;
import com.hazelcast.certification.backtest.BacktestTally;
import com.hazelcast.certification.backtest.BacktestTally.Example;
import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.transaction.Pan;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Prints what a backtest has counted. Of a sample, counts are estimates for all cards. Used once. */
final class BacktestReport {
    private final BacktestPlan plan;
    private final BacktestTally tally;
    private final PrintWriter out;
    private final String name;
    private final String otherName;
    private final List<Decider> deciders;
    private final List<Decider> others;

    BacktestReport(BacktestPlan plan, BacktestTally tally, PrintWriter out) throws RuleLanguageException {
        this.plan = plan;
        this.tally = tally;
        this.out = out;
        this.name = plan.rules().read().name();
        RuleSetText against = plan.against();
        this.otherName =
                against == null ? "the recorded decisions" : against.read().name();
        this.deciders = plan.deciders(false);
        this.others = plan.deciders(true);
    }

    /** What amounts are, in a sentence. */
    static String amounts(String currency) {
        return currency.isEmpty()
                ? "amounts: minor units of all currencies, added as they are; with an 'exchange' in the set they are in its currency"
                : "amounts: minor units of " + currency + ", by the rates of the set; 0 where a currency has no rate";
    }

    /** A warning, when what the sets look up may be newer than the payments. */
    static Optional<String> learnt(BacktestPlan plan) throws RuleLanguageException {
        List<String> names = plan.learnt();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("lists and tables are those of now: @" + String.join(", @", names)
                        + "; what was added to them after a payment flatters the set");
    }

    /** @param isEachRulePrinted also those that have decided nothing */
    void print(double elapsedS, boolean isEachRulePrinted) throws RuleLanguageException {
        out.printf(
                Locale.ROOT,
                "%s against %s: transactions from %s to %s%n",
                name,
                otherName,
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
        out.println(amounts(plan.currency()));
        learnt(plan).ifPresent(out::println);
        printBlast();
        printMoves();
        printRules(false, isEachRulePrinted);
        printTags();
        printRules(true, isEachRulePrinted);
        new LabelReport(tally.labels(), plan.sample(), out)
                .print(new LabelReport.Side(name, deciders), new LabelReport.Side(otherName, others));
        printExamples();
        out.flush();
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

    private void printRules(boolean isOther, boolean isEachRulePrinted) {
        out.printf(
                Locale.ROOT,
                "%n%-48s %14s %20s %14s %18s%n",
                (isOther ? otherName : name) + ", by rule",
                "transactions",
                "share",
                "cards",
                "amounts");
        List<Decider> all = isOther ? others : deciders;
        for (int i = 0; i < all.size(); i++) {
            Decider decider = all.get(i);
            if (tally.decided(isOther, i) > 0 || decider.isOfText() && isEachRulePrinted) {
                out.printf(
                        Locale.ROOT,
                        "%6s  %-30s %-9s %,14d %20s %,14d %,18d%n",
                        decider.number(),
                        decider.name(),
                        decider.actionLabel(),
                        scaled(tally.decided(isOther, i)),
                        bounded(
                                (double) tally.decided(isOther, i) / tally.transactions(),
                                tally.decidedBound(isOther, i, plan.sample())),
                        scaled(tally.decidedCards(isOther, i)),
                        scaled(tally.decidedUnits(isOther, i)));
            }
        }
    }

    /** What rules with a tag have decided together; nothing where no rule has one. */
    private void printTags() {
        Map<String, long[]> sums = new TreeMap<>();
        for (int i = 0; i < deciders.size(); i++) {
            for (String tag : deciders.get(i).tags()) {
                long[] sum = sums.computeIfAbsent(tag, unused -> new long[2]);
                sum[0] += tally.decided(false, i);
                sum[1] += tally.decidedUnits(false, i);
            }
        }
        if (sums.isEmpty()) {
            return;
        }
        out.printf(Locale.ROOT, "%n%-48s %14s %18s%n", name + ", by tag", "transactions", "amounts");
        sums.forEach((tag, sum) ->
                out.printf(Locale.ROOT, "%8s%-40s %,14d %,18d%n", "", tag, scaled(sum[0]), scaled(sum[1])));
    }

    private void printExamples() {
        out.printf("%nexamples%n");
        for (Example example : tally.examples()) {
            out.printf(
                    Locale.ROOT,
                    "  %-32s %s → %s  card %s at %s, amount %d in minor units of currency %03d, country %d, merchant %d%n",
                    example.rule() == 0 && example.action() == Action.APPROVE
                            ? "no rule"
                            : deciders.get(example.rule()).name(),
                    example.otherAction().label(),
                    example.action().label(),
                    Pan.masked(example.card()),
                    Instant.ofEpochMilli(example.timeMs()),
                    example.amountUnits(),
                    example.currency(),
                    example.country(),
                    example.merchant());
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
