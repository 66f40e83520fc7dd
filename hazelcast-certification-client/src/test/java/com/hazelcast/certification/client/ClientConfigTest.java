package com.hazelcast.certification.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientConfigTest {
    private static final ClientConfig USUAL =
            ClientConfig.plain(List.of(InetSocketAddress.createUnresolved("member", 9443)));

    /** With these it would find no member, and not say why. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PT0S      | PT5S     | PT30S | connectTimeout must be 1 ms to 365 days: connectTimeout=PT0S",
                "PT10S     | PT0S     | PT30S | attemptTimeout must be 1 ms to 1 days: attemptTimeout=PT0S",
                "PT10S     | PT-1S    | PT30S | attemptTimeout must be 1 ms to 1 days: attemptTimeout=PT-1S",
                "PT10S     | P30D     | PT30S | attemptTimeout must be 1 ms to 1 days: attemptTimeout=PT720H",
                "PT10S     | PT5S     | PT-1S | closeTimeout must be 0 ms to 365 days: closeTimeout=PT-1S",
                "P1000000D | PT5S     | PT30S | connectTimeout must be 1 ms to 365 days: connectTimeout=PT24000000H",
            })
    void shouldRefuseTimesThatAreNone(Duration connect, Duration attempt, Duration close, String message) {
        assertThatThrownBy(() -> USUAL.withTimeouts(connect, attempt, close))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void shouldTakeTheShortestTimes() {
        ClientConfig shortest = USUAL.withTimeouts(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ZERO)
                .withSlowAfter(Duration.ZERO)
                .withSpreadWithin(Duration.ZERO);

        assertThat(shortest.closeTimeout()).isZero();
        assertThatThrownBy(() -> USUAL.withSlowAfter(Duration.ofMillis(-1)))
                .hasMessageStartingWith("slowAfter must be");
    }
}
