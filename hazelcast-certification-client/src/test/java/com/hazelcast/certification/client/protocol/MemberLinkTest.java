package com.hazelcast.certification.client.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links to a host whose name is looked up when a test says so. */
@Timeout(60)
class MemberLinkTest {
    private static final int TIMEOUT_MS = 20_000;
    private static final int SOON_MS = 100;
    private static final String HOST = "member.invalid";

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoop loop = loops.next();
    private final ServerSocket member;
    private final BlockingQueue<Runnable> lookups = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> losses = new LinkedBlockingQueue<>();
    private volatile boolean isLostOnLoop;
    private boolean isHostKnown = true;
    private final HostLookup.Resolver resolver = host -> {
        if (!isHostKnown || loop.inEventLoop()) {
            throw new UnknownHostException("planted: " + host);
        }
        return InetAddress.getLoopbackAddress();
    };
    private final MemberLink link = link(NioSocketChannel::new);

    MemberLinkTest() throws IOException {
        member = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        member.setSoTimeout(TIMEOUT_MS);
    }

    private MemberLink link(ChannelFactory<? extends Channel> channels) {
        return new MemberLink(
                new ClientHello(new UUID(0, 1), RecordFormat.COMPACT),
                TIMEOUT_MS,
                new Listening(),
                new HostLookup(resolver, lookups::add),
                channels);
    }

    private final class Listening implements MemberLink.Listener {
        @Override
        public void greeted(MemberHello hello) {}

        @Override
        public void answered(ByteBuf answerFrame) {}

        @Override
        public void lost(Throwable cause) {
            isLostOnLoop = loop.inEventLoop();
            losses.add(cause);
        }
    }

    @AfterEach
    void close() throws IOException {
        var unused = loops.shutdownGracefully(0, TIMEOUT_MS, TimeUnit.MILLISECONDS);
        member.close();
    }

    private void open() throws InterruptedException {
        open(link);
    }

    private void open(MemberLink opened) throws InterruptedException {
        onLoop(() -> opened.open(loop, InetSocketAddress.createUnresolved(HOST, member.getLocalPort()), null));
    }

    /** Returns when the loop has done it. */
    private void onLoop(Runnable task) throws InterruptedException {
        assertThat(loop.submit(task).await(TIMEOUT_MS)).isTrue();
    }

    private void lookUp() throws InterruptedException {
        Runnable lookup = lookups.poll(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        assertThat(lookup).as("a look-up beside the loop").isNotNull();
        lookup.run();
    }

    private Throwable loss() throws InterruptedException {
        return losses.poll(TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }

    @Test
    void shouldConnectWhenTheNameHasBeenLookedUpBesideTheLoop() throws Exception {
        open();
        lookUp();

        member.accept().close();
        assertThat(loss()).isInstanceOf(IOException.class);
        assertThat(lookups).isEmpty();
    }

    @Test
    void shouldNotConnectWhenItIsClosedWhileTheNameIsLookedUp() throws Exception {
        open();
        onLoop(link::close);
        assertThat(loss()).hasMessageContaining("closed before it was connected");

        lookUp();
        for (int i = 0; i < 3; i++) {
            onLoop(() -> {});
        }

        assertThat(isCalled()).isFalse();
        assertThat(losses).as("notified once").isEmpty();
    }

    private boolean isCalled() throws IOException {
        member.setSoTimeout(SOON_MS);
        try {
            member.accept().close();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Test
    void shouldBeLostWhenThereIsNoSuchHost() throws Exception {
        isHostKnown = false;
        open();
        lookUp();

        assertThat(loss()).isInstanceOf(UnknownHostException.class).hasMessageContaining("host=" + HOST);
    }

    /** Opens some more at once than may shake hands, on a loop whose time stands still; none of their names is looked up. */
    private List<MemberLink> openMany(@Nullable SslContext tls) {
        EmbeddedChannel loopInTest = new EmbeddedChannel();
        loopInTest.freezeTime();
        TlsTurns turns = new TlsTurns(loopInTest.eventLoop());
        List<MemberLink> opened = new ArrayList<>();
        for (int i = 0; i < TlsTurns.AT_ONCE + 2; i++) {
            MemberLink one = link(NioSocketChannel::new);
            one.open(turns, InetSocketAddress.createUnresolved(HOST, member.getLocalPort()), tls);
            opened.add(one);
        }
        return opened;
    }

    @Test
    void shouldConnectWithTlsWhenItIsItsTurn() throws Exception {
        List<MemberLink> opened = openMany(
                SslContextBuilder.forClient().sslProvider(SslProvider.JDK).build());
        assertThat(lookups).hasSize(TlsTurns.AT_ONCE);

        opened.get(TlsTurns.AT_ONCE).close();
        assertThat(loss()).as("of one that waited").hasMessageContaining("closed before it was connected");
        assertThat(lookups).hasSize(TlsTurns.AT_ONCE);

        opened.get(0).close();
        assertThat(loss()).hasMessageContaining("closed before it was connected");
        assertThat(lookups).as("the one behind it").hasSize(TlsTurns.AT_ONCE + 1);
    }

    @Test
    void shouldConnectWithoutTlsAtOnce() {
        assertThat(openMany(null)).hasSameSizeAs(lookups);
    }

    /** Its listener's state belongs to that loop. */
    @Test
    void shouldBeLostOnItsLoopWhenNoChannelCanBeMade() throws Exception {
        open(link(() -> {
            throw new ChannelException("planted: too many open files");
        }));
        lookUp();

        assertThat(loss()).isInstanceOf(ChannelException.class).hasMessageContaining("planted");
        assertThat(isLostOnLoop).isTrue();
    }
}
