package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handshakes that have their turn one after the other; the clients say how a record begins, and no more. */
class HandshakeTurnsTest {
    private static final byte[] BEGUN = {22, 3, 1, 2, 0};

    @TempDir
    Path folder;

    private SslContext context;
    private GatewayTls.Handshakes handshakes;

    @BeforeEach
    void open() throws Exception {
        context = GatewayTls.context(new GatewayCertificates(folder).forGateway(false));
        handshakes = new GatewayTls.Handshakes(1, 1, Duration.ofSeconds(10));
    }

    @AfterEach
    void close() {
        handshakes.close();
    }

    private EmbeddedChannel connected() {
        EmbeddedChannel channel = new EmbeddedChannel();
        handshakes.add(context, channel);
        return channel;
    }

    private static void begin(EmbeddedChannel channel) {
        channel.writeInbound(Unpooled.wrappedBuffer(BEGUN));
        channel.runPendingTasks();
    }

    /** Whether its bytes have gone on to TLS, and are read again. */
    private static boolean hasTurn(EmbeddedChannel channel) {
        channel.runPendingTasks();
        channel.advanceTimeBy(2, TimeUnit.MILLISECONDS);
        channel.runPendingTasks();
        return channel.config().isAutoRead()
                && channel.pipeline().names().stream().noneMatch(name -> name.contains("Turn"));
    }

    @Test
    void shouldLetTheNextBeginWhenOneIsOver() {
        EmbeddedChannel first = connected();
        EmbeddedChannel second = connected();
        EmbeddedChannel third = connected();
        begin(first);
        begin(second);
        begin(third);

        assertThat(hasTurn(first)).isTrue();
        assertThat(hasTurn(second)).isFalse();
        assertThat(handshakes.waiting()).isEqualTo(2);

        first.close();

        assertThat(hasTurn(second)).isTrue();
        assertThat(hasTurn(third)).isFalse();
        assertThat(handshakes.waiting()).isEqualTo(1);
    }

    @Test
    void shouldNotTakeATurnForAClientThatSaysNothing() {
        EmbeddedChannel silent = connected();
        EmbeddedChannel speaking = connected();
        begin(speaking);

        assertThat(hasTurn(silent)).isFalse();
        assertThat(hasTurn(speaking)).isTrue();
    }

    @Test
    void shouldLeaveOutAClientThatHasGone() {
        EmbeddedChannel first = connected();
        EmbeddedChannel gone = connected();
        EmbeddedChannel last = connected();
        begin(first);
        begin(gone);
        begin(last);

        gone.close();
        first.close();

        assertThat(hasTurn(last)).isTrue();
        assertThat(handshakes.waiting()).isZero();
    }

    @Test
    void shouldEndTheTurnOfAClientThatSaysNoMore() {
        EmbeddedChannel slow = connected();
        EmbeddedChannel next = connected();
        begin(slow);
        begin(next);
        assertThat(hasTurn(slow)).isTrue();
        assertThat(hasTurn(next)).isFalse();

        slow.advanceTimeBy(1, TimeUnit.SECONDS);
        slow.runScheduledPendingTasks();

        assertThat(hasTurn(next)).isTrue();
        assertThat(slow.isOpen()).isTrue();
    }
}
