package com.hazelcast.certification.api.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IsoTimesTest {
    private static final DateTimeFormatter PLAIN =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static String written(long timeMs) {
        StringBuilder text = new StringBuilder();
        IsoTimes.append(timeMs, text);
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1970-01-01T00:00:00.000Z",
                "1969-12-31T23:59:59.999Z",
                "2000-02-29T12:00:00.007Z",
                "2024-02-29T23:59:59.070Z",
                "2100-02-28T00:00:00.700Z",
                "2100-03-01T00:00:00.000Z",
                "2026-12-31T23:59:59.999Z",
                "9999-12-31T23:59:59.999Z"
            })
    void shouldWriteDaysBesideLeapDays(String text) {
        assertThat(written(Instant.parse(text).toEpochMilli())).isEqualTo(text);
    }

    @Property
    void shouldWriteAsTheJdkDoes(
            @ForAll @LongRange(min = -62_135_596_800_000L, max = 253_402_300_799_999L) long timeMs) {
        assertThat(written(timeMs)).isEqualTo(PLAIN.format(Instant.ofEpochMilli(timeMs)));
    }
}
