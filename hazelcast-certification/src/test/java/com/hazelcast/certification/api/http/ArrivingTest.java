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
        arriving.begin(request, BODY_BYTES);
        assertThat(arriving.evict()).as(request).isNull();
    }

    @Test
    void shouldEndThoseThatBeganFirstWhenTheyTakeMoreThanTheyMay() {
        begin("first");
        begin("second");
        begin("third");

        arriving.begin("fourth", BODY_BYTES);
        assertThat(arriving.evict()).isEqualTo("first");
        assertThat(arriving.evict()).isNull();
        arriving.begin("large", 2 * BODY_BYTES);
        assertThat(arriving.evict()).isEqualTo("second");
        assertThat(arriving.evict()).isEqualTo("third");
        assertThat(arriving.evict()).isNull();
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
        while (arriving.evict() == null) {
            arriving.begin("request " + begun++, 0);
        }
        assertThat(begun).isEqualTo(4);
    }
}
