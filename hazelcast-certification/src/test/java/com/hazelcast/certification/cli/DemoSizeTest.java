package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.cli.demo.DemoSize;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoSizeTest {
    private static DemoSize size(int cards, int history, int members, int seconds, long machineMib) {
        return new DemoSize(cards, history, members, Duration.ofSeconds(seconds), 2, machineMib);
    }

    /** Two cores may score two million a second; a card of 90 transactions pays once a day, one of none twice. */
    @ParameterizedTest
    @CsvSource({"990000, 90, 30, 60", "990000, 0, 30, 30", "990000, 20, 30, 90", "30000000, 90, 1, 1"})
    void shouldShowTheDaysOfWhatMayBeScored(int cards, int history, int seconds, long days) {
        assertThat(size(cards, history, 2, seconds, 24_576).shown()).isEqualTo(Duration.ofDays(days));
    }

    @Test
    void shouldGiveMembersHalfOfTheMachineButNotLessThanTheHistoriesTake() {
        assertThat(size(1_000_000, 20, 2, 30, 24_576).heapMib()).isEqualTo(5_776);
        assertThat(size(1_000_000, 20, 2, 30, 8_192).heapMib()).isEqualTo(2_048);
        assertThat(size(1_000_000, 20, 2, 30, 1_024).heapMib()).isEqualTo(1_999);
        assertThat(size(1_000, 20, 1, 1, 24_576).heapMib()).isEqualTo(1_024);
    }

    @Test
    void shouldRefuseMoreCardsThanTheMachineHasRoomFor() {
        DemoSize size = size(30_000_000, 20, 2, 30, 24_576);
        assertThatThrownBy(size::requireMemory)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("choose fewer --cards: cards=30000000");
    }
}
