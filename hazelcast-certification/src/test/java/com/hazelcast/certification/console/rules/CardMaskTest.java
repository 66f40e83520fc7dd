package com.hazelcast.certification.console.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which digits of lists and texts are taken for cards. */
class CardMaskTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "12345678             | ********",
                "4000123412341234     | 400012******1234",
                "4000 1234 1234 1234  | 4000 1*********1234",
                "4000-1234-1234-1234  | 4000-1*********1234",
                "3782 822463 10005    | 3782 8*******0005",
                "3782-822463-10005    | 3782-8*******0005",
                "4000 123412341234    | 4000 1*******1234",
            })
    void shouldMaskACardHoweverItIsWritten(String card, String masked) {
        assertThat(CardMask.file(card + "\n")).isEqualTo(masked + "\n");
        assertThat(CardMask.file("5411\n" + card + " , 2030-01-31\n5812"))
                .isEqualTo("5411\n" + masked + " , 2030-01-31\n5812");
        assertThat(CardMask.text("rule r decline when tx.card = '" + card + "'"))
                .isEqualTo("rule r decline when tx.card = '" + masked + "'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5411",
                "5411,2030-01-31",
                "276-00012-00345",
                "276-00012-00345,0.25",
                "1234567,0.123456",
                "52520,13.404954",
                "2030-01-31T23:00:00Z"
            })
    void shouldLeaveWhatIsNoCard(String line) {
        assertThat(CardMask.file(line + "\n" + line + "\n")).isEqualTo(line + "\n" + line + "\n");
        assertThat(CardMask.text(line)).isEqualTo(line);
    }

    @Test
    void shouldNotTakeTwoLinesForOneCard() {
        assertThat(CardMask.file("5411\n5812\n5999\n")).isEqualTo("5411\n5812\n5999\n");
    }
}
