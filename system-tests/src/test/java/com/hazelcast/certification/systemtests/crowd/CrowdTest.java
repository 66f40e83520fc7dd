package com.hazelcast.certification.systemtests.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrowdTest {
    @ParameterizedTest
    @CsvSource({
        "1000, 1000, 1000, 0",
        "1100, 950, 950, 0.1",
        "1050, 1050, 900, 0.1",
        "3000, 0, 0, 2",
        "1000, 1000, 0, 1"
    })
    void shouldSayByHowMuchCountsAreOffAnEvenShare(int one, int two, int three, double uneven) {
        assertThat(Crowd.unevenness(List.of(one, two, three), 3_000)).isCloseTo(uneven, Offset.offset(1e-9));
    }
}
