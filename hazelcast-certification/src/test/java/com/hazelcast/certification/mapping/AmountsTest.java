package com.hazelcast.certification.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    private static final int DINAR = 414;

    @ParameterizedTest
    @CsvSource({
        // In minor units some are more than 64 bits hold; the third would be 8,384 of these.
        "9999999999999999, 3",
        "9223372036854776, 3",
        "1844674407370956, 4",
        "999999999999999, 4",
        "21474836.48, 2",
        "2147483.648, 3",
        "2147483648, 0",
    })
    void shouldRefuseWhatIsGreaterThanAnAmountMayBe(String text, int minorUnits) {
        assertThatThrownBy(() -> Amounts.minorUnits(text, minorUnits, DINAR))
                .isInstanceOf(FieldProblem.class)
                .hasMessageContaining("is greater than 2147483647 minor units");
    }

    @ParameterizedTest
    @CsvSource({
        "2147483.647, 3, 2147483647",
        "214748.3647, 4, 2147483647",
        "0000000000002147, 3, 2147000",
        "2147483647, 0, 2147483647",
        "0.5, 3, 500",
        "0, 4, 0",
    })
    void shouldTakeAllThatFits(String text, int minorUnits, int units) {
        assertThat(Amounts.minorUnits(text, minorUnits, DINAR)).isEqualTo(units);
    }
}
