package com.hazelcast.certification.systemtests.random;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.random.Step.Act;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What random runs check, on clusters that do not what is promised: each defect has to be found. */
@Tag("process")
@Tag(LONG)
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class RandomRunChecksIT {
    private static final long SECONDS_MAX = 300;

    /** What is broken is found by then; the run itself may not come to its end. */
    private static final long BROKEN_SECONDS_MAX = 90;

    @TempDir
    private Path folder;

    /** Two members and one backup, 500 cards, and these steps. */
    private static RandomPlan plan(Step... steps) {
        RandomSetup setup = new RandomSetup(
                2, 1, "heap", false, 4_095, 1, false, false, true, "2s", false, 5_000, 7, 500, 10, 1_000, 0, 0);
        return new RandomPlan(1, true, setup, List.of(steps));
    }

    /** One of the two is killed, and comes back after a while. */
    private static RandomPlan killOne() {
        return plan(new Step(1_000, Act.KILL, 1, -1), new Step(20_000, Act.START, 1, -1));
    }

    @ParameterizedTest
    @EnumSource(names = {"LOSS", "DOUBLE", "DIFFERENCE"})
    void shouldFindADefectInACopy(Plant plant) throws Exception {
        RandomResult result = new RandomRun(plan(), folder, true, plant, List.of()).run("test", SECONDS_MAX);

        // Found before everything is sent again, and after it.
        assertThat(result.violations())
                .isEqualTo(
                        switch (plant) {
                            case LOSS -> "lost=2";
                            case DOUBLE -> "doubled=2";
                            default -> "differs_held=2";
                        });
    }

    static Stream<Arguments> brokenClusters() {
        return Stream.of(
                // A few entries a card, where the setup has room for all.
                Arguments.of("--entries-per-card=5", "retry_rejected="),
                // The last member waits for an operator, where the setup says two seconds.
                Arguments.of("--degraded-after=never", "silent="));
    }

    @ParameterizedTest
    @MethodSource("brokenClusters")
    void shouldFindAClusterThatDoesNotWhatIsPromised(String broken, String violation) throws Exception {
        RandomRun run = new RandomRun(killOne(), folder, true, Plant.NOTHING, List.of(broken));

        assertThat(run.run("test", BROKEN_SECONDS_MAX).violations()).contains(violation);
    }

    @Test
    void shouldEndARunThatHangs() throws Exception {
        RandomPlan endless = plan(new Step((int) TimeUnit.HOURS.toMillis(1), Act.KILL, 1, -1));

        RandomResult result = new RandomRun(endless, folder, true, Plant.NOTHING, List.of()).run("test", 45);

        assertThat(result.violations()).isEqualTo("hang=1");
        assertThat(folder.resolve("member-0-1.log")).content().contains("Full thread dump");
    }
}
