package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FraudTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = Fraud.commandLine();
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    @Test
    void shouldNameAnUnknownOptionAndWhereHelpIs() {
        assertThat(run("--frobnicate")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToNormalizingNewlines("fraud: Unknown option: '--frobnicate'\nSee ./fraud --help\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldNameAnUnknownCommand() {
        assertThat(run("scoer")).isEqualTo(2);
        assertThat(err.toString()).startsWith("fraud: ").contains("'scoer'").contains("See ./fraud --help");
    }

    @Test
    void shouldShowUsageAndFailWithoutACommand() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).startsWith("Usage: ./fraud");
    }

    @Test
    void shouldHelpOnStandardOutput() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: ./fraud");
    }

    @Test
    void shouldTellVersionAndCommit() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString())
                .startsWith("fraud " + new BuildInfo().version())
                .contains("commit " + new BuildInfo().commit())
                .doesNotContain("${");
    }
}
