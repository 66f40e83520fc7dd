package com.hazelcast.certification.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpStepRowsTest {
    private static final int TURNED_AWAY = 9;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|{}|0",
                "12345|{\"p50\":0.104,\"p9999\":3.21}|12,345 (p50 0.10 ms, p99.99 3.2 ms)",
                "1|{}|1 (p50 – ms, p99.99 – ms)"
            })
    void shouldSayHowSoonRequestsWereTurnedAway(long count, String times, String cell) throws Exception {
        String result = "{\"steps\":[{\"name\":\"PUT\",\"rate\":100000,\"turnedAway\":" + count + ",\"turnedAwayMs\":"
                + times + "}]}";
        List<String> row = HttpStepRows.of(new ObjectMapper().readTree(result)).get(0);
        assertThat(row.get(TURNED_AWAY)).isEqualTo(cell);
    }

    @Test
    void shouldLetARowOfKeyValueFillTheShareOfAClient() {
        assertThat(ResultSelection.of(List.of("key-value beyond the ceiling, one member"))
                        .rows()
                        .get(0)
                        .commandLine())
                .endsWith("--connections 3072");
    }
}
