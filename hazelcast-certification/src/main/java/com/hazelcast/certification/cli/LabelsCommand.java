package com.hazelcast.certification.cli;

import com.hazelcast.certification.cli.labels.LabelsAddCommand;
import com.hazelcast.certification.cli.labels.VerdictLines;
import com.hazelcast.certification.source.CardPrecision;
import com.hazelcast.certification.source.LabelScore;
import com.hazelcast.certification.source.LabelTable;
import com.hazelcast.certification.traffic.FlaggedNote;
import com.hazelcast.certification.traffic.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./fraud labels}: labels transactions, compares verdicts with the labels of generated transactions. */
@Command(
        name = "labels",
        description =
                "Label the transactions of a cluster as fraud or genuine; compare verdicts with the labels of generated transactions; make tables for rules of them.",
        subcommands = LabelsAddCommand.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class LabelsCommand {
    @Spec
    CommandSpec spec;

    @Command(
            name = "score",
            mixinStandardHelpOptions = true,
            description = {
                "Print precision, recall by scenario, false positives a day, and card precision at 100.",
                "Flagged is what has any action but approve, whether a rule or points decided.",
                "Card precision is that of 'rules evaluate': of the 100 most suspicious cards of each day, how many had a fraud on it;"
                        + " cards that were found so before are left out.",
                "Labels and records come of 'source --write FILE --labels FILE', verdicts of 'send' with that file."
            })
    int score(
            @Parameters(paramLabel = "VERDICTS", description = "What 'send' has written, csv or jsonl.") Path verdicts,
            @Parameters(paramLabel = "LABELS", description = "What 'source --labels' has written.") Path labels)
            throws IOException {
        requireFile("VERDICTS", verdicts);
        requireFile("LABELS", labels);
        print(LabelScore.of(verdicts, new VerdictLines(), labels));
        return 0;
    }

    @Command(
            name = "table",
            mixinStandardHelpOptions = true,
            description = {
                "Print a table for rules: the share of frauds by terminal, merchant, city, country or BIN.",
                "Labels and records come of 'source --write FILE --labels FILE'. It is made as it can be at the time of the"
                        + " last record: a label comes some days after its transaction."
            })
    int table(
            @Parameters(paramLabel = "RECORDS", description = "What 'source --write' has written.") Path records,
            @Parameters(paramLabel = "LABELS", description = "What 'source --labels' has written.") Path labels,
            @Option(
                            names = "--by",
                            paramLabel = "KEY",
                            defaultValue = "terminal",
                            description = "terminal, merchant, city, country, bin or bin8 (default: ${DEFAULT-VALUE}).")
                    LabelTable.Key by,
            @Option(
                            names = "--label-delay",
                            paramLabel = "DAYS",
                            defaultValue = "7",
                            description = "A label is known so many days later (default: ${DEFAULT-VALUE}).")
                    int delayDays,
            @Option(
                            names = "--label-days",
                            paramLabel = "DAYS",
                            defaultValue = "7",
                            description = "Labels of so many days make the table (default: ${DEFAULT-VALUE}).")
                    int days)
            throws IOException {
        requireFile("RECORDS", records);
        requireFile("LABELS", labels);
        PrintWriter out = spec.commandLine().getOut();
        out.print(LabelTable.csv(by, new LabelTable.Period(delayDays, days), records, labels));
        out.flush();
        return 0;
    }

    private static void requireFile(String parameter, Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException(
                    "no such file, or not readable; name what it was written to: " + parameter + "=" + file);
        }
    }

    private void print(LabelScore score) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "%,d transactions with a verdict in %.1f days, %,d without; %,d frauds (%s), %,d flagged (%s)%n",
                score.scored(),
                score.days(),
                score.unscored(),
                score.frauds(),
                percent((double) score.frauds() / score.scored()),
                score.flagged(),
                percent((double) score.flagged() / score.scored()));
        FlaggedNote.of((double) score.flagged() / score.scored()).ifPresent(note -> out.println("  " + note));
        out.printf(
                Locale.ROOT,
                "precision: %s (%,d of %,d flagged)%n",
                percent(score.precision()),
                score.flaggedFrauds(),
                score.flagged());
        out.printf(
                Locale.ROOT,
                "recall: %s (%,d of %,d frauds)%n",
                percent(score.recall()),
                score.flaggedFrauds(),
                score.frauds());
        for (Scenario scenario : Scenario.values()) {
            if (scenario != Scenario.GENUINE) {
                out.printf(
                        Locale.ROOT,
                        "  %d %-20s %8s (%,d of %,d)%n",
                        scenario.number(),
                        scenario.label(),
                        percent(score.recall(scenario)),
                        score.flagged(scenario),
                        score.count(scenario));
            }
        }
        out.printf(Locale.ROOT, "false positives a day: %,.1f%n", score.falsePositivesADay());
        out.printf(
                Locale.ROOT, "card precision at %d: %s%n", CardPrecision.CARDS_A_DAY, percent(score.cardPrecision()));
        out.flush();
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "–" : String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }
}
