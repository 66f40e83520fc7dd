package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.rules.cases.RuleCases;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fraud rules test FILE CASES}: what a set of rules decides, against what somebody expects. */
@Command(
        name = "test",
        description = "Runs a set of rules on the cases of a file and compares with the decisions that it expects.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every case agrees",
            "1:a case differs, or the set is wrong",
            "2:a file is missing or malformed"
        })
final class RulesTestCommand implements Callable<Integer> {
    private static final int AGREES = 0;
    private static final int DIFFERS = 1;
    private static final int BAD_FILE = 2;

    @Parameters(index = "0", paramLabel = "FILE", description = "A set of rules.")
    private Path file = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "CASES",
            description =
                    "One JSON object a line: transaction, history, and what is expected (action, rule, matches, points).")
    private Path cases = Path.of("");

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        RuleSetFile ruleSet = new RuleSetFile(file);
        RuleCases set;
        try {
            set = new RuleCases(ruleSet.read());
        } catch (RuleLanguageException e) {
            ruleSet.print(e, spec.commandLine().getErr());
            return DIFFERS;
        } catch (IOException e) {
            return refuse(file, e);
        }
        if (!Files.isRegularFile(cases)) {
            return refuse(cases, new IOException("there is no such file"));
        }
        try (BufferedReader in = Files.newBufferedReader(cases)) {
            return print(set.run(in));
        } catch (CharacterCodingException e) {
            return refuse(cases, new IOException("it is not text in UTF-8", e));
        } catch (IOException e) {
            return refuse(cases, e);
        }
    }

    private int refuse(Path named, IOException reason) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("Cannot test with " + named + ": " + reason.getMessage() + ".");
        err.flush();
        return BAD_FILE;
    }

    private int print(RuleCases.Report report) {
        PrintWriter out = spec.commandLine().getOut();
        report.differences().forEach(out::println);
        int agreed = report.count() - report.differences().size();
        out.println(agreed + "/" + report.count() + " agree");
        out.flush();
        return report.differences().isEmpty() ? AGREES : DIFFERS;
    }
}
