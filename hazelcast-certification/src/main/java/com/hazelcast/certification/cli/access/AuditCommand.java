package com.hazelcast.certification.cli.access;

import com.hazelcast.certification.chain.ChainVerifier;
import com.hazelcast.certification.cli.options.OptionValues;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./fraud ctl audit}: checks audit logs, without a cluster. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        description = "Check the audit logs that members write (key audit-log).",
        synopsisSubcommandLabel = "COMMAND")
public final class AuditCommand {
    @Spec
    CommandSpec spec;

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description =
                    "Check that no line was changed, removed or added; exit status 1 and the first line that does not fit otherwise.")
    int verify(
            @Parameters(
                            paramLabel = "FILE",
                            arity = "1..*",
                            description =
                                    "The files of one member, the oldest first: audit.jsonl.2 audit.jsonl.1 audit.jsonl.")
                    List<Path> files,
            @Option(names = "--from-start", description = "The first line must be the first that was ever written.")
                    boolean isFromStart)
            throws IOException {
        // A file that is not there is no log that was altered, which has a status of its own.
        files.forEach(file -> OptionValues.requireFile("FILE", file));
        PrintWriter out = spec.commandLine().getOut();
        ChainVerifier verifier = isFromStart ? ChainVerifier.fromStart() : ChainVerifier.ofPart();
        String rest = "";
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            long before = verifier.lines();
            rest = look(verifier, file);
            if (!rest.isEmpty() && (i < files.size() - 1 || !verifier.isBegin(rest))) {
                var unused = verifier.accept(rest);
                rest = "";
            }
            Optional<ChainVerifier.Broken> broken = verifier.broken();
            if (broken.isPresent()) {
                out.println("audit: NOT GOOD: " + file + " line "
                        + (broken.get().line() - before) + ": " + broken.get().why());
                return 1;
            }
        }
        if (!rest.isEmpty()) {
            out.println(
                    "  the last line is not whole: the member ended while it wrote it, or still writes. Nothing was answered for it; the"
                            + " member's next start cuts it off and writes a line cut-off");
        }
        out.println("audit: good: " + verifier.lines() + " line(s), last hash "
                + verifier.lastHash().orElse("-"));
        return 0;
    }

    /** Looks at the lines up to the first that does not fit; returns what is behind the last line break. Bytes that are no text do not fit either. */
    private static String look(ChainVerifier verifier, Path file) throws IOException {
        try (BufferedReader text =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            for (int next = text.read(); next >= 0; next = text.read()) {
                if (next != '\n') {
                    line.append((char) next);
                    continue;
                }
                int length = line.length();
                boolean isOfDos = length > 0 && line.charAt(length - 1) == '\r';
                if (verifier.accept(line.substring(0, isOfDos ? length - 1 : length))
                        .isPresent()) {
                    return "";
                }
                line.setLength(0);
            }
            return line.toString();
        }
    }
}
