package com.hazelcast.certification.cli.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.EvaluationScore;
import com.hazelcast.certification.bench.EvaluationScore.Counts;
import com.hazelcast.certification.bench.RuleEvaluation;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.output.EvaluationJson;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.source.CardPrecision;
import com.hazelcast.certification.source.LabelTable;
import com.hazelcast.certification.traffic.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fraud rules evaluate FILE}: a set of rules against labelled natural traffic. */
@Command(
        name = "evaluate",
        description = {
            "Runs a set of rules on natural traffic, without a cluster, and compares its decisions with the labels.",
            "The same options give the same result."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:it ran", "1:the set is wrong", "2:the file is missing or cannot be read"})
final class RulesEvaluateCommand implements Callable<Integer> {
    private static final int RAN = 0;
    private static final int WRONG_SET = 1;
    private static final int BAD_FILE = 2;

    @Parameters(paramLabel = "FILE", description = "A set of rules.")
    private Path file = Path.of("");

    @Option(
            names = "--cards",
            paramLabel = "N",
            defaultValue = "5000",
            description = "Cards (default: ${DEFAULT-VALUE}).")
    private int cards;

    @Option(
            names = "--payments-a-day",
            paramLabel = "N",
            defaultValue = "2",
            description = "Payments of a card in a day, on average (default: ${DEFAULT-VALUE}).")
    private double paymentsADay;

    @Option(
            names = "--warm-up",
            paramLabel = "DAYS",
            defaultValue = "90",
            description = "Days before, which fill histories and tables (default: ${DEFAULT-VALUE}).")
    private int warmUpDays;

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            defaultValue = "28",
            description = "Days that are decided (default: ${DEFAULT-VALUE}).")
    private int days;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of who pays when, and of the frauds (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--labelled",
            paramLabel = "TABLE=KEY",
            description = {
                "A table that the set reads, and what its keys are: terminal, merchant, city, country, bin or bin8.",
                "It is made again each day from the labels known then, in place of the file. May be given several times."
            })
    private Map<String, LabelTable.Key> labelled = new LinkedHashMap<>();

    @Option(
            names = "--label-delay",
            paramLabel = "DAYS",
            defaultValue = "7",
            description = "A label is known so many days after its transaction (default: ${DEFAULT-VALUE}).")
    private int labelDelayDays;

    @Option(
            names = "--label-days",
            paramLabel = "DAYS",
            defaultValue = "7",
            description = "Labels of so many days make a table (default: ${DEFAULT-VALUE}).")
    private int labelDays;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        RuleSetFile ruleSet = new RuleSetFile(file);
        PrintWriter err = spec.commandLine().getErr();
        try {
            requireRead(ruleSet.withFiles().files().keySet());
            RuleEvaluation.Settings settings = new RuleEvaluation.Settings(
                    cards,
                    paymentsADay,
                    warmUpDays,
                    days,
                    seed,
                    labelled,
                    new LabelTable.Period(labelDelayDays, labelDays));
            EvaluationScore score = new RuleEvaluation(ruleSet::read, settings).run();
            if (json.isOn) {
                ObjectNode object = EvaluationJson.of(score);
                RunConditions.addTo(object.putObject("conditions"));
                JsonOption.print(spec.commandLine().getOut(), object);
            } else {
                print(score);
            }
            return RAN;
        } catch (RuleLanguageException e) {
            ruleSet.print(e, err);
            return WRONG_SET;
        } catch (IOException e) {
            err.println("Cannot evaluate " + file + ": " + e.getMessage() + ".");
            err.flush();
            return BAD_FILE;
        }
    }

    /** A table that the set does not read would be made for nothing, and the one that was meant stays as its file is. */
    private void requireRead(Set<String> files) {
        for (String name : labelled.keySet()) {
            if (!files.contains(name)) {
                throw new IllegalArgumentException(
                        "the set reads no file of that name: --labelled=" + name + " files=" + new TreeSet<>(files));
            }
        }
    }

    private void print(EvaluationScore score) {
        PrintWriter out = spec.commandLine().getOut();
        Counts all = score.all();
        out.printf(
                Locale.ROOT,
                "%s: %d rules on %,d transactions of %,d cards in %d days, of which %,d frauds (%s)%n",
                score.set().name(),
                score.set().rules().size(),
                all.transactions(),
                cards,
                days,
                score.frauds(),
                percent((double) score.frauds() / all.transactions()));
        out.printf(
                Locale.ROOT,
                "flagged:                %8s (%,d)%n",
                percent((double) all.flagged() / all.transactions()),
                all.flagged());
        for (Action action : Action.values()) {
            if (action != Action.APPROVE) {
                Counts counts = score.action(action);
                out.printf(
                        Locale.ROOT,
                        "  %-20s  %8s (%,d), precision %s%n",
                        action.label(),
                        percent((double) counts.flagged() / all.transactions()),
                        counts.flagged(),
                        percent(counts.precision()));
            }
        }
        out.printf(Locale.ROOT, "precision:              %8s%n", percent(all.precision()));
        out.printf(Locale.ROOT, "recall:                 %8s%n", percent(score.recall()));
        out.printf(Locale.ROOT, "recall by amount:       %8s%n", percent(score.recallByAmount()));
        for (Scenario scenario : Scenario.values()) {
            if (scenario != Scenario.GENUINE) {
                Counts counts = score.scenario(scenario);
                out.printf(
                        Locale.ROOT,
                        "  %-20s  %8s (%,d of %,d), by amount %s%n",
                        scenario.label(),
                        percent((double) counts.flagged() / counts.transactions()),
                        counts.flagged(),
                        counts.transactions(),
                        percent((double) counts.flaggedUnits() / counts.units()));
            }
        }
        out.printf(
                Locale.ROOT, "card precision at %d:  %8s%n", CardPrecision.CARDS_A_DAY, percent(score.cardPrecision()));
        printRule(out, "", "points", score.rule(0));
        for (RuleDefinition rule : score.set().rules()) {
            printRule(out, Integer.toString(rule.number()), rule.name(), score.rule(rule.number()));
        }
        out.flush();
    }

    private static void printRule(PrintWriter out, String number, String name, Counts counts) {
        out.printf(
                Locale.ROOT,
                "%4s  %-32s %,9d flagged, precision %s%n",
                number,
                name,
                counts.flagged(),
                percent(counts.precision()));
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "–" : String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }
}
