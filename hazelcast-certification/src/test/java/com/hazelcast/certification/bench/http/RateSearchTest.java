package com.hazelcast.certification.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateSearchTest {
    private static final RateSearch SEARCH = new RateSearch(5_000, 40_000, 0.01);
    private static final long DEADLINE_NS = TimeUnit.MILLISECONDS.toNanos(25);

    private final List<Double> tried = new ArrayList<>();

    /** Steps that hold up to that rate. */
    private RateSearch.Found find(double ceiling) {
        return SEARCH.find("calls", rate -> {
            tried.add(rate);
            return rate <= ceiling;
        });
    }

    @ParameterizedTest
    @CsvSource({"5000", "5100", "17300", "22500", "39900"})
    void shouldFindTheCeilingByHalving(double ceiling) {
        RateSearch.Found found = find(ceiling);

        assertThat(found.rate()).isLessThanOrEqualTo(ceiling);
        assertThat(found.tooHigh()).isGreaterThan(ceiling).isLessThanOrEqualTo(1.03 * found.rate());
        assertThat(tried)
                .startsWith(5_000.0, 40_000.0, 22_500.0)
                .hasSizeLessThan(15)
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldSayThatNotEvenTheLowestRateHolds() {
        RateSearch.Found found = find(4_000);

        assertThat(found).isEqualTo(new RateSearch.Found("calls", 0, 5_000));
        assertThat(found.line()).isEqualTo("calls: not even 5,000/s holds");
        assertThat(tried).containsExactly(5_000.0);
    }

    @Test
    void shouldSayThatTheHighestRateHolds() {
        RateSearch.Found found = find(50_000);

        assertThat(found).isEqualTo(new RateSearch.Found("calls", 40_000, 0));
        assertThat(found.line()).endsWith("is 40,000/s, the highest that was tried");
    }

    @Test
    void shouldRefuseWhatIsNoRangeOrNoShare() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateSearch(0, 10, 0))
                .withMessageContaining("from=0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateSearch(10, 10, 0))
                .withMessageContaining("to=10.0");
        for (double endless : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new RateSearch(1, endless, 0))
                    .withMessageContaining("to=" + endless);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RateSearch(1, 10, 1))
                .withMessageContaining("late-max=1.0");
    }

    /** A step of a hundred operations. */
    private static HttpStep step(int done, int late, int unsent) {
        HttpTally tally = new HttpTally(List.of("call"));
        HttpOperation operation = new HttpOperation();
        for (int i = 0; i < 100; i++) {
            tally.begun(i);
            if (i < done) {
                tally.done(operation, i < late ? DEADLINE_NS + 1 : 0, DEADLINE_NS, 0);
            }
        }
        tally.unsent(unsent);
        return new HttpStep("calls", 100, 25, new HttpLoad.Run(tally, 1, 0, 0), Double.NaN, Double.NaN);
    }

    @Test
    void shouldHoldWhenAllIsAnsweredAndFewAreLate() {
        assertThat(SEARCH.holds(step(100, 0, 0))).isTrue();
        assertThat(SEARCH.holds(step(100, 1, 0))).isTrue();
        assertThat(SEARCH.holds(step(100, 2, 0))).as("too many late").isFalse();
        assertThat(SEARCH.holds(step(99, 0, 0))).as("one without an answer").isFalse();
        assertThat(SEARCH.holds(step(100, 0, 1))).as("one not begun in time").isFalse();
    }
}
