package com.hazelcast.certification.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.CardNumber;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PanTest {
    @Test
    void shouldShowTheFirstSixAndTheLastFourDigits() {
        assertThat(Pan.masked("12345678901234")).isEqualTo("123456****1234");
        assertThat(Pan.masked(12_345_678_901_234L)).isEqualTo("123456****1234");
    }

    @Test
    void shouldPadAShortNumberWithZeros() {
        assertThat(Pan.masked(17_721_111L)).isEqualTo("000000****1111");
        assertThat(Pan.masked(0L)).isEqualTo("000000****0000");
    }

    @Test
    void shouldShowAKeyedCardByItsIdentifier() {
        assertThat(Pan.masked(-1L)).isEqualTo("#ffffffffffffffff");
        assertThat(Pan.masked(new CardKey(new byte[16]).identify(17_721_111L))).matches("#[0-9a-f]{16}");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            12345678901234, 123456, 12345678
            00004000222333, 40, 4000
            00000001, 0, 1
            4000220000112333, 400022, 40002200
            0400220000112333, 40022, 4002200
            9999999999999999999, 999999, 99999999
            """)
    void shouldFindTheFirstDigitsOfANumberOfAnyLength(String number, long six, long eight) {
        assertThat(Pan.first(CardNumber.of(number), Pan.BIN_DIGITS)).isEqualTo(six);
        assertThat(Pan.first(CardNumber.of(number), Pan.LONG_BIN_DIGITS)).isEqualTo(eight);
    }

    @Test
    void shouldMaskANumberOfAnyLength() {
        assertThat(Pan.masked(CardNumber.of("00000001"))).isEqualTo("********");
        assertThat(Pan.masked(CardNumber.of("4000220000112333"))).isEqualTo("400022******2333");
        assertThat(Pan.masked(CardNumber.of("9999999999999999999"))).isEqualTo("999999*********9999");
    }

    @Test
    void shouldMaskShortTextWhole() {
        assertThat(Pan.masked("")).isEmpty();
        assertThat(Pan.masked("1234567890")).isEqualTo("**********");
        assertThat(Pan.masked("12345678901")).isEqualTo("123456*8901");
    }

    @Property
    void shouldNeverShowADigitBetweenTheFirstSixAndTheLastFour(
            @ForAll @NumericChars @StringLength(min = 11, max = 40) String digits) {
        String masked = Pan.masked(digits);

        assertThat(masked).hasSameSizeAs(digits);
        assertThat(masked.substring(6, masked.length() - 4)).containsOnlyOnce("*".repeat(digits.length() - 10));
        assertThat(masked).startsWith(digits.substring(0, 6)).endsWith(digits.substring(digits.length() - 4));
    }

    @Property
    void shouldMaskEveryCardNumberToItsFullLength(@ForAll @LongRange(max = 99_999_999_999_999L) long card) {
        assertThat(Pan.masked(card)).matches("\\d{6}\\*{4}\\d{4}").endsWith(Long.toString(card % 10));
    }

    @Test
    void shouldMaskAlikeUnderALocaleWithDigitsOfItsOwn() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(Pan.masked(17_721_111L)).isEqualTo("000000****1111");
        } finally {
            Locale.setDefault(before);
        }
    }
}
