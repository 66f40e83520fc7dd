package com.hazelcast.certification.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CardNumberTest {
    @Property
    void shouldGiveBackEveryNumberWithItsLeadingZeros(@ForAll("numbers") String number) {
        long code = CardNumber.of(number);

        assertThat(CardNumber.text(code)).isEqualTo(number);
        assertThat(CardNumber.digits(code)).isEqualTo(number.length());
        assertThat(CardNumber.isCode(code)).isTrue();
    }

    @Property
    void shouldGiveDifferentNumbersDifferentCodes(@ForAll("numbers") String one, @ForAll("numbers") String other) {
        assertThat(CardNumber.of(one) == CardNumber.of(other)).isEqualTo(one.equals(other));
    }

    @Provide
    Arbitrary<String> numbers() {
        Arbitrary<String> any = Arbitraries.strings().numeric().ofMinLength(8).ofMaxLength(19);
        Arbitrary<String> extremes = Arbitraries.integers()
                .between(8, 19)
                .flatMap(digits -> Arbitraries.of("0", "9").map(digit -> digit.repeat(digits)));
        return Arbitraries.oneOf(any, extremes);
    }

    @Test
    void shouldKeepTheValueOfANumberOf14Digits() {
        assertThat(CardNumber.of("00000017721111")).isEqualTo(17_721_111L);
        assertThat(CardNumber.of("00000000")).isEqualTo(100_000_000_000_000L);
    }

    @Test
    void shouldEndBehindTheGreatestNumber() {
        assertThat(CardNumber.of("9999999999999999999") + 1).isEqualTo(CardNumber.END);
        assertThat(CardNumber.isCode(CardNumber.END)).isFalse();
        assertThat(CardNumber.isCode(-1)).isFalse();
    }

    @Test
    void shouldTakeBlanksAndHyphensBetweenTheDigits() {
        assertThat(CardNumber.of(" 4000 2200-0011 2333 ")).isEqualTo(CardNumber.of("4000220000112333"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1234567", "12345678901234567890", "4000x20000112333", "\u0661234567890"})
    void shouldTakeNothingElseAndNotRepeatIt(String text) {
        assertThatThrownBy(() -> CardNumber.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(failure -> assertThat(
                                text.isEmpty() || !failure.getMessage().contains(text))
                        .isTrue());
    }

    @Test
    void shouldReadAValueAsVersion1DoesWithAsManyDigitsAsItNeeds() {
        assertThat(CardNumber.text(CardNumber.ofValue(17))).isEqualTo("00000000000017");
        assertThat(CardNumber.text(CardNumber.ofValue(99_999_999_999_999L))).isEqualTo("99999999999999");
        assertThat(CardNumber.text(CardNumber.ofValue(100_000_000_000_000L))).isEqualTo("100000000000000");
        assertThat(CardNumber.text(CardNumber.ofValue(Long.MAX_VALUE))).isEqualTo("9223372036854775807");
    }
}
