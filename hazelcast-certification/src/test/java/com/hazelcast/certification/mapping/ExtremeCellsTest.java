package com.hazelcast.certification.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and times that their types have, and nobody means, are refused as any other wrong value: whoever reads goes on. */
class ExtremeCellsTest {
    private static final String COLUMNS =
            "columns: {card: pan, time: at, amount: amount, currency: currency, country: country, mcc: mcc}\n";
    private static final long SECONDS_MAX = LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC);

    private static Mapping mapping(String zone) {
        try {
            Path file = Files.createTempFile("mapping", ".yaml");
            try {
                return MappingFile.read(Files.writeString(file, COLUMNS + "zone: " + zone));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static @Nullable FieldProblem problem(String zone, Object time, Object amount) {
        return catchThrowableOfType(
                FieldProblem.class,
                () -> mapping(zone)
                        .mapperOfAnyTime()
                        .map(new Object[] {"4000001234567890", time, amount, "EUR", "DE", "5411"}, new MappedRow()));
    }

    private static void requireOutOfRange(@Nullable FieldProblem problem, String field) {
        assertThat(problem).isNotNull();
        assertThat(problem.code()).isEqualTo("out_of_range");
        assertThat(problem.field()).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "1e-99999999999", "1e2147483647", "1e-2147483647", "0e2147483647", "1e33"})
    void shouldRefuseANumberOfJsonWhateverItsExponent(String number) {
        Mapping mapping = mapping("UTC");
        String json = "{\"pan\":\"4000001234567890\",\"at\":\"2026-11-23T05:00:00Z\",\"amount\":" + number
                + ",\"currency\":978,\"country\":\"DE\",\"mcc\":5411}";
        JsonCells cells = mapping.jsonCells();
        FieldProblem problem = catchThrowableOfType(
                FieldProblem.class,
                () -> mapping.mapperOfAnyTime()
                        .map(cells.read(json.getBytes(UTF_8), 0, json.length()), new MappedRow()));
        requireOutOfRange(problem, "amount");
    }

    @ParameterizedTest
    @ValueSource(
            longs = {9_223_372_036_854_776L, 31_556_889_864_403_199L, -9_223_372_036_854_776L, -31_557_014_167_219_200L
            })
    void shouldRefuseATimeWhoseMillisecondsAreTooMany(long seconds) {
        requireOutOfRange(problem("UTC", Instant.ofEpochSecond(seconds), "1.00"), "time");
    }

    /** Such as those that PostgreSQL's driver gives for infinity. */
    @ParameterizedTest
    @ValueSource(strings = {"UTC", "-05:00", "America/New_York"})
    void shouldRefuseALocalTimeWhoseMillisecondsAreTooMany(String zone) {
        requireOutOfRange(problem(zone, LocalDateTime.MAX, "1.00"), "time");
        requireOutOfRange(problem(zone, LocalDateTime.MIN, "1.00"), "time");
        requireOutOfRange(
                problem(zone, LocalDateTime.ofEpochSecond(9_223_372_036_854_776L, 0, ZoneOffset.UTC), "1.00"), "time");
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void shouldAnswerAnyTimeAndAnyExponent(
            @ForAll long seconds, @ForAll int exponent, @ForAll boolean isLocal, @ForAll boolean isOfAmount) {
        LocalDateTime local = LocalDateTime.ofEpochSecond(seconds % SECONDS_MAX, 0, ZoneOffset.UTC);
        Object time = isLocal ? local : local.toInstant(ZoneOffset.UTC);
        FieldProblem problem = isOfAmount
                ? problem("UTC", "2026-11-23T05:00:00Z", new BigDecimal(BigInteger.ONE, exponent))
                : problem("America/New_York", time, "1.00");
        if (problem != null) {
            assertThat(problem.code()).isEqualTo("out_of_range");
        }
    }
}
