package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.bench.RuleComparison;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fraud rules compare FILE}: a set of rules against the rules that members run. */
@Command(
        name = "compare",
        description = "Compares a set of rules with the rules that members run, on generated transactions.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every verdict agrees",
            "1:a verdict differs, or the set is wrong",
            "2:the file is missing or cannot be read"
        })
final class RulesCompareCommand implements Callable<Integer> {
    private static final int AGREES = 0;
    private static final int DIFFERS = 1;
    private static final int BAD_FILE = 2;

    @Parameters(paramLabel = "FILE", description = "A set of rules, of as many rules as members run.")
    private Path file = Path.of("");

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
        RuleSetFile ruleSet = new RuleSetFile(file);
        PrintWriter err = spec.commandLine().getErr();
        try {
            RuleSetDefinition set = ruleSet.read();
            if (set.rules().size() != CertificationRules.LAST_ID) {
                err.println(
                        "Members run " + CertificationRules.LAST_ID + " rules, and the set has another number: rules="
                                + set.rules().size());
                err.flush();
                return DIFFERS;
            }
            return print(new RuleComparison(
                            set, new RuleComparison.Settings(traffic.traffic, cards, history, transactions, seed))
                    .run());
        } catch (RuleLanguageException e) {
            ruleSet.print(e, err);
            return DIFFERS;
        } catch (IOException e) {
            err.println("Cannot compare " + file + ": " + e.getMessage() + ".");
            err.flush();
            return BAD_FILE;
        }
    }

    private int print(RuleComparison.Result result) {
        PrintWriter out = spec.commandLine().getOut();
        result.differences().forEach(out::println);
        out.printf(
                Locale.ROOT,
                "%,d transactions, %,d flagged: %s; all matching rules of %,d compared%n",
                result.compared(),
                result.flagged(),
                result.differences().isEmpty() ? "every verdict agrees" : "verdicts differ",
                result.explained());
        out.printf(
                Locale.ROOT,
                "a verdict takes %.1f ns of processor time with the Java rules, %.1f ns with the compiled set (opening the card included)%n",
                (double) result.javaNs() / result.compared(),
                (double) result.compiledNs() / result.compared());
        out.flush();
        return result.differences().isEmpty() ? AGREES : DIFFERS;
    }
}
