package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.access.ReplacedFile;
import com.hazelcast.certification.rules.language.RuleLanguage;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleSetFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fraud rules format FILE}: a set of rules in its usual form. */
@Command(
        name = "format",
        description = "Prints a set of rules in its usual form, comments included; the meaning stays.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:formatted",
            "1:the set cannot be parsed; with --check, it is not in its usual form",
            "2:the file is missing or cannot be read"
        })
final class RulesFormatCommand implements Callable<Integer> {
    private static final int FORMATTED = 0;
    private static final int WRONG = 1;
    private static final int BAD_FILE = 2;

    @Parameters(paramLabel = "FILE", description = "A set of rules.")
    private Path file = Path.of("");

    @Option(names = "--write", description = "Write it into the file instead.")
    private boolean isWritten;

    @Option(names = "--check", description = "Print nothing; status 1 when the file is not in its usual form.")
    private boolean isCheck;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        RuleSetFile ruleSet = new RuleSetFile(file);
        try {
            String text = ruleSet.text();
            String formatted = RuleLanguage.format(text);
            if (isCheck) {
                if (!text.equals(formatted)) {
                    err.println(file + " is not in its usual form; run: ./fraud rules format --write " + file);
                    err.flush();
                }
                return text.equals(formatted) ? FORMATTED : WRONG;
            }
            if (isWritten) {
                ReplacedFile.write(file, formatted.getBytes(StandardCharsets.UTF_8));
            } else {
                out.print(formatted);
                out.flush();
            }
            return FORMATTED;
        } catch (RuleLanguageException e) {
            ruleSet.print(e, err);
            return WRONG;
        } catch (IOException e) {
            err.println("Cannot format " + file + ": " + e.getMessage() + ".");
            err.flush();
            return BAD_FILE;
        }
    }
}
