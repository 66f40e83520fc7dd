package com.hazelcast.certification.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** As a form or a web page gave it: in digits of full width or of another script, with blanks and hyphens that are none of ASCII. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uff14\uff15\uff12\uff19\uff10\uff14\uff19\uff17\uff14\uff14\uff17\uff11\uff19\uff11",
                "\u0664\u0665\u0662\u0669\u0660\u0664\u0669\u0667\u0664\u0664\u0667\u0661\u0669\u0661",
                "4529\u00a00497\u00a04471\u00a091",
                "4529\u20110497\u20114471\u201191",
                "4529\u20130497\u20134471\u201391"
            })
    void shouldMaskWhatMayBeACardInWhateverCharacters(String value) {
        String shown = String.valueOf(new FieldProblem("invalid", "amount", value, "detail", "remedy").value());

        assertThat(shown.chars().filter(Character::isDigit).count()).isBetween(1L, 10L);
        assertThat(shown.chars().filter(character -> character == '*').count()).isGreaterThanOrEqualTo(4);
    }
}
