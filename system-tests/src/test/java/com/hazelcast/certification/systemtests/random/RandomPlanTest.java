package com.hazelcast.certification.systemtests.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.random.PlannedCluster.State;
import com.hazelcast.certification.systemtests.random.Step.Act;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RandomPlanTest {
    private static final int SEEDS = 2_000;

    private static Stream<RandomPlan> plans(boolean isBrief) {
        return LongStream.range(0, SEEDS).mapToObj(seed -> RandomPlan.of(seed, isBrief));
    }

    private static Stream<RandomPlan> plansWithCuts() {
        return LongStream.range(0, SEEDS).mapToObj(RandomPlan::briefWithCuts);
    }

    /** The cluster after all steps, with what may be lost. */
    private static CopyModel copiesAfter(RandomPlan plan) {
        PlannedCluster cluster = new PlannedCluster(plan.setup());
        CopyModel copies = new CopyModel(plan.setup().copies(), plan.setup().members(), 0);
        int nowNs = 0;
        for (Step step : plan.steps()) {
            boolean wasOrderly = cluster.isOrderly();
            assertPossible(step, cluster, plan.seed());
            cluster.did(step);
            if (step.act() == Act.START) {
                cluster.joined(step.place());
            }
            CopyEffects.enter(step, wasOrderly, cluster, copies, ++nowNs);
            assertThat(cluster.places(State.UP)).as("seed " + plan.seed()).isNotEmpty();
        }
        return copies;
    }

    private static void assertPossible(Step step, PlannedCluster cluster, long seed) {
        Set<State> possible = switch (step.act()) {
            case KILL -> EnumSet.of(State.UP, State.FROZEN);
            case START, BEGIN_START -> EnumSet.of(State.DOWN);
            case RESUME -> EnumSet.of(State.FROZEN);
            case STOP, BEGIN_STOP, FREEZE, ISOLATE, CUT, CUT_ONE_WAY -> EnumSet.of(State.UP);
            default -> EnumSet.allOf(State.class);
        };
        if (step.place() >= 0) {
            assertThat(possible).as("seed " + seed + " " + step).contains(cluster.state(step.place()));
        }
    }

    @Test
    void shouldFollowFromItsSeedAlone() {
        assertThat(RandomPlan.of(17, false)).isEqualTo(RandomPlan.of(17, false)).isNotEqualTo(RandomPlan.of(18, false));
    }

    @Test
    void shouldReadTheStepsThatItPrints() {
        assertThat(plans(false).flatMap(plan -> plan.steps().stream()))
                .allMatch(step -> Step.of(step.toString()).equals(step));
    }

    @Test
    void shouldLoseNothingWhenCareful() {
        assertThat(Stream.of(plans(false), plans(true), plansWithCuts()).flatMap(each -> each))
                .filteredOn(plan -> plan.setup().isCareful())
                .allMatch(plan -> !copiesAfter(plan).isLossPossible());
    }

    @Test
    void shouldLoseSomethingAtTimesWhenCareless() {
        assertThat(plans(false).filter(plan -> !plan.setup().isCareful()))
                .anyMatch(plan -> copiesAfter(plan).isLossPossible());
    }

    @Test
    void shouldTakeTheStopOfTheLastMemberThatHasJoinedForALoss() {
        RandomPlan plan = plans(true)
                .filter(each -> each.setup().isCareful() && each.setup().members() == 2)
                .findFirst()
                .orElseThrow();
        List<Step> steps = List.of(
                new Step(0, Act.STOP, 0, -1), new Step(0, Act.BEGIN_START, 0, -1), new Step(0, Act.BEGIN_STOP, 1, -1));

        assertThat(copiesAfter(new RandomPlan(plan.seed(), true, plan.setup(), steps))
                        .isLossPossible())
                .isTrue();
        assertThat(copiesAfter(new RandomPlan(plan.seed(), true, plan.setup(), steps.subList(0, 2)))
                        .isLossPossible())
                .isFalse();
    }

    @Test
    void shouldCutMembersOffOnlyWhereTheSmallerSideScoresNothing() {
        assertThat(Stream.concat(plans(false), plansWithCuts())
                        .filter(plan -> plan.setup().hasSplits()))
                .allMatch(plan -> plan.setup().minMembers() * 2 > plan.setup().places());
    }

    @Test
    void shouldCutTheNetworkInBriefRunsOnlyWhereThatIsAsked() {
        Set<Act> cuts = EnumSet.of(Act.ISOLATE, Act.CUT, Act.CUT_ONE_WAY);
        assertThat(plans(true).flatMap(plan -> plan.steps().stream())).noneMatch(step -> cuts.contains(step.act()));
        assertThat(plansWithCuts().filter(plan -> plan.setup().isQuick()))
                .anyMatch(plan -> plan.steps().stream().anyMatch(step -> cuts.contains(step.act())));
    }

    @Test
    void shouldDoEverythingAndInEveryConfiguration() {
        Set<Act> acts = EnumSet.noneOf(Act.class);
        Set<String> groups = new HashSet<>();
        plans(false).forEach(plan -> {
            plan.steps().forEach(step -> acts.add(step.act()));
            groups.add(plan.setup().group());
        });

        assertThat(acts).containsExactlyInAnyOrder(Act.values());
        // 2 to 5 members, one backup; 3 to 5, two; each on the heap and in native memory, with and without room.
        assertThat(groups).hasSize(7 * 2 * 2);
    }
}
