package com.hazelcast.certification.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of others become the transactions that they say, or are refused with the field and what to do. */
class RowMapperTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-25T12:00:00Z"), ZoneOffset.UTC);
    private static final String COLUMNS =
            "columns: {card: pan, time: at, amount: amount, currency: currency, country: country, mcc: mcc, city: city,"
                    + " terminal: terminal, responseCode: response, reference: id, verdict: rule, label: fraud}\n";
    private static final List<Object> GOOD = List.of(
            "4000001234567890",
            "2026-11-23T05:00:00.123Z",
            "12.34",
            "EUR",
            "DE",
            "5411",
            "77",
            "12",
            "05",
            "r-1",
            "300",
            "true");

    private static Mapping mapping(String yaml) {
        try {
            Path file = Files.createTempFile("mapping", ".yaml");
            try {
                return MappingFile.read(Files.writeString(file, yaml));
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldRefuseAKeyThatIsGivenTwice() {
        assertThatThrownBy(() -> mapping("columns:\n  card: pan\n  time: t\n  card: other\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a key is given twice; leave one of them out: key=card line=4 map=");
    }

    private static MappedRow map(Mapping mapping, @Nullable Object... cells) {
        MappedRow row = new MappedRow();
        mapping.mapper(CLOCK, Duration.ofHours(1)).map(cells, row);
        return row;
    }

    /** The good row with one cell exchanged. */
    private static MappedRow with(String yaml, int column, @Nullable Object cell) {
        Object[] cells = GOOD.toArray();
        cells[column] = cell;
        return map(mapping(COLUMNS + yaml), cells);
    }

    private static FieldProblem problem(String yaml, int column, @Nullable Object cell) {
        return catchThrowableOfType(FieldProblem.class, () -> with(yaml, column, cell));
    }

    @Test
    void shouldReadEveryFieldOfARow() {
        MappedRow row = map(mapping(COLUMNS), GOOD.toArray());

        assertThat(row.card()).isEqualTo(CardNumber.of("4000001234567890"));
        assertThat(TransactionLayout.timeMs(row.times()))
                .isEqualTo(Instant.parse("2026-11-23T05:00:00.123Z").toEpochMilli());
        assertThat(TransactionLayout.currency(row.times())).isEqualTo(978);
        assertThat(TransactionLayout.country(row.times())).isEqualTo(276);
        assertThat(TransactionLayout.amountUnits(row.payment())).isEqualTo(1_234);
        assertThat(TransactionLayout.merchant(row.payment())).isEqualTo(5_411);
        assertThat(TransactionLayout.code(row.payment())).isEqualTo(12);
        assertThat(TransactionLayout.city(row.outcome())).isEqualTo(77);
        assertThat(TransactionLayout.response(row.outcome())).isEqualTo(5);
        assertThat(row.verdict()).isEqualTo(300);
        assertThat(row.reference()).isEqualTo("r-1");
        assertThat(row.referenceHash()).isEqualTo(Reference.hash("r-1"));
        assertThat(row.label()).isTrue();
    }

    /** As a program writes a column in which some cells are empty. */
    @Test
    void shouldReadWholeNumbersThatAreWrittenWithAPoint() {
        MappedRow row = map(
                mapping(COLUMNS),
                "4000001234567890",
                "2026-11-23T05:00:00Z",
                "1",
                "978.0",
                "276.00",
                "5411.0",
                "77.0",
                "12.0",
                "5.0",
                "10.0",
                "300.0",
                "1.0");

        assertThat(row.currency()).isEqualTo(978);
        assertThat(row.country()).isEqualTo(276);
        assertThat(row.merchant()).isEqualTo(5_411);
        assertThat(row.city()).isEqualTo(77);
        assertThat(row.code()).isEqualTo(12);
        assertThat(row.response()).isEqualTo(5);
        assertThat(row.reference()).isEqualTo("10.0");
        assertThat(row.verdict()).isEqualTo(300);
        assertThat(row.label()).isTrue();
    }

    /** 12.0 is as likely twelve euros as twelve cents. */
    @Test
    void shouldRefuseAPointInMinorUnits() {
        FieldProblem problem = problem("amount: minor", 2, "12.0");

        assertThat(problem).isNotNull();
        assertThat(problem.field()).isEqualTo("amount");
    }

    @Test
    void shouldTakeOptionalFieldsAsAbsentWhenTheirCellsAreEmpty() {
        MappedRow row = map(
                mapping(COLUMNS),
                "4000001234567890",
                "2026-11-23T05:00:00Z",
                "1",
                "978",
                "276",
                "5411",
                "",
                null,
                " ",
                null,
                null,
                "");

        assertThat(row.outcome()).isZero();
        assertThat(row.verdict()).isZero();
        assertThat(row.reference()).isNull();
        assertThat(row.referenceHash()).isEqualTo(Reference.NONE);
        assertThat(row.label()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 2026-11-23T05:00:00Z, 2026-11-23T05:00:00Z",
        "'', 2026-11-23T05:00:00.5+02:00, 2026-11-23T03:00:00.500Z",
        "'', 2026-11-23 05:00:00Z, 2026-11-23T05:00:00Z",
        "'zone: Europe/Berlin', 2026-11-23 05:00:00, 2026-11-23T04:00:00Z",
        "'zone: Europe/Berlin', 2026-07-01T05:00:00.123456, 2026-07-01T03:00:00.123Z",
        // Twice there: the first. Left out: an hour later.
        "'zone: Europe/Berlin', 2026-10-25 02:30:00, 2026-10-25T00:30:00Z",
        "'zone: Europe/Berlin', 2026-03-29 02:30:00, 2026-03-29T01:30:00Z",
        "'zone: +05:30', 2026-11-23 05:00:00, 2026-11-22T23:30:00Z",
        "'zone: UTC', 2024-02-29 23:59:59.999, 2024-02-29T23:59:59.999Z",
        "'time: seconds', 1795000000, 2026-11-18T11:06:40Z",
        "'time: milliseconds', 1795000000123, 2026-11-18T11:06:40.123Z",
        "'time: seconds', 1795000000.0, 2026-11-18T11:06:40Z",
        "'time: microseconds', 1795000000123999, 2026-11-18T11:06:40.123Z",
        "'time: nanoseconds', 1795000000123999999, 2026-11-18T11:06:40.123Z",
        "'{time: dd/MM/yyyy HH:mm:ss, zone: UTC}', 23/11/2026 05:00:01, 2026-11-23T05:00:01Z",
        "'{time: \"dd.MM.yyyy\", zone: Europe/Berlin}', 23.11.2026, 2026-11-22T23:00:00Z",
        "'{time: \"yyyy-MM-dd HH:mm:ssXXX\"}', 2026-11-23 05:00:01-03:00, 2026-11-23T08:00:01Z",
        "'{time: dd/MM/yy hh:mm a, zone: UTC}', 23/11/26 05:00 PM, 2026-11-23T17:00:00Z",
        "'{time: dd/MM/uuuu HH, zone: UTC}', 29/02/2024 05, 2024-02-29T05:00:00Z",
        "'{time: dd MMM yyyy[ HH:mm], zone: UTC}', 23 Nov 2026, 2026-11-23T00:00:00Z",
        "'{time: yyyyMMddHHmmss, zone: UTC}', 20261123050001, 2026-11-23T05:00:01Z",
    })
    void shouldReadTimesAsTheMappingSays(String yaml, String text, Instant expected) {
        String keys = yaml.replaceAll("^\\{|}$", "").replace(", zone", "\nzone");

        assertThat(TransactionLayout.timeMs(with(keys, 1, text).times())).isEqualTo(expected.toEpochMilli());
    }

    @ParameterizedTest
    @CsvSource({
        "dd/MM/yyyy HH:mm, 31/02/2026 05:00",
        "dd/MM/uuuu HH:mm, 29/02/2026 05:00",
        "dd/MM/yyyy HH:mm, 32/01/2026 05:00",
        "dd/MM/yyyy HH:mm, 23/11/2026 25:00",
        "dd/MM/yyyy, 31/04/2026",
    })
    void shouldRefuseDaysAndHoursThatThereAreNot(String pattern, String text) {
        FieldProblem problem = problem("time: '" + pattern + "'\nzone: UTC", 1, text);

        assertThat(problem).isNotNull();
        assertThat(problem.code()).isEqualTo("not_a_time");
    }

    @Test
    void shouldTakeTimesThatTheSourceHasTypesFor() {
        Instant time = Instant.parse("2026-11-23T05:00:00.123Z");
        LocalDateTime local = LocalDateTime.parse("2026-11-23T05:00:00.123");

        assertThat(TransactionLayout.timeMs(with("", 1, time).times())).isEqualTo(time.toEpochMilli());
        assertThat(TransactionLayout.timeMs(with("zone: Asia/Tokyo", 1, local).times()))
                .isEqualTo(local.atZone(ZoneId.of("Asia/Tokyo")).toInstant().toEpochMilli());
        assertThat(TransactionLayout.timeMs(
                        with("time: seconds", 1, 1_795_000_000L).times()))
                .isEqualTo(1_795_000_000_000L);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 12.34, EUR, 1234",
        "'', 12, EUR, 1200",
        "'', 0.5, EUR, 50",
        "'', .5, EUR, 50",
        "'decimal-mark: \",\"', ',05', EUR, 5",
        "'', 12.3400, EUR, 1234",
        "'', 500, JPY, 500",
        "'', 500.000, JPY, 500",
        "'', 1.234, KWD, 1234",
        "'amount: minor', 1234, EUR, 1234",
        "'decimal-mark: \",\"', '12,34', EUR, 1234",
        "'', 21474836.47, USD, 2147483647",
    })
    void shouldReadAmountsInTheUnitsOfTheirCurrency(String yaml, String text, String currency, int expected) {
        Object[] cells = GOOD.toArray();
        cells[2] = text;
        cells[3] = currency;

        assertThat(TransactionLayout.amountUnits(
                        map(mapping(COLUMNS + yaml), cells).payment()))
                .isEqualTo(expected);
    }

    @Test
    void shouldReadAmountsOfNumbers() {
        assertThat(TransactionLayout.amountUnits(
                        with("", 2, new BigDecimal("12.3400")).payment()))
                .isEqualTo(1_234);
        assertThat(TransactionLayout.amountUnits(with("", 2, 0.29).payment())).isEqualTo(29);
        assertThat(TransactionLayout.amountUnits(with("", 2, 12.34f).payment())).isEqualTo(1_234);
        assertThat(TransactionLayout.amountUnits(with("", 2, 7L).payment())).isEqualTo(700);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.000", "2.000,00", "12.34", "1.234.567"})
    void shouldRefuseATextWithAPointWhereTheDecimalMarkIsAComma(String text) {
        FieldProblem problem = problem("decimal-mark: ','", 2, text);

        assertThat(problem).isNotNull();
        assertThat(problem.code()).isEqualTo("out_of_range");
        assertThat(problem.field()).isEqualTo("amount");
        assertThat(problem.getMessage()).contains("decimal mark is a comma");
    }

    @Test
    void shouldReadNumbersWhateverTheDecimalMark() {
        for (Number number : List.of(new BigDecimal("12.3400"), 12.34, 12.34f)) {
            assertThat(with("decimal-mark: ','", 2, number).amountUnits()).isEqualTo(1_234);
        }
        assertThat(with("decimal-mark: ','", 2, 7L).amountUnits()).isEqualTo(700);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 123, not_a_card, card",
        "0, 4000x01234567890, not_a_card, card",
        "0, '', missing_field, card",
        "1, yesterday, not_a_time, time",
        "1, 2026-11-23 05:00:00, no_zone, time",
        "1, 2026-02-30T00:00:00Z, not_a_time, time",
        "1, 2026-11-26T00:00:00Z, future, time",
        "1, 1969-12-31T23:59:59Z, out_of_range, time",
        "1, 2039-12-31T23:59:59Z, out_of_range, time",
        "2, -12.34, out_of_range, amount",
        "2, 12.345, out_of_range, amount",
        "2, '1,000.00', out_of_range, amount",
        "2, 1e3, out_of_range, amount",
        "2, ., out_of_range, amount",
        "2, ..5, out_of_range, amount",
        "2, NaN, out_of_range, amount",
        "2, 99999999999999999999, out_of_range, amount",
        "2, '', missing_field, amount",
        "3, ZZZ, unknown_code, currency",
        "3, 1000, out_of_range, currency",
        "4, Germany, unknown_code, country",
        "4, DE.0, unknown_code, country",
        "5, 54110, out_of_range, mcc",
        "5, food, out_of_range, mcc",
        "5, 5411.5, out_of_range, mcc",
        "5, 5411., out_of_range, mcc",
        "5, .0, out_of_range, mcc",
        "6, 100000, out_of_range, city",
        "8, N7, out_of_range, responseCode",
        "9, a b, out_of_range, reference",
        "9, .., out_of_range, reference",
        "10, 4096, out_of_range, verdict",
        "11, maybe, unknown_label, label",
    })
    void shouldRefuseWhatIsNoTransactionAndSayWhichField(int column, String cell, String code, String field) {
        FieldProblem problem = problem("", column, cell);

        assertThat(problem).isNotNull();
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.field()).isEqualTo(field);
        assertThat(problem.remedy()).isNotEmpty();
    }

    @Test
    void shouldNeverShowACardThatIsRefused() {
        for (int column = 0; column < GOOD.size(); column++) {
            FieldProblem problem = problem("", column, "x4000 00123456 7890");
            if (problem != null) {
                assertThat(problem.value() + problem.getMessage())
                        .as("column %d", column)
                        .doesNotContain("123456")
                        .doesNotContain("00123456 7890");
            }
        }
    }

    @Test
    void shouldTranslateAndFillInAsTheMappingSays() {
        Mapping mapping = mapping("""
                columns:
                  card: {column: pan, digits: 16}
                  time: at
                  amount: amount
                  currency: {constant: USD}
                  country: {column: country, missing: US, values: {USA: US, Germany: DE}}
                  mcc: mcc
                  responseCode: {column: response, values: {APPROVED: 0, DECLINED: 5}}
                time: seconds
                """);
        assertThat(mapping.columns()).containsExactly("pan", "at", "amount", "country", "mcc", "response");

        MappedRow row = map(mapping, 400_000_000_000_002L, 1_795_000_000L, "1.00", "Germany", 1, "DECLINED");
        MappedRow other = map(mapping, 400_000_000_000_002L, 1_795_000_000L, "1.00", null, 1, "APPROVED");

        assertThat(row.card()).isEqualTo(CardNumber.of("0400000000000002"));
        assertThat(TransactionLayout.currency(row.times())).isEqualTo(840);
        assertThat(TransactionLayout.country(row.times())).isEqualTo(276);
        assertThat(TransactionLayout.response(row.outcome())).isEqualTo(5);
        assertThat(TransactionLayout.country(other.times())).isEqualTo(840);
        assertThat(TransactionLayout.response(other.outcome())).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "columns: {card: pan}",
                "columns: pan",
                "colums: {}",
                "",
                "- a",
                COLUMNS + "time: nonsense-pattern-jjj",
                COLUMNS + "time: dd/MM/yyyy hh:mm:ss",
                COLUMNS + "time: dd/MM/yyyy mm:ss",
                COLUMNS + "zone: Berlin",
                COLUMNS + "amount: cents",
                COLUMNS + "refusals: 101%",
                COLUMNS + "refusals: few",
                COLUMNS + "format: xlsx",
                COLUMNS + "delimiter: '||'",
                COLUMNS + "database: {user: me}",
                COLUMNS + "database: {statement: 'SELECT 1 WHERE a > ?'}",
                "columns: {card: {column: a, constant: b}, time: t, amount: a, currency: c, country: c, mcc: m}",
                "columns: {card: [a], time: t, amount: a, currency: c, country: c, mcc: m}",
                "columns: {card: {column: a, digit: 16}, time: t, amount: a, currency: c, country: c, mcc: m}",
            })
    void shouldSayWhatIsWrongWithAMapping(String yaml) {
        assertThatThrownBy(() -> mapping(yaml))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("map=");
    }

    @Test
    void shouldReadRecordsThatAreJson() {
        Mapping mapping = mapping(COLUMNS.replace("country: country", "country: merchant.country"));
        String json =
                "{\"pan\":\"4000001234567890\",\"at\":\"2026-11-23T05:00:00Z\",\"amount\":12.30,\"currency\":978,\"other\":[1,{\"pan\":2}],"
                        + "\"merchant\":{\"country\":\"DE\",\"name\":\"x\"},\"mcc\":5411,\"fraud\":false}";
        JsonCells reader = mapping.jsonCells();

        MappedRow row = map(mapping, reader.read(json.getBytes(UTF_8), 0, json.length()));

        assertThat(TransactionLayout.amountUnits(row.payment())).isEqualTo(1_230);
        assertThat(TransactionLayout.country(row.times())).isEqualTo(276);
        assertThat(row.label()).isFalse();
        for (String broken : List.of("", "[]", "{", "{} {}", "{\"pan\":", "\u0000", "{\"pan\":\"1\"}x", "null")) {
            assertThatThrownBy(() -> reader.read(broken.getBytes(UTF_8), 0, broken.length()))
                    .as(broken)
                    .isInstanceOf(FieldProblem.class);
        }
    }

    /** Whatever the cells hold, a row is a transaction in its bounds or is refused. */
    @Property(tries = 2_000)
    void shouldAnswerAnyRow(@ForAll Random random) {
        Object[] cells = GOOD.toArray();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            cells[random.nextInt(cells.length)] = cell(random);
        }
        try {
            MappedRow row = map(mapping(COLUMNS + "zone: UTC"), cells);
            assertThat(TransactionLayout.amountUnits(row.payment())).isNotNegative();
            assertThat(TransactionLayout.merchant(row.payment())).isBetween(0, 9_999);
            assertThat(CardNumber.isCode(row.card())).isTrue();
            assertThat(TransactionLayout.country(row.times())).isBetween(0, 999);
        } catch (FieldProblem problem) {
            assertThat(problem.code()).as(Arrays.toString(cells)).isNotEmpty();
        }
    }

    private static @Nullable Object cell(Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> null;
            case 1 -> random.nextLong();
            case 2 -> random.nextDouble() * 1e9;
            case 3 -> new BigDecimal(random.nextLong()).movePointLeft(random.nextInt(40) - 20);
            case 4 -> Double.NaN;
            case 5 -> random.nextBoolean();
            case 6 -> Instant.ofEpochMilli(random.nextLong());
            case 7 -> LocalDateTime.ofEpochSecond(random.nextInt(), 0, ZoneOffset.UTC);
            case 8 -> new BigDecimal("1e1000000");
            default -> {
                char[] text = new char[random.nextInt(30)];
                for (int i = 0; i < text.length; i++) {
                    text[i] = "0123456789.-+:TZ eE,ÄÖ\u0000\n\"'%\uD83D".charAt(random.nextInt(28));
                }
                yield new String(text);
            }
        };
    }

    /** The quick reading of times agrees with the library's. */
    @Property
    void shouldReadTheUsualFormOfTimesAsTheLibraryDoes(
            @ForAll @LongRange(min = 7_200_000, max = 1_795_000_000_000L) long timeMs,
            @ForAll @IntRange(max = 1) int blank) {
        LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochMilli(timeMs), ZoneOffset.UTC);
        String text = local.format(java.time.format.DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS"));

        MappedRow row = with("zone: Europe/Berlin", 1, blank == 1 ? text.replace('T', ' ') : text);

        assertThat(TransactionLayout.timeMs(row.times()))
                .isEqualTo(local.atZone(ZoneId.of("Europe/Berlin")).toInstant().toEpochMilli());
    }
}
