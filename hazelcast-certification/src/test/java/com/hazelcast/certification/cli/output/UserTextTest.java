package com.hazelcast.certification.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0000",
        "7, 0007",
        "8, 0008",
        "13, 000d",
        "27, 001b",
        "127, 007f",
        "155, 009b",
        "8238, 202e",
        "8294, 2066"
    })
    void shouldShowWhatATerminalWouldObey(int obeyed, String hexadecimal) {
        assertThat(UserText.shown("-- a" + (char) obeyed + "[2J")).isEqualTo("-- a\\u" + hexadecimal + "[2J");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "set a\r\n\trule b\n", "für 5 €, Łódź 東京 😀", "a\\b"})
    void shouldLeaveAllOtherTextAsItIs(String text) {
        assertThat(UserText.shown(text)).isEqualTo(text);
    }
}
