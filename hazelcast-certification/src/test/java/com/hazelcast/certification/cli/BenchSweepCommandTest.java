package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchSweepCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = Fraud.commandLine(arguments);
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(errors, true));
        return commandLine.execute(arguments);
    }

    @Test
    void shouldPrintTheDocumentedKeys() throws Exception {
        int status = run("bench", "sweep", "--cards=1000", "--history=30", "--sweep-interval=3d", "--json");

        assertThat(status).as(errors.toString()).isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        Set<String> documented = new TreeSet<>(DocumentedKeys.of("bench sweep"));
        documented.addAll(DocumentedKeys.of("bench"));
        assertThat(DocumentedKeys.in(json)).isEqualTo(documented);
        assertThat(json.get("cards").longValue()).isEqualTo(1_000);
        assertThat(json.get("entriesDropped").longValue()).isPositive();
        assertThat(json.get("settings").get("sweepIntervalMs").longValue()).isEqualTo(3L * 24 * 60 * 60 * 1_000);
    }

    @Test
    void shouldSayWhatACardTakesAndWhatShareOfACoreThatIs() {
        assertThat(run("bench", "sweep", "--cards=1000")).isZero();
        assertThat(out.toString())
                .contains("ns of a processor a card (1,000 cards in ")
                .contains("share of a core, each card once in PT24H: ")
                .contains("with 30,000,000 cards ");
    }

    @ParameterizedTest
    @CsvSource({
        "--cards=0, cards=0",
        "--history=0, history=0",
        "--history=513, history=513",
        "--sweep-interval=0s, sweep-interval=0ms",
        "--sweep-interval=31d, sweep-interval must be a time of 1s to 30d",
        "--sweep-interval=never, never",
    })
    void shouldRefuseWhatCannotBeMeasured(String option, String named) {
        assertThat(run("bench", "sweep", option)).isEqualTo(2);
        assertThat(errors.toString()).contains(named);
    }
}
