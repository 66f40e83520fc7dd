package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the benches of storage refuse before they start anything. */
class BenchStorageCommandsTest {
    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "restart --cards=0, cards=0",
        "restart --log=many, log=many",
        "restart --durability=never, never",
        "restart --rejoin --rate=0, rate=0",
        "load --cards=0, cards=0",
        "load --history=0, history=0",
        "load --from=paper, paper",
        "end-to-end --encrypted, --durability",
    })
    void shouldRefuseWhatCannotBeMeasured(String words, String named) {
        CommandLine commandLine = Fraud.commandLine();
        commandLine.setOut(new PrintWriter(new StringWriter(), true));
        commandLine.setErr(new PrintWriter(errors, true));
        List<String> call = new ArrayList<>(List.of("bench"));
        call.addAll(List.of(words.split(" ")));

        assertThat(commandLine.execute(call.toArray(String[]::new))).isEqualTo(2);
        assertThat(errors.toString()).contains(named);
    }
}
