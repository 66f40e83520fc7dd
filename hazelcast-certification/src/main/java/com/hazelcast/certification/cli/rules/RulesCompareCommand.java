package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.bench.RuleComparison;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fraud rules compare FILE}: a compiled set of rules against its tree, or against another set. */
@Command(
        name = "compare",
        description = {
            "Compares what a compiled set decides with what another decides, on generated transactions.",
            "Without --with, it is compared with its own tree, evaluated rule by rule."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every decision agrees",
            "1:a decision differs, or a set is wrong",
            "2:the file is missing or cannot be read"
        })
final class RulesCompareCommand implements Callable<Integer> {
    private static final int AGREES = 0;
    private static final int DIFFERS = 1;
    private static final int BAD_FILE = 2;

    @Parameters(paramLabel = "FILE", description = "A set of rules.")
    private Path file = Path.of("");

    @Option(
            names = "--with",
            paramLabel = "FILE",
            description = "Another set, which must decide the same (default: the same set).")
    private @Nullable Path other;

    @Mixin
    private TrafficOption traffic = new TrafficOption();

    @Option(
            names = "--transactions",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "How many to compare (default: ${DEFAULT-VALUE}).")
    private long transactions;

    @Option(
            names = "--cards",
            paramLabel = "N",
            defaultValue = "50000",
            description = "Cards (default: ${DEFAULT-VALUE}).")
    private int cards;

    @Option(
            names = "--history",
            paramLabel = "N",
            defaultValue = "20",
            description = "Transactions a card at the beginning (default: ${DEFAULT-VALUE}).")
    private int history;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of all that is random (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        RuleSetFile reading = new RuleSetFile(file);
        PrintWriter err = spec.commandLine().getErr();
        try {
            RuleSetDefinition set = reading.read();
            RuleSetDefinition expected = set;
            if (other != null) {
                reading = new RuleSetFile(other);
                expected = reading.read();
            }
            return print(new RuleComparison(
                            set,
                            RuleComparison.interpreted(expected),
                            new RuleComparison.Settings(traffic.traffic, cards, history, transactions, seed))
                    .run());
        } catch (RuleLanguageException e) {
            reading.print(e, err);
            return DIFFERS;
        } catch (IOException e) {
            err.println("Cannot compare " + reading + ": " + e.getMessage() + ".");
            err.flush();
            return BAD_FILE;
        }
    }

    private int print(RuleComparison.Result result) {
        PrintWriter out = spec.commandLine().getOut();
        result.differences().forEach(out::println);
        out.printf(
                Locale.ROOT,
                "%,d transactions, %,d decided by a rule: %s; all matching rules of %,d compared%n",
                result.compared(),
                result.flagged(),
                result.differences().isEmpty() ? "every decision agrees" : "decisions differ",
                result.explained());
        out.printf(
                Locale.ROOT,
                "a decision takes %.1f ns of processor time compiled, %.1f ns by the tree (opening the card included)%n",
                (double) result.compiledNs() / result.compared(),
                (double) result.referenceNs() / result.compared());
        out.flush();
        return result.differences().isEmpty() ? AGREES : DIFFERS;
    }
}
