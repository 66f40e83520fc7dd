package com.hazelcast.certification.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person reads of a value that cannot be used. */
class FieldProblemTest {
    @ParameterizedTest(name = "[{index}] {0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                // A time is seen as it was given.
                "time|2027-01-03T09:13:05.307|2027-01-03T09:13:05.307",
                "time|2027-01-03 09:13:05.307123456+01|2027-01-03 09:13:05.307123456+01",
                "time|2027-13-45T09:13|2027-13-45T09:13",
                "time|1798967585307|1798967585307",
                // What stands behind it is not.
                "time|2027-01-03T09:13:05.307Z[{}45290497447191|2027-01-03T09:13:05.307Z[{}452904****7191",
                "time|2027-01-03T09:13:05.30745290497447191|2027-01-03T09:13:05.307452*******7191",
                "time|45290497447191|452904****7191",
                "city|2027-01-03T09:13:05.307Z45290497447191|****-**-**T09:13:05.307Z452904****7191",
                "card|4529 0497-4471 91|4529 0***-***1 91"
            })
    void shouldShowATimeAndMaskWhatMayBeACard(String field, String value, String shown) {
        assertThat(new FieldProblem("invalid", field, value, "detail", "remedy").value())
                .isEqualTo(shown);
    }
}
