package com.hazelcast.certification.systemtests.storage;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.storage.FilledMembers.Loss;
import com.hazelcast.certification.systemtests.storage.Filling.What;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fault of {@code system-tests/run} with members of 320 MiB. */
@Tag("process")
@Tag(LONG)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FilledMembersIT {
    @TempDir
    private static Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "heap, MEANWHILE, --memory=heap --heap=320m",
        "native, WHEN_FULL, --memory=native --heap=320m --native-size=96m"
    })
    void shouldRejectAndGoOnAndNeverEnd(String memory, Loss loss, String options) throws Exception {
        FilledMembers filled = new FilledMembers(memory, false, 3, What.CARDS, loss, List.of(options.split(" ")));
        try (SystemCluster cluster = filled.started(Files.createDirectory(folder.resolve(memory)))) {
            Outcome outcome = filled.run(cluster, 1);

            assertThat(outcome.audit().examples()).isEmpty();
            assertThat(outcome.fired()).as("members were full").isEqualTo(1);
            assertThat(outcome.isGood()).as(outcome.toString()).isTrue();
        }
    }
}
