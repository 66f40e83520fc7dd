package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A line of JSON is one transaction or is refused: nothing of it is left out. */
class JsonLinesTest {
    private static final String GOOD =
            "{\"pan\":\"4000000000000002\",\"at\":\"2026-01-01T10:00:00Z\",\"amount\":%s,\"currency\":\"EUR\",\"merchant\":{\"country\":\"DE\"},\"mcc\":5411}";
    private static final String MAPPING =
            "columns: {card: pan, time: at, amount: amount, currency: currency, country: merchant.country, mcc: mcc}\n";

    @TempDir
    Path folder;

    private static String good(String amount) {
        return GOOD.formatted(amount);
    }

    private DryRun read(String... lines) throws Exception {
        Path file = Files.writeString(folder.resolve("payments.jsonl"), String.join("\n", lines) + "\n");
        return DryRun.of(Payments.request(folder, file.toString(), MAPPING, 1), folder.resolve("refused.csv"));
    }

    @Test
    void shouldRefuseALineOfTwoObjects() throws Exception {
        DryRun found = read(good("1") + good("2"));

        assertThat(found.rows()).isZero();
        assertThat(found.refused()).isEqualTo(1);
        assertThat(found.refusals()).containsOnlyKeys("not_json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s x", "%s ]", "%s,", "%s null", "[%s]", "x", "{\"pan\":", "1", "\"%s", "%s {\"pan\""})
    void shouldRefuseWhatIsNotOneObjectAndReadTheLinesAroundIt(String line) throws Exception {
        DryRun found = read(good("1.50"), line.formatted(good("2")), "", good("3"));

        assertThat(found.firstRows()).extracting(row -> row.amountUnits()).containsExactly(150, 300);
        assertThat(found.refused()).isEqualTo(1);
        assertThat(found.refusals()).containsOnlyKeys("not_json");
        assertThat(Files.readString(folder.resolve("refused.csv"))).contains(",2,not_json,");
    }

    @ParameterizedTest
    @CsvSource({
        "12.30, 1230",
        "'\"12.30\"', 1230",
        "12, 1200",
        "1.2e1, 1200",
    })
    void shouldReadNumbersAndTextsAlike(String amount, int expected) throws Exception {
        DryRun found = read("  " + good(amount) + " \r");

        assertThat(found.firstRows()).extracting(row -> row.amountUnits()).containsExactly(expected);
        assertThat(found.firstRows().get(0).country()).isEqualTo(276);
    }
}
