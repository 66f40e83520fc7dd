package com.hazelcast.certification.bench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.bench.tune.Tuning.Figures;
import com.hazelcast.certification.bench.tune.Tuning.Knob;
import com.hazelcast.certification.bench.tune.Tuning.Outcome;
import com.hazelcast.certification.bench.tune.Tuning.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class TuningTest {
    private static final List<Knob> KNOBS =
            List.of(new Knob("readers", List.of("2", "1", "4")), new Knob("threads", List.of("2", "3")));

    /** Each trial takes ten seconds. */
    private long nowNs;

    private Tuning tuning(double p99MaxMs, int budgetSeconds, Function<Map<String, String>, Figures> members) {
        return new Tuning(
                KNOBS,
                values -> {
                    nowNs += Duration.ofSeconds(10).toNanos();
                    return members.apply(values);
                },
                p99MaxMs,
                Duration.ofSeconds(budgetSeconds),
                () -> nowNs);
    }

    private static Figures tps(double tps) {
        return new Figures(tps, 20);
    }

    private static boolean has(Map<String, String> values, String readers, String threads) {
        return values.equals(Map.of("readers", readers, "threads", threads));
    }

    @Test
    void shouldFindValuesThatAreBetterTogether() throws Exception {
        // With three threads four readers are best, with two a single one.
        Tuning tuning = tuning(
                100,
                1_000,
                values -> tps(
                        has(values, "4", "3") ? 400 : has(values, "1", "3") ? 300 : has(values, "1", "2") ? 200 : 100));
        Outcome outcome = tuning.run();
        assertThat(outcome.best().values()).containsExactlyInAnyOrderEntriesOf(Map.of("readers", "4", "threads", "3"));
        assertThat(outcome.before()).isEqualTo(new Trial(Map.of("readers", "2", "threads", "2"), tps(100)));
        assertThat(outcome.isComplete()).isTrue();
    }

    @Test
    void shouldKeepTheFirstValuesWhereOthersAreBetterByChance() throws Exception {
        Outcome outcome = tuning(100, 1_000, values -> tps(has(values, "2", "2") ? 100 : 104))
                .run();
        assertThat(outcome.best().values()).isEqualTo(outcome.before().values());
    }

    @Test
    void shouldNotTakeValuesThatAnswerTooLate() throws Exception {
        Outcome outcome = tuning(
                        50,
                        1_000,
                        values -> has(values, "4", "2")
                                ? new Figures(900, 51)
                                : new Figures(has(values, "1", "2") ? 200 : 100, 50))
                .run();
        assertThat(outcome.best().values()).containsEntry("readers", "1").containsEntry("threads", "2");
    }

    @Test
    void shouldReportThatNoValuesAnswerInTime() throws Exception {
        Outcome late = tuning(50, 1_000, values -> new Figures(has(values, "4", "2") ? 900 : 100, 51))
                .run();
        assertThat(late.isInTime()).isFalse();
        assertThat(late.best().values()).isEqualTo(late.before().values());

        Outcome inTime = tuning(50, 1_000, values -> new Figures(100, has(values, "4", "2") ? 50 : 51))
                .run();
        assertThat(inTime.isInTime()).isTrue();
        assertThat(inTime.best().values()).containsEntry("readers", "4");
    }

    @Test
    void shouldBeginNoTrialWhenTheTimeIsOverButTheLastTwo() throws Exception {
        Tuning tuning = tuning(100, 25, values -> tps(has(values, "1", "2") ? 200 : 100));
        Outcome outcome = tuning.run();
        // The first values, one reader, four readers; then the first and the best again.
        assertThat(tuning.trials()).hasSize(5);
        assertThat(outcome.isComplete()).isFalse();
        assertThat(outcome.best().values()).containsEntry("readers", "1");
        assertThat(tuning.trials().get(4)).isEqualTo(outcome.best());
        assertThat(tuning.trials().get(3)).isEqualTo(outcome.before());
    }

    @Test
    void shouldMeasureNothingTwiceButTheLast() throws Exception {
        Tuning tuning = tuning(100, 1_000, values -> tps(100));
        tuning.run();
        // 2/2, 1/2, 4/2, 2/3, and 2/2 twice at the end.
        assertThat(tuning.trials()).hasSize(6);
    }

    @Test
    void shouldRejectAKeyWithoutValues() {
        assertThatThrownBy(() -> new Knob("readers", List.of())).hasMessage("a key to tune needs a value: key=readers");
    }
}
