package com.hazelcast.certification.systemtests.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.systemtests.http.HostileRequests.Hostile;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HostileRequestsTest {
    @Test
    void shouldReachEachCallWithBodiesOfTheLengthThatTheyState() {
        SplittableRandom random = new SplittableRandom(1);
        TreeSet<String> calls = new TreeSet<>();
        for (int i = 0; i < 10_000; i++) {
            Hostile hostile = HostileRequests.next(random);
            if (hostile.isWhole()) {
                String text = hostile.text();
                int body = text.indexOf("\r\n\r\n") + 4;
                assertThat(text.substring(0, body)).contains("Content-Length: " + (text.length() - body) + "\r\n");
                calls.add(text.substring(0, text.indexOf(" HTTP/1.1\r\n")));
            }
        }
        assertThat(calls)
                .containsExactly(
                        "GET /v1/cards/none/history",
                        "GET /v1/transactions/tx_none",
                        "POST /v1/cards",
                        "POST /v1/cards:history",
                        "POST /v1/decisions",
                        "POST /v1/decisions:batch",
                        "POST /v1/labels",
                        "POST /v1/transactions",
                        "PUT /v1/transactions/hostile");
    }
}
