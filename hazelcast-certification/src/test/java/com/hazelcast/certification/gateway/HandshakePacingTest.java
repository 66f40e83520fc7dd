package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How threads of handshakes leave processors to others. */
class HandshakePacingTest {
    private static final long MAX_NS = GatewayTls.Handshakes.REST_NS_MAX;

    private final List<Long> restsNs = new ArrayList<>();
    private final EmbeddedChannel connection = new EmbeddedChannel();
    private long nowNs = 5;
    private final GatewayTls.Handshakes handshakes =
            new GatewayTls.Handshakes(1, Duration.ofSeconds(10), () -> nowNs, restsNs::add);

    @AfterEach
    void close() {
        handshakes.close();
        var unused = connection.close();
    }

    private void serve(long tookNs) {
        handshakes.serve(connection, () -> nowNs += tookNs);
    }

    @Test
    void shouldRestAfterEachTaskForAsLongAsItTook() {
        serve(MAX_NS / 4);
        serve(MAX_NS - 1);

        assertThat(restsNs).containsExactly(MAX_NS / 4, MAX_NS - 1);
    }

    /** Or one that was kept from a processor would keep those that wait for longer still. */
    @Test
    void shouldRestForSoLongAtMost() {
        serve(50 * MAX_NS);

        assertThat(restsNs).containsExactly(MAX_NS);
    }

    @Test
    void shouldNotRestForAClientThatHasGone() {
        var unused = connection.close();
        handshakes.serve(connection, () -> {
            throw new AssertionError("a task of a connection that is closed");
        });

        assertThat(restsNs).isEmpty();
    }
}
