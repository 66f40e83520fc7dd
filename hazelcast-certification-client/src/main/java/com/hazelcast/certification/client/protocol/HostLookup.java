package com.hazelcast.certification.client.protocol;

import io.netty.channel.EventLoop;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the addresses of hosts beside event loops: a name server can take seconds, and a loop has connections that live. A few daemon threads,
 * which all clients of a process share and which end when there is nothing to do. A link that connects has one look-up, so their number bounds
 * what waits. Thread-safe.
 */
final class HostLookup {
    private static final int THREADS = 4;
    private static final long IDLE_SECONDS = 10;

    /** That of all links. */
    static final HostLookup SHARED = new HostLookup(InetAddress::getByName, threads());

    private static final Logger LOG = LoggerFactory.getLogger(HostLookup.class);

    private final Resolver resolver;
    private final Executor threads;

    /** Where addresses come from; may block. */
    @FunctionalInterface
    interface Resolver {
        /**
         * The address of a host.
         *
         * @throws UnknownHostException when it has none
         */
        InetAddress resolve(String host) throws UnknownHostException;
    }

    /** @param threads on which the resolver is called */
    HostLookup(Resolver resolver, Executor threads) {
        this.resolver = resolver;
        this.threads = threads;
    }

    private static Executor threads() {
        ThreadPoolExecutor few = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new DefaultThreadFactory("fraud-client-names", true));
        few.allowCoreThreadTimeOut(true);
        return few;
    }

    /**
     * Looks for the address of a host.
     *
     * @param host a name, or an address in numbers, which takes no look-up
     * @param whenDone receives the address, or null when there is none: on the event loop; at once, on this thread, when none had to be looked
     *     for. Not called when the loop has ended
     */
    void find(String host, EventLoop loop, Consumer<@Nullable InetAddress> whenDone) {
        if (NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host)) {
            whenDone.accept(resolve(host));
        } else {
            threads.execute(() -> {
                InetAddress found = resolve(host);
                try {
                    loop.execute(() -> whenDone.accept(found));
                } catch (RejectedExecutionException e) {
                    LOG.debug("the client was closed while {} was looked up", host, e);
                }
            });
        }
    }

    private @Nullable InetAddress resolve(String host) {
        try {
            return resolver.resolve(host);
        } catch (UnknownHostException e) {
            LOG.debug("no such host: {}", host, e);
            return null;
        }
    }
}
