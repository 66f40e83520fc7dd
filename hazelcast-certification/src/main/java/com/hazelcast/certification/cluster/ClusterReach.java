package com.hazelcast.certification.cluster;

import com.hazelcast.certification.access.ControlCaller;
import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Connects a command to a cluster once, and where that fails says what could not be reached and what to check. What is certain it
 * says at once: nothing listens, or what listens turns the client away. Silence is not certain, because a busy machine is slow to
 * answer: it is said after {@value #SAY_AFTER_MS} ms, and waited for until the time is over. Used once, by one thread.
 */
public final class ClusterReach {
    /** With the start of the program before it, this is within three seconds. */
    static final long SAY_AFTER_MS = 1_000;

    private final String clusterName;
    private final Optional<ClusterSecret> secret;
    private final String address;
    private final Duration timeout;
    private final Consumer<String> notice;
    private final long beginNs = System.nanoTime();

    /**
     * To a cluster.
     *
     * @param secret of the cluster, if it has one
     * @param address of any member's control port, {@code host:port}
     * @param notice is notified that nothing has answered yet
     */
    public ClusterReach(
            String clusterName,
            Optional<ClusterSecret> secret,
            String address,
            Duration timeout,
            Consumer<String> notice) {
        this.clusterName = clusterName;
        this.secret = secret;
        this.address = address;
        this.timeout = timeout;
        this.notice = notice;
    }

    /**
     * Connects, for somebody who names no user.
     *
     * @throws IllegalStateException as {@link #connect(ControlCaller)}
     */
    public ClusterControl connect() {
        return connect(ControlCaller.here());
    }

    /**
     * Connects.
     *
     * @param caller who makes the calls; members check who it is when it acts
     * @throws IllegalStateException when the cluster cannot be reached: says what was tried and what to check
     */
    public ClusterControl connect(ControlCaller caller) {
        requireListener();
        CompletableFuture<HazelcastInstance> client = new CompletableFuture<>();
        Thread opening = new Thread(() -> open(client), "fraud-connect");
        opening.setDaemon(true);
        opening.start();
        try {
            return ClusterControl.own(await(client), caller);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while connecting to " + address, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "what listens at " + address + " is no member of a cluster that is called " + clusterName
                            + ": it turned this client away; check --cluster-name and --cluster-secret-file, and that the port is"
                            + " a member's control port (a member prints both when it is up), not its member port, its HTTP"
                            + " port or a source",
                    e);
        } catch (TimeoutException e) {
            opening.interrupt();
            throw new IllegalStateException(
                    silence() + " within " + timeout.toMillis()
                            + " ms; check that the port is a member's and that its process is not stopped, or give it more"
                            + " time with --timeout",
                    e);
        }
    }

    /** A plain connection first: it costs a millisecond, and its failure is plain too. */
    private void requireListener() {
        int colon = address.lastIndexOf(':');
        InetSocketAddress target =
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        if (target.isUnresolved()) {
            throw new IllegalStateException(
                    "no such host: --address=" + address + "; give the host and port of a member");
        }
        try (Socket socket = new Socket()) {
            socket.connect(target, (int) Math.min(SAY_AFTER_MS, timeout.toMillis()));
        } catch (ConnectException e) {
            throw unreachable("nothing listens at " + address, e);
        } catch (IOException e) {
            throw unreachable("no connection to " + address + " (" + e.getMessage() + ")", e);
        }
    }

    private IllegalStateException unreachable(String what, IOException cause) {
        return new IllegalStateException(
                what + ", so the cluster " + clusterName
                        + " cannot be asked; check that a member runs there (it prints 'is up'), its --control-host and --control-port, and"
                        + " any firewall between; another member is as good: --address host:port",
                cause);
    }

    private void open(CompletableFuture<HazelcastInstance> client) {
        ClientConfig config = ClusterControl.clientConfig(clusterName, secret, address);
        // One attempt: to be turned away is an answer, and the same one the next time.
        config.getConnectionStrategyConfig().getConnectionRetryConfig().setClusterConnectTimeoutMillis(0);
        try {
            HazelcastInstance opened = HazelcastClient.newHazelcastClient(config);
            if (!client.complete(opened)) {
                opened.shutdown();
            }
        } catch (RuntimeException e) {
            client.completeExceptionally(e);
        }
    }

    private HazelcastInstance await(CompletableFuture<HazelcastInstance> client)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return client.get(Math.min(SAY_AFTER_MS, leftMs()), TimeUnit.MILLISECONDS);
        } catch (TimeoutException early) {
            if (leftMs() > 0) {
                notice.accept(silence() + " yet; trying for " + timeout.toMillis()
                        + " ms in all. A busy machine is slow; otherwise check that the port is a member's, and that its"
                        + " process is not stopped");
            }
            return client.get(leftMs(), TimeUnit.MILLISECONDS);
        } finally {
            // One that comes about too late is ended by who opened it.
            client.cancel(false);
        }
    }

    private long leftMs() {
        return Math.max(0, timeout.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs));
    }

    private String silence() {
        return address + " takes connections, and no member of the cluster " + clusterName + " has answered there";
    }
}
