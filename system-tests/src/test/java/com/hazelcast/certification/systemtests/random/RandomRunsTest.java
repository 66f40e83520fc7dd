package com.hazelcast.certification.systemtests.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.cluster.StandIn;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command, with members that end as soon as they are started. */
class RandomRunsTest {
    @TempDir
    private Path folder;

    private StandIn standIn;

    @BeforeEach
    void launchTheStandIn() throws IOException {
        standIn = new StandIn(folder, "exit 1");
    }

    @AfterEach
    void launchMembersAgain() {
        standIn.close();
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
