package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What requests may take of the memory while their bodies come, and answers while they are taken. */
class OnTheWayTest {
    private static final int BODY_BYTES = 1_000;

    /** Room for three. */
    private final Exchange.OnTheWay<String> onTheWay =
            new Exchange.OnTheWay<>(3 * (Exchange.OnTheWay.HEAD_BYTES + BODY_BYTES));

    private void begin(String request) {
        onTheWay.begin(request, BODY_BYTES);
        assertThat(onTheWay.evict()).as(request).isNull();
    }

    @Test
    void shouldEndThoseThatBeganFirstWhenTheyTakeMoreThanTheyMay() {
        begin("first");
        begin("second");
        begin("third");

        onTheWay.begin("fourth", BODY_BYTES);
        assertThat(onTheWay.evict()).isEqualTo("first");
        assertThat(onTheWay.evict()).isNull();
        onTheWay.begin("large", 2 * BODY_BYTES);
        assertThat(onTheWay.evict()).isEqualTo("second");
        assertThat(onTheWay.evict()).isEqualTo("third");
        assertThat(onTheWay.evict()).isNull();
    }

    @Test
    void shouldEndNobodyWhenBodiesComeWhole() {
        for (int i = 0; i < 100; i++) {
            begin("slow");
            onTheWay.end("slow");
            onTheWay.end("slow");
        }
        begin("first");
        begin("second");
        begin("third");
    }

    @Test
    void shouldCountRequestsThatAnnounceNearlyNothing() {
        int begun = 0;
        while (onTheWay.evict() == null) {
            onTheWay.begin("request " + begun++, 0);
        }
        assertThat(begun).isEqualTo(4);
    }
}
