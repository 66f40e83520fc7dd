package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What requests may take of the memory while their bodies come. */
class ArrivingTest {
    private static final int BODY_BYTES = 1_000;

    /** Room for three. */
    private final Exchange.Arriving<String> arriving =
            new Exchange.Arriving<>(3 * (Exchange.Arriving.HEAD_BYTES + BODY_BYTES));

    private void begin(String request) {
        assertThat(arriving.begin(request, BODY_BYTES)).as(request).isEmpty();
    }

    @Test
    void shouldEndThoseThatBeganFirstWhenTheyTakeMoreThanTheyMay() {
        begin("first");
        begin("second");
        begin("third");

        assertThat(arriving.begin("fourth", BODY_BYTES)).containsExactly("first");
        assertThat(arriving.begin("large", 2 * BODY_BYTES)).containsExactly("second", "third");
        assertThat(arriving.begin("next", 0)).isEmpty();
    }

    @Test
    void shouldEndNobodyWhenBodiesComeWhole() {
        for (int i = 0; i < 100; i++) {
            begin("slow");
            arriving.end("slow");
            arriving.end("slow");
        }
        begin("first");
        begin("second");
        begin("third");
    }

    @Test
    void shouldCountRequestsThatAnnounceNearlyNothing() {
        int begun = 0;
        while (arriving.begin("request " + begun, 0).isEmpty()) {
            begun++;
        }
        assertThat(begun).isEqualTo(3);
    }
}
