package com.hazelcast.certification.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.07, 7",
        "0.28, 28",
        "0.57, 57",
        "0.0025, 0.25",
        "0.000000001, 0.0000001",
        "0.3333333333333333, 33.3333",
        "0.99995, 99.995",
        "1, 100",
        "10, 1000",
    })
    void shouldHaveTheDigitsThatSomebodyGave(double share, String text) {
        assertThat(Percent.text(share)).isEqualTo(text);
    }
}
