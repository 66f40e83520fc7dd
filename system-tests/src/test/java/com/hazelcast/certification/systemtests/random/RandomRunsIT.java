package com.hazelcast.certification.systemtests.random;

import static com.hazelcast.certification.systemtests.LongTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.random.Step.Act;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short random runs with fixed seeds. */
@Tag("process")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class RandomRunsIT {
    private static final long SECONDS_MAX = 300;

    @TempDir
    private Path folder;

    private RandomResult run(RandomPlan plan) throws Exception {
        return new RandomRun(plan, folder, true, Plant.NOTHING, List.of()).run("test", SECONDS_MAX);
    }

    // Of those that do many different things one into another.
    @ParameterizedTest
    @ValueSource(longs = 18)
    void shouldFindNothing(long seed) throws Exception {
        assertFindsNothing(RandomPlan.of(seed, true));
    }

    @Tag(LONG)
    @ParameterizedTest
    @ValueSource(longs = {3, 10, 14, 20, 23, 29, 32})
    void shouldFindNothingInFurtherRuns(long seed) throws Exception {
        assertFindsNothing(RandomPlan.of(seed, true));
    }

    private void assertFindsNothing(RandomPlan plan) throws Exception {
        RandomResult result = run(plan);

        assertThat(result.violations()).as(result.line()).isEqualTo(RandomResult.NONE);
        assertThat(result.answered()).isGreaterThan(1_000);
        assertThat(result.actions()).isPositive();
    }

    @Tag(LONG)
    @ParameterizedTest
    // Of those whose members give each other up soon, and are cut long enough for that. In 34 a member that was cut off
    // is
    // joined by one that was killed and starts anew, before the last one that has everything is back.
    @ValueSource(longs = {28, 34})
    void shouldFindNothingWhenTheNetworkIsCut(long seed) throws Exception {
        requireNamespaces();
        RandomPlan plan = RandomPlan.briefWithCuts(seed);
        assertThat(plan.setup().isQuick()).isTrue();

        assertFindsNothing(plan);
    }

    /** Hazelcast freezes a side of several members before it merges; one of a single member it need not. */
    @Tag(LONG)
    @Test
    void shouldUniteTwoSidesOfTwoMembersEach() throws Exception {
        requireNamespaces();
        RandomSetup setup = new RandomSetup(
                4, 1, "heap", false, 4_095, 3, true, false, true, "2s", true, 40_000, 7, 500, 10, 1_000, 0, 0);
        List<Step> steps = List.of(
                new Step(1_000, Act.CUT, 0, 2),
                new Step(0, Act.CUT, 0, 3),
                new Step(0, Act.CUT, 1, 2),
                new Step(0, Act.CUT, 1, 3),
                // Until each side has given the other up.
                new Step(15_000, Act.HEAL, -1, -1),
                new Step(0, Act.AWAIT_COPIES, -1, -1));

        RandomResult result = run(new RandomPlan(1, false, setup, steps));

        assertThat(result.violations()).as(result.line()).isEqualTo(RandomResult.NONE);
        assertThat(result.answered()).isGreaterThan(1_000);
        assertThat(membersThatHaveMerged())
                .as("members of the side that merged into the other")
                .hasSize(2);
    }

    private static void requireNamespaces() {
        try {
            new Network(1).close();
        } catch (Impossible e) {
            abort(e.getMessage());
        }
    }

    /** Their logs. */
    private List<Path> membersThatHaveMerged() throws IOException {
        List<Path> merged = new ArrayList<>();
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "member-*.log")) {
            for (Path log : logs) {
                if (Files.readString(log).contains("has delivered its shards to the other side of a split")) {
                    merged.add(log);
                }
            }
        }
        return merged;
    }
}
