package com.hazelcast.certification.systemtests.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command, with members that end as soon as they are started. */
class RandomRunsTest {
    private static final String LAUNCHER = "fraud.launcher";

    private final Optional<String> launcherBefore = Optional.ofNullable(System.getProperty(LAUNCHER));

    @TempDir
    private Path folder;

    @BeforeEach
    void launchWhatEnds() throws IOException {
        Path launcher = Files.write(folder.resolve("fraud"), List.of("#!/bin/sh", "exit 1"));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        var unused = System.setProperty(LAUNCHER, launcher.toString());
    }

    @AfterEach
    void launchMembersAgain() {
        var unused = launcherBefore.isPresent()
                ? System.setProperty(LAUNCHER, launcherBefore.get())
                : System.clearProperty(LAUNCHER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--again", "--steps=+0 s kill 0"})
    void shouldNotBeGoodWhenNoClusterHasStarted(String option) {
        Path report = folder.resolve("report");
        CommandLine command = new CommandLine(new RandomRuns());

        int status = command.execute("--brief", "--seeds=1", "--report=" + report, option);

        assertThat(status).isEqualTo(1);
        assertThat(command.<Integer>getExecutionResult())
                .as("what it returns: it has not ended by an exception")
                .isEqualTo(1);
        assertThat(report.resolve("results-brief.tsv")).doesNotExist();
    }
}
