package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.rules.compiled.CompiledRules;
import com.hazelcast.certification.rules.compiled.CostModel;
import com.hazelcast.certification.rules.compiled.SetCost;
import com.hazelcast.certification.rules.language.Problem;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.DecisionCodes;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import com.hazelcast.certification.rules.vectors.RuleVectors;
import com.hazelcast.certification.rules.vectors.VectorDifference;
import com.hazelcast.certification.rules.vectors.VectorFormatException;
import com.hazelcast.certification.rules.vectors.VectorReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fraud rules check FILE}: a set of rules, or a file of known answers for the certification's rules. */
@Command(
        name = "check",
        description = {
            "Checks a set of rules (FILE ends in .rules): types, units, limits and what it costs at most.",
            "Or scores and explains the cases of a file with the certification's rules, and compares with its answers."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the set is right and inside its budget; every case agrees",
            "1:the set is wrong or costs too much; a case differs",
            "2:the file is missing or cannot be read"
        })
final class RulesCheckCommand implements Callable<Integer> {
    private static final int AGREES = 0;
    private static final int DIFFERS = 1;
    private static final int BAD_FILE = 2;
    private static final int MOST_EXPENSIVE = 5;

    @Parameters(paramLabel = "FILE", description = "A set of rules; or one JSON object a line, plain or gzip.")
    private Path file = Path.of("");

    @Option(
            names = "--budget",
            paramLabel = "NS",
            defaultValue = "" + SetCost.BUDGET_NS,
            description = "What a set may cost at most, in nanoseconds at " + SetCost.ENTRIES_MANY
                    + " entries a card (default: ${DEFAULT-VALUE}).")
    private long budgetNs;

    @Option(names = "--costs", description = "Print what each rule costs at most.")
    private boolean costs;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (!Files.isRegularFile(file)) {
            return refuse("there is no such file");
        }
        try {
            return RuleSetFile.isOne(file) ? checkSet() : print(new RuleVectors(shipped()).check(file));
        } catch (VectorFormatException e) {
            return refuse(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return refuse("it cannot be read (" + e.getMessage() + ")");
        }
    }

    private static RuleSetDefinition shipped() {
        try {
            return RuleSetText.shipped().read();
        } catch (RuleLanguageException e) {
            throw new IllegalStateException("the set that comes with the program cannot be read", e);
        }
    }

    private int refuse(String reason) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("Cannot check " + file + ": " + reason + ".");
        err.flush();
        return BAD_FILE;
    }

    private int print(VectorReport report) {
        PrintWriter out = spec.commandLine().getOut();
        for (VectorDifference difference : report.differences()) {
            out.println(difference);
        }
        out.println(report.agreedCount() + "/" + report.checkedCount() + " agree");
        out.flush();
        return report.differences().isEmpty() ? AGREES : DIFFERS;
    }

    private int checkSet() throws IOException {
        RuleSetFile ruleSet = new RuleSetFile(file);
        RuleSetDefinition set;
        try {
            set = ruleSet.read();
        } catch (RuleLanguageException e) {
            ruleSet.print(e, spec.commandLine().getErr());
            return DIFFERS;
        }
        Optional<Problem> problem = RuleSet.problem(set);
        if (problem.isPresent()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(file + ":" + problem.get().line() + ":" + problem.get().column() + ": "
                    + problem.get().message());
            err.flush();
            return DIFFERS;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(set.name() + ": " + set.rules().size() + " rules, "
                + CompiledRules.of(set).describe());
        DecisionCodes.describeSums(set).ifPresent(out::println);
        SetCost usual = CostModel.of(set, SetCost.ENTRIES_USUAL);
        SetCost many = CostModel.of(set, SetCost.ENTRIES_MANY);
        out.printf(
                Locale.ROOT,
                "costs at most %,.0f ns at %d entries a card, %,.0f ns at %d%n",
                usual.ns(),
                usual.entries(),
                many.ns(),
                many.entries());
        if (costs) {
            for (int i = 0; i < set.rules().size(); i++) {
                out.printf(
                        Locale.ROOT,
                        "%5d  %-32s %,10.0f ns %,10.0f ns%n",
                        many.rules().get(i).number(),
                        many.rules().get(i).name(),
                        usual.rules().get(i).ns(),
                        many.rules().get(i).ns());
            }
        }
        out.flush();
        return many.ns() > budgetNs ? refuseCost(many) : AGREES;
    }

    private int refuseCost(SetCost cost) {
        PrintWriter err = spec.commandLine().getErr();
        err.printf(
                Locale.ROOT,
                "The set costs too much: at most %,.0f ns at %d entries a card, and its budget is %,d ns. The most expensive rules:%n",
                cost.ns(),
                cost.entries(),
                budgetNs);
        for (SetCost.RuleCost rule : cost.mostExpensive(MOST_EXPENSIVE)) {
            err.printf(Locale.ROOT, "%5d  %-32s %,10.0f ns%n", rule.number(), rule.name(), rule.ns());
        }
        err.flush();
        return DIFFERS;
    }
}
