package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the benches of storage refuse before they start anything. */
class BenchStorageCommandsTest {
    @ParameterizedTest
    @CsvSource({
        "restart --cards=0, cards=0",
        "restart --log=many, log=many",
        "restart --durability=never, never",
        "restart --rejoin --rate=0, rate=0",
        "load --cards=0, cards=0",
        "load --history=0, history=0",
        "load --from=paper, paper",
        "end-to-end --encrypted, --durability",
    })
    void shouldRefuseWhatCannotBeMeasured(String words, String named) {
        assertThat(RefusedCall.errors("bench " + words)).contains(named);
    }
}
