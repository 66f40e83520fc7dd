package com.hazelcast.certification.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NewConnectionsTest {
    private static final int MAX = 2;
    private final AtomicLong nowNs = new AtomicLong();
    private final NewConnections connections = new NewConnections(MAX, nowNs::get);

    private static EmbeddedChannel channel(int port) {
        return channel("127.0.0.1", port);
    }

    private static EmbeddedChannel channel(String host, int port) {
        return new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return new InetSocketAddress(host, port);
            }

            @Override
            protected SocketAddress localAddress0() {
                return new InetSocketAddress("127.0.0.1", 8_600);
            }
        };
    }

    @Test
    void shouldCloseAConnectionThatSendsNoRequestInTime() {
        Channel silent = channel(1);
        Channel asking = channel(2);
        assertThat(connections.admit(silent)).isTrue();
        assertThat(connections.admit(asking)).isTrue();
        Runnable unused = connections.shown("127.0.0.1", 2, "127.0.0.1", 8_600);
        nowNs.set(NewConnections.TIME_NS);
        connections.closeOverdue();
        assertThat(silent.isOpen()).isTrue();
        nowNs.incrementAndGet();
        connections.closeOverdue();
        assertThat(silent.isOpen()).isFalse();
        assertThat(asking.isOpen()).isTrue();
    }

    @Test
    void shouldCutAShownConnectionThoughItsHandlersWaitForItsClient() {
        EmbeddedChannel blocked = channel(1);
        blocked.pipeline().addLast(new ChannelDuplexHandler() {
            @Override
            public void close(ChannelHandlerContext context, ChannelPromise promise) {
                // Its client has not taken what was written.
            }
        });
        assertThat(connections.admit(blocked)).isTrue();
        Runnable cut = connections.shown("127.0.0.1", 1, "127.0.0.1", 8_600);
        blocked.close();
        assertThat(blocked.isOpen()).isTrue();

        cut.run();
        blocked.runPendingTasks();

        assertThat(blocked.isOpen()).isFalse();
    }

    @Test
    void shouldTakeNoMoreThanItsBoundUntilOneIsClosed() {
        Channel first = channel(1);
        assertThat(connections.admit(first)).isTrue();
        assertThat(connections.admit(channel(2))).isTrue();
        assertThat(connections.admit(channel(3))).isFalse();
        first.close();
        assertThat(connections.admit(channel(3))).isTrue();
    }

    @Test
    void shouldTakeSilentConnectionsOfOthersWhenOneAddressOpensAsManyAsItMay() {
        NewConnections many = new NewConnections(64, nowNs::get);
        int port = 1;
        while (many.admit(channel("10.0.0.1", port))) {
            port++;
        }
        assertThat(many.admit(channel("10.0.0.2", port))).isTrue();
    }

    private static int enterAll(NewConnections.Places places, String host) {
        int entered = 0;
        while (places.enter(host)) {
            entered++;
        }
        return entered;
    }

    @Test
    void shouldLeavePlacesForOthersHoweverManyAnAddressOpens() {
        NewConnections.Places places = new NewConnections.Places(64);

        assertThat(enterAll(places, "10.0.0.1")).isEqualTo(56);

        assertThat(enterAll(places, "10.0.0.2")).isEqualTo(7);
        assertThat(places.enter("10.0.0.3")).as("the last one").isTrue();
        assertThat(places.enter("10.0.0.4")).isFalse();
        assertThat(places.taken()).isEqualTo(64);
    }

    @Test
    void shouldGiveAnAddressItsShareAgainWhenPlacesAreFree() {
        NewConnections.Places places = new NewConnections.Places(64);
        for (int i = 0; i < 20; i++) {
            assertThat(places.enter("10.0.0.2")).isTrue();
        }
        int before = enterAll(places, "10.0.0.1");
        for (int i = 0; i < 20; i++) {
            places.leave("10.0.0.2");
        }
        assertThat(before + enterAll(places, "10.0.0.1")).isEqualTo(56);
        for (int i = 0; i < 56; i++) {
            places.leave("10.0.0.1");
        }
        assertThat(places.taken()).isZero();
        assertThat(enterAll(places, "10.0.0.1")).isEqualTo(56);
    }

    @Test
    void shouldGiveFewPlacesToWhoeverComes() {
        assertThat(enterAll(new NewConnections.Places(1), "10.0.0.1")).isEqualTo(1);
        assertThat(enterAll(new NewConnections.Places(4), "10.0.0.1")).isEqualTo(4);
    }

    @Test
    void shouldTakeAllAddressesOfAnIpv6NetworkForOne() {
        NewConnections.Places places = new NewConnections.Places(64);
        int entered = 0;
        while (places.enter("2001:db8:0:1::" + Integer.toHexString(entered + 1))) {
            entered++;
        }
        assertThat(entered).isEqualTo(56);
        assertThat(places.enter("2001:db8:0:2::1")).isTrue();
    }
}
