package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What is refused before a cluster is started. */
class BenchScaleOutCommandTest {
    private final StringWriter errors = new StringWriter();

    @TempDir
    Path folder;

    private int run(List<String> arguments) {
        CommandLine commandLine = Fraud.commandLine("bench");
        commandLine.setErr(new PrintWriter(errors, true));
        return commandLine.execute(Stream.concat(Stream.of("bench", "scale-out"), arguments.stream())
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "--members=0, members=0",
        "--members=33, members=33",
        "--shards=0, shards=0",
        "--rate=0, rate=0",
        "--backups=3, backups=3",
        "--members=1, members=1 backups=1",
        "--heap=much, heap=much",
        "--results=nowhere.md, --csv",
    })
    void shouldRefuseWhatCannotBeMeasured(String option, String named) {
        assertThat(run(List.of(option))).isNotZero();
        assertThat(errors.toString()).contains(named);
    }

    @Test
    void shouldMissTheTableBeforeItMeasures() throws IOException {
        Path results = Files.write(folder.resolve("results.md"), List.of("no table"));

        assertThat(run(List.of("--csv=" + folder.resolve("rows.csv"), "--results=" + results)))
                .isNotZero();
        assertThat(errors.toString()).contains("bench: scale-out");
    }
}
