package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.backtest.Decider;
import com.hazelcast.certification.backtest.LabelTally;
import com.hazelcast.certification.labels.Label;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Prints what a set, and the one that it is compared with, are worth by the labels of the transactions: precision, recall and false
 * positives, for the whole and by rule. Nothing where no transaction has a label. Used once.
 */
final class LabelReport {
    private final LabelTally labels;
    private final double sample;
    private final PrintWriter out;

    /**
     * A set, or the recorded decisions.
     *
     * @param deciders by the numbers that they are counted under
     */
    record Side(String name, List<Decider> deciders) {}

    LabelReport(LabelTally labels, double sample, PrintWriter out) {
        this.labels = labels;
        this.sample = sample;
        this.out = out;
    }

    void print(Side set, Side other) {
        long fraud = labels.transactions(Label.FRAUD);
        long genuine = labels.transactions(Label.GENUINE);
        if (fraud + genuine == 0) {
            return;
        }
        out.printf(
                Locale.ROOT,
                "%nlabels: %,d fraud with amounts of %,d, and %,d genuine; other transactions count for nothing here%n",
                scaled(fraud),
                scaled(labels.units(Label.FRAUD)),
                scaled(genuine));
        if (genuine == 0) {
            out.println("  nothing is labelled as genuine, so there are neither precision nor false positives");
        }
        out.printf(
                Locale.ROOT,
                "%-48s %10s %10s %18s %16s%n",
                "",
                "precision",
                "recall",
                "recall by amount",
                "false positives");
        printWhole(set, false);
        printWhole(other, true);
        printRules(set, false);
        printRules(other, true);
    }

    private void printWhole(Side side, boolean isOther) {
        printLine(
                side.name(),
                text(labels.precision(isOther)),
                text(labels.recall(isOther)),
                text(labels.recallByAmount(isOther)),
                labels.flagged(isOther, Label.GENUINE));
    }

    private void printRules(Side side, boolean isOther) {
        boolean isHeadPrinted = false;
        for (int rule = 0; rule < side.deciders().size(); rule++) {
            long hit = labels.decided(isOther, rule, Label.FRAUD);
            long wrong = labels.decided(isOther, rule, Label.GENUINE);
            if (hit + wrong > 0) {
                if (!isHeadPrinted) {
                    out.printf(Locale.ROOT, "%n%s, by rule%n", side.name());
                    isHeadPrinted = true;
                }
                Decider decider = side.deciders().get(rule);
                printLine(
                        String.format(Locale.ROOT, "%6s  %s", decider.number(), decider.name()),
                        text(labels.precision(isOther, rule)),
                        text(labels.recall(isOther, rule)),
                        "",
                        wrong);
            }
        }
    }

    private void printLine(String name, String precision, String recall, String ofAmounts, long wrong) {
        out.printf(
                Locale.ROOT,
                "%-48s %10s %10s %18s %16s%n",
                name,
                precision,
                recall,
                ofAmounts,
                labels.transactions(Label.GENUINE) == 0 ? "-" : String.format(Locale.ROOT, "%,d", scaled(wrong)));
    }

    private static String text(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.3f", share.getAsDouble()) : "-";
    }

    private long scaled(long count) {
        return sample == 1 ? count : Math.round(count / sample);
    }
}
