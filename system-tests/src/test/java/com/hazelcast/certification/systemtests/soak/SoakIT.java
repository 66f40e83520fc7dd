package com.hazelcast.certification.systemtests.soak;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.soak.SoakSettings.Phase;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two short phases; {@code system-tests/run soak} runs hours. Trends of so short a time say nothing, and are not looked at. */
@Tag("process")
@Tag(LONG)
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SoakIT {
    private static final double SECONDS = 40;

    @TempDir
    private Path folder;

    @Test
    void shouldKeepMembersFullWhileCardsComeAndGoAndMembersJoinAndLeave() throws Exception {
        SoakSettings settings = new SoakSettings(
                2 * SECONDS / 3_600, List.of(Phase.HEAP_70, Phase.NATIVE_90), 500, 20, 20, "128m", "64m", 1, 60, 1);
        SoakFolder state = new SoakFolder(folder, settings);

        SoakAnswers answers = new SoakRun(settings, state).run();

        assertThat(answers.isGood()).as(answers.toString()).isTrue();
        List<SoakSample> samples = state.samples();
        assertThat(samples).extracting(SoakSample::phase).contains(0, 1);
        assertThat(samples).extracting(SoakSample::place).contains(0, 1, 2);
        assertThat(samples).allSatisfy(sample -> {
            assertThat(sample.fill()).isBetween(0.5, 1.0);
            assertThat(sample.residentMib()).isGreaterThan(64);
            assertThat(sample.threads()).isPositive();
            assertThat(sample.files()).isPositive();
            assertThat(sample.bytesPerCard()).isPositive();
        });
        // All ways in: the gateway, the raw source, HTTP and Kafka.
        assertThat(samples.stream().mapToDouble(SoakSample::tps).sum() / samples.size() * SoakSettings.MEMBERS)
                .isGreaterThan(600);
        // A run that is at its end has nothing left to do.
        assertThat(state.doneSeconds(0)).isEqualTo(SECONDS);
        assertThat(new SoakRun(settings, new SoakFolder(folder, settings)).run().toString())
                .startsWith("0 answered");
    }
}
