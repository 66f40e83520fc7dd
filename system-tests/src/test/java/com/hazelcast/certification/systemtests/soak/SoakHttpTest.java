package com.hazelcast.certification.systemtests.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Requests to a server that turns all of them away. */
class SoakHttpTest {
    private static final int UNAVAILABLE = 503;
    private static final int NO_BODY = -1;

    @Test
    void shouldNotTakeAnApiThatTurnsAllAwayForAWayIn() throws IOException {
        AtomicInteger turnedAway = new AtomicInteger();
        SoakAnswers answers = new SoakAnswers();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(UNAVAILABLE, NO_BODY);
            exchange.close();
            turnedAway.incrementAndGet();
        });
        server.start();
        try (SoakHttp unusedHttp =
                new SoakHttp(List.of(server.getAddress()), new SoakCards(1), Clock.systemUTC(), 1_000, answers)) {
            SystemCluster.await("enough are turned away", () -> turnedAway.get() > 200);
        } finally {
            server.stop(0);
        }

        assertThat(answers.isGood()).isFalse();
        assertThat(answers.toString()).contains("hardly a decision of the rules came by HTTP");
    }

    @Test
    void shouldSayAtOnceThatItHasEnded() {
        // It fails at its first request.
        SoakHttp http = new SoakHttp(List.of(), new SoakCards(1), Clock.systemUTC(), 1_000, new SoakAnswers());

        SystemCluster.await("the driver has ended", () -> hasEnded(http));

        assertThatThrownBy(http::close).isInstanceOf(IllegalStateException.class);
    }

    private static boolean hasEnded(SoakHttp http) {
        try {
            http.requireRunning();
            return false;
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("the driver by HTTP has ended before its time");
            return true;
        }
    }
}
