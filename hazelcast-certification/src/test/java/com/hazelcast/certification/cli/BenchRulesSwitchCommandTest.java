package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is refused before a cluster is started. */
class BenchRulesSwitchCommandTest {
    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "--switches=0, switches=0",
        "--switches=51, switches=51",
        "--members=0, members=0",
        "--members=1, backups=1",
        "--rate=0, rate=0",
        "--before=0s, before=0ms",
        "--before=999ms, before=999ms",
        "--rules=no-such.rules, rules=no-such.rules",
    })
    void shouldRefuseWhatCannotBeMeasured(String option, String named) {
        CommandLine commandLine = Fraud.commandLine();
        commandLine.setOut(new PrintWriter(new StringWriter(), true));
        commandLine.setErr(new PrintWriter(errors, true));

        assertThat(commandLine.execute("bench", "rules-switch", option)).isEqualTo(2);
        assertThat(errors.toString()).contains(named);
    }
}
