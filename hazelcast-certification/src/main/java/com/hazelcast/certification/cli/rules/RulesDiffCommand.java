package com.hazelcast.certification.cli.rules;

import com.hazelcast.certification.cli.options.ClusterOptions;
import com.hazelcast.certification.cli.output.UserText;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.rules.difference.SetDifference;
import com.hazelcast.certification.rules.difference.SetDifference.What;
import com.hazelcast.certification.rules.language.RuleLanguageException;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleSetText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fraud rules diff A B}: how a set of rules differs from another. */
@Command(
        name = "diff",
        description = {
            "Compares two sets of rules by the names of their rules: which were added, removed, changed and moved.",
            "A and B are files, numbers of sets of a cluster, or 'active'. How a text is laid out makes no difference."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:compared", "1:a set is wrong", "2:a file is missing or cannot be read"})
final class RulesDiffCommand implements Callable<Integer> {
    private static final int COMPARED = 0;
    private static final int WRONG_SET = 1;
    private static final int BAD_FILE = 2;

    @Parameters(index = "0", paramLabel = "A", description = "The old set.")
    private String old = "";

    @Parameters(index = "1", paramLabel = "B", description = "The new set.")
    private String now = "";

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        SetName first = new SetName(old);
        SetName second = new SetName(now);
        SetName reading = first;
        try {
            Optional<RuleBook> book =
                    first.isOfCluster() || second.isOfCluster() ? Optional.of(book()) : Optional.empty();
            RuleSetText before = read(first, book);
            reading = second;
            RuleSetText after = read(second, book);
            print(SetDifference.of(before, after));
            return COMPARED;
        } catch (RuleLanguageException e) {
            reading.print(e, err);
            return WRONG_SET;
        } catch (IOException e) {
            err.println("Cannot read " + reading.text() + ": " + e.getMessage() + ".");
            err.flush();
            return BAD_FILE;
        }
    }

    private RuleBook book() {
        try (ClusterControl control = cluster.connect(spec.commandLine().getErr())) {
            return control.rules().book();
        }
    }

    private static RuleSetText read(SetName name, Optional<RuleBook> book) throws IOException, RuleLanguageException {
        return name.isOfCluster() ? name.in(book.orElseThrow()) : name.ofFile();
    }

    private void print(SetDifference difference) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "%s → %s: %d added, %d removed, %d changed, %d moved, %d the same%n",
                old,
                now,
                difference.count(What.ADDED),
                difference.count(What.REMOVED),
                difference.count(What.CHANGED),
                difference.count(What.MOVED),
                difference.unchanged());
        if (!difference.header().isEmpty()) {
            out.println("before the first rule: changed");
            difference.header().forEach(line -> print(out, line));
        }
        for (SetDifference.OfRule rule : difference.rules()) {
            String numbers = rule.from() == 0
                    ? Integer.toString(rule.to())
                    : rule.to() == 0 || rule.to() == rule.from()
                            ? Integer.toString(rule.from())
                            : rule.from() + " → " + rule.to();
            out.println("rule " + numbers + " " + UserText.shown(rule.name()) + ": "
                    + rule.what().label() + (rule.what() == What.CHANGED && rule.isMoved() ? " and moved" : ""));
            rule.lines().forEach(line -> print(out, line));
        }
        for (SetDifference.OfFile file : difference.files()) {
            out.printf(
                    Locale.ROOT,
                    "file %s: %s, %,d lines added, %,d removed%n",
                    UserText.shown(file.name()),
                    file.what().label(),
                    file.added(),
                    file.removed());
        }
        out.flush();
    }

    private static void print(PrintWriter out, SetDifference.Line line) {
        out.println("  " + line.side().sign() + " " + UserText.shown(line.text()));
    }
}
