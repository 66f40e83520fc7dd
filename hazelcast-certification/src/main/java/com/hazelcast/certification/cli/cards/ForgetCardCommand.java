package com.hazelcast.certification.cli.cards;

import com.hazelcast.certification.cli.options.ControlAccess;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.cluster.ClusterControl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ./fraud ctl forget-card}: removes cards from a running cluster. Numbers are no arguments: others see these. */
@Command(
        name = "forget-card",
        mixinStandardHelpOptions = true,
        description =
                "Remove cards and their transactions from all members, and from their data folders. Reads card numbers from standard input, one a line.")
public final class ForgetCardCommand implements Callable<Integer> {
    @ParentCommand
    ControlAccess control;

    @Spec
    CommandSpec spec;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "Read the numbers from this file (default: from standard input).")
    @Nullable
    Path file;

    @Override
    public Integer call() throws IOException {
        if (file == null) {
            // Behind the secret of --user, which is a line of standard input as well, and is taken before the cluster
            // is reached.
            return control.with(cluster -> forget(cluster, readInput()));
        }
        OptionValues.requireFile("file", file);
        List<Long> codes;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            codes = read(lines);
        }
        return control.with(cluster -> forget(cluster, codes));
    }

    private int forget(ClusterControl cluster, List<Long> codes) {
        PrintWriter out = spec.commandLine().getOut();
        for (long code : codes) {
            int transactions = cluster.forgetCard(code);
            String what = transactions < 0
                    ? "was not held; forgotten on every copy"
                    : String.format(Locale.ROOT, "forgotten, with %,d transaction(s)", transactions);
            out.println(CardNumber.masked(code) + ": " + what);
            out.flush();
        }
        return 0;
    }

    private static List<Long> readInput() {
        try {
            return read(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("card numbers cannot be read from standard input", e);
        }
    }

    /** All of them, before the first is forgotten: a wrong line ends the command before it has done anything. */
    private static List<Long> read(BufferedReader lines) throws IOException {
        List<Long> codes = new ArrayList<>();
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (!line.isBlank()) {
                codes.add(code(line.strip(), number));
            }
        }
        if (codes.isEmpty()) {
            throw new IllegalArgumentException("there is no card number; give one a line, by standard input or --file");
        }
        return codes;
    }

    private static long code(String text, int line) {
        try {
            return CardNumber.of(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a card number has " + CardNumber.DIGITS_MIN + " to " + CardNumber.DIGITS_MAX
                            + " digits, with blanks or hyphens between them at most; nothing was forgotten: line "
                            + line + " is "
                            + CardNumber.masked(text),
                    e);
        }
    }
}
