package com.hazelcast.certification.cli;

import com.hazelcast.certification.rules.CertificationRules;
import com.hazelcast.certification.rules.Rule;
import com.hazelcast.certification.rules.vectors.RuleVectors;
import com.hazelcast.certification.rules.vectors.VectorDifference;
import com.hazelcast.certification.rules.vectors.VectorFormatException;
import com.hazelcast.certification.rules.vectors.VectorReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fraud rules}: lists the rules, or checks them against a file of known answers. */
@Command(
        name = "rules",
        description = "Lists the rules, or checks them against a file of known answers.",
        mixinStandardHelpOptions = true,
        subcommands = {RulesCommand.ListRules.class, RulesCommand.CheckRules.class})
public final class RulesCommand {

    /** {@code fraud rules list}. */
    @Command(
            name = "list",
            description = "Lists the rules: number, name, when it holds.",
            mixinStandardHelpOptions = true)
    static final class ListRules implements Runnable {
        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            PrintWriter out = spec.commandLine().getOut();
            int nameWidth = CertificationRules.all().stream()
                    .mapToInt(rule -> rule.name().length())
                    .max()
                    .orElse(0);
            String format = "%2s  %-" + nameWidth + "s  %s%n";
            out.printf(format, "id", "name", "holds when");
            for (Rule rule : CertificationRules.all()) {
                out.printf(format, rule.id(), rule.name(), rule.description());
            }
            out.flush();
        }
    }

    /** {@code fraud rules check FILE}. */
    @Command(
            name = "check",
            description = "Scores and explains the cases of a file and compares with its answers.",
            mixinStandardHelpOptions = true,
            exitCodeListHeading = "Exit codes:%n",
            exitCodeList = {"0:every case agrees", "1:a case differs", "2:the file is missing or malformed"})
    static final class CheckRules implements Callable<Integer> {
        private static final int AGREES = 0;
        private static final int DIFFERS = 1;
        private static final int BAD_FILE = 2;

        @Parameters(paramLabel = "FILE", description = "One JSON object a line, plain or gzip.")
        private Path file = Path.of("");

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            if (!Files.isRegularFile(file)) {
                return refuse("there is no such file");
            }
            try {
                return print(new RuleVectors().check(file));
            } catch (VectorFormatException e) {
                return refuse(String.valueOf(e.getMessage()));
            } catch (IOException e) {
                return refuse("it cannot be read (" + e.getMessage() + ")");
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
    }
}
