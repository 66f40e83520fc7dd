package com.hazelcast.certification.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.rules.CertificationRules;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RulesCommandTest {
    private static final String VECTORS = "src/test/resources/certification-vectors.jsonl.gz";
    private static final String VECTOR = "{\"rule\":1,\"matches\":[1],\"transaction\":"
            + "\"00000017721111,1798967585307,107,00,34209,107,0494,09691,74106\",\"history\":[]}\n";

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new RulesCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void shouldListEveryRule() {
        assertThat(run("list")).isZero();
        assertThat(out.toString().lines())
                .hasSize(1 + CertificationRules.LAST_ID)
                .anyMatch(line -> line.startsWith("23  burst-two-hours "));
    }

    @Test
    void shouldAgreeWithTheVectors() {
        assertThat(run("check", VECTORS)).isZero();
        assertThat(out.toString()).isEqualToNormalizingNewlines("1324/1324 agree\n");
    }

    @Test
    void shouldFailAndPrintADifferenceWithTheCardMasked() throws IOException {
        Path file = Files.writeString(folder.resolve("vectors"), VECTOR);
        assertThat(run("check", file.toString())).isEqualTo(1);
        assertThat(out.toString())
                .isEqualToNormalizingNewlines(
                        "line 1, card 000000****1111: expected rule 1 of [1], got rule 36 of [36]\n0/1 agree\n");
    }

    @Test
    void shouldSayWhatIsWrongWithAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("vectors"), "nothing");
        assertThat(run("check", file.toString())).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToNormalizingNewlines("Cannot check " + file + ": line 1: not a JSON object.\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldSayThatAFileIsMissing() {
        Path file = folder.resolve("missing");
        assertThat(run("check", file.toString())).isEqualTo(2);
        assertThat(err.toString()).isEqualToNormalizingNewlines("Cannot check " + file + ": there is no such file.\n");
    }
}
