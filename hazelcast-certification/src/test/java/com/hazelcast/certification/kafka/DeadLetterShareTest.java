package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadLetterShareTest {
    private final DeadLetterShare share = new DeadLetterShare(10);

    private void add(int dead, int good) {
        for (int i = 0; i < dead; i++) {
            share.add(true);
        }
        for (int i = 0; i < good; i++) {
            share.add(false);
        }
    }

    @Test
    void shouldSayNothingBeforeTheFirstHundredRecords() {
        add(99, 0);
        assertThat(share.isTooMuch()).isFalse();
        add(1, 0);
        assertThat(share.isTooMuch()).isTrue();
    }

    @Test
    void shouldBeTooMuchOnlyAboveTheBound() {
        add(10, 90);
        assertThat(share.isTooMuch()).isFalse();
        add(1, 0);
        assertThat(share.isTooMuch()).isTrue();
    }

    @Test
    void shouldLookAtTheLastThousandRecordsOnly() {
        add(101, 899);
        assertThat(share.isTooMuch()).isTrue();
        add(0, 1);
        assertThat(share.isTooMuch()).isFalse();
        assertThat(share.percent()).isEqualTo(10);
    }

    @Test
    void shouldBeginAnewWhenItIsCleared() {
        add(1_000, 0);
        share.clear();
        assertThat(share.isTooMuch()).isFalse();
        assertThat(share.percent()).isZero();
    }
}
