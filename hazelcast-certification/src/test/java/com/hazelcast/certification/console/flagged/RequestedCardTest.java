package com.hazelcast.certification.console.flagged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.console.http.HttpFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestedCardTest {
    private static RequestedCard of(String text) {
        return RequestedCard.of(new CardLookup.Request(text), code -> code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "40002223337531",
                "4000 2223 3375 31",
                " 4000-2223-3375-31 ",
                "4000\u00a02223\u20073375\u200931",
                "4000\u20102223\u20133375\u201431",
                "4 0 0 0 2 2 2 3 3 3 7 5 3 1\n",
            })
    void shouldTakeBlanksAndHyphensOut(String text) {
        assertThat(of(text).card()).isEqualTo(40_002_223_337_531L);
        assertThat(of(text).masked()).isEqualTo("400022****7531");
    }

    @Test
    void shouldNeverLookAnotherCardUp() {
        assertThat(of("4000 2223 3375 3199 12").masked()).isEqualTo("400022********9912");
        assertThat(of("0040002223337531").card())
                .isNotEqualTo(of("40002223337531").card());
        assertThat(of("00000000000042").card()).isEqualTo(42);
        assertThat(of("00000042").card()).isNotEqualTo(of("00000000000042").card());
    }

    @ParameterizedTest
    @CsvSource({
        "1234567, digits=7",
        "12345678901234567890, digits=20",
        "'', digits=0",
        "' - ', digits=0",
        "4000222333753x, wrongCharacterAt=13",
        "4000.2223.3375.31, wrongCharacterAt=4",
        "'\u0664\u0660\u0660\u0660\u0662\u0662\u0662\u0663\u0663', wrongCharacterAt=0",
    })
    void shouldSayWhatIsWrongWithoutTheNumber(String text, String sentence) {
        assertThatThrownBy(() -> of(text))
                .isInstanceOf(HttpFailure.class)
                .hasMessageContainingAll("8 to 19 digits", sentence)
                .hasMessageNotContaining("4000");
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 13, 15, 16, 18, 19})
    void shouldTakeEveryLength(int digits) {
        assertThat(of("9".repeat(digits)).masked()).hasSize(digits);
    }
}
