package com.hazelcast.certification.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which releases can be in one cluster. */
class ClusterFormatTest {
    private static ClusterFormat format(String text) {
        return ClusterFormat.parse(text).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        // one, other, whether they live with each other
        "1 oldest 1, 1 oldest 1, true",
        "2 oldest 1, 1 oldest 1, true",
        "2 oldest 2, 1 oldest 1, false",
        "3 oldest 2, 2 oldest 1, true",
        "3 oldest 2, 1 oldest 1, false",
        "9 oldest 3, 3 oldest 3, true",
        "9 oldest 4, 3 oldest 3, false",
    })
    void shouldLiveWithEachOtherWhenEachLivesWithWhatTheOtherWrites(String one, String other, boolean expected) {
        assertThat(format(one).livesWith(format(other))).isEqualTo(expected);
        assertThat(format(other).livesWith(format(one))).isEqualTo(expected);
    }

    @Test
    void shouldReadWhatAMemberSays() {
        assertThat(format("12 oldest 7")).isEqualTo(new ClusterFormat(12, 7)).hasToString("12 oldest 7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1 oldest",
                "1 oldest 2",
                "1 oldest 0",
                "-1 oldest 1",
                "12345678901 oldest 1",
                "a oldest b"
            })
    void shouldTakeWhatItCannotReadForNothing(String text) {
        assertThat(ClusterFormat.parse(text)).isEmpty();
        assertThat(ClusterFormat.parse(null)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 2", "0, 0"})
    void shouldRefuseNumbersThatContradictEachOther(int written, int oldest) {
        assertThatThrownBy(() -> new ClusterFormat(written, oldest))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("oldest=" + oldest);
    }
}
