package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.ProtocolLimits;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a gateway, checked.
 *
 * @param host address that the port is bound to
 * @param port 0: any free one
 * @param tls empty: no TLS, which must have been allowed explicitly
 * @param connectionsMax more are closed at once
 * @param batchesInFlightMax batches of a connection without an answer; the connection is not read beyond that
 * @param timeouts how long it waits for a client, and for its member
 * @param frameMemoryBytes bound on large frames that have not arrived whole or not been handed on, all connections together
 * @param clients what one client may have of it
 * @param threads that serve connections
 * @param publicAddress where clients reach it, when that is not where it is bound to; not resolved
 */
public record GatewaySettings(
        String host,
        int port,
        Optional<Tls> tls,
        int connectionsMax,
        int batchesInFlightMax,
        Timeouts timeouts,
        int frameMemoryBytes,
        ClientLimits clients,
        Threads threads,
        Optional<InetSocketAddress> publicAddress) {
    private static final int FRAME_MEMORY_BYTES = 64 << 20;

    /** More event loops than that are of no use to a member. */
    public static final int THREADS_MAX = 256;

    private static final int THREADS_OF_FEW = 4;
    private static final int THREADS_SHARE = 4;

    /** So many clients may take all that they may at once, and nobody else waits. */
    private static final int CLIENTS_AT_ONCE = 4;

    /**
     * How a member proves itself.
     *
     * @param certificate chain, PEM
     * @param key of the certificate, PKCS#8 PEM without a password
     * @param clientAuthorities authorities, PEM, one of which must have signed the client's certificate; empty: clients need
     *     none
     */
    public record Tls(Path certificate, Path key, Optional<Path> clientAuthorities) {}

    /**
     * How long a gateway waits.
     *
     * @param handshake for TLS, and again for the hello
     * @param frame from a frame's first byte to its last
     * @param room for the member to have room for a batch, or for more of a large frame
     * @param write for a client to take an answer
     * @param idle for a client to send something while nothing of its is in flight
     */
    public record Timeouts(Duration handshake, Duration frame, Duration room, Duration write, Duration idle) {
        /** The usual ones. */
        static final Timeouts USUAL = new Timeouts(
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60));
    }

    /**
     * Threads of a gateway.
     *
     * @param loops event loops, which parse, and encrypt where there is TLS
     * @param handshakes what shakes hands where there is TLS: so many at a time, others wait
     */
    public record Threads(int loops, int handshakes) {
        /** @throws IllegalArgumentException when a count is out of range, naming it */
        public Threads {
            requireWithin("gateway-threads", loops, 1, THREADS_MAX);
            requireWithin("gateway-handshake-threads", handshakes, 1, THREADS_MAX);
        }

        /** The usual ones of this machine. */
        static Threads usual() {
            int loops = usualThreads(Runtime.getRuntime().availableProcessors());
            return new Threads(loops, usualHandshakeThreads(loops));
        }
    }

    /**
     * What one client may have. A client is its certificate when it has shown one, otherwise its address.
     *
     * @param connectionsPerAddress more from one address are closed at once
     * @param connectionsPerCertificate more with one certificate are closed after the handshake
     * @param newCardsPerSecond cards without a history that one client may open a second, at this member; 0: no bound
     * @param newCardsBurst how many at once, after a time without
     */
    public record ClientLimits(
            int connectionsPerAddress, int connectionsPerCertificate, int newCardsPerSecond, int newCardsBurst) {
        /** New cards a second: what a bank of a hundred million cards issues, three times over. */
        public static final int NEW_CARDS_PER_SECOND = 100;

        public static final int NEW_CARDS_BURST = 10_000;

        /** The usual ones of a gateway with that many connections: a quarter of them. */
        public static ClientLimits usual(int connectionsMax) {
            int quarter = Math.max(1, connectionsMax / CLIENTS_AT_ONCE);
            return new ClientLimits(quarter, quarter, NEW_CARDS_PER_SECOND, NEW_CARDS_BURST);
        }

        /** @throws IllegalArgumentException when a limit is out of range, naming it */
        public ClientLimits {
            requireWithin("gateway-connections-per-address", connectionsPerAddress, 1, 65_536);
            requireWithin("gateway-connections-per-certificate", connectionsPerCertificate, 1, 65_536);
            requireWithin("gateway-new-cards-per-second", newCardsPerSecond, 0, 10_000_000);
            requireWithin("gateway-new-cards-burst", newCardsBurst, 1, 1_000_000_000);
        }
    }

    /** @throws IllegalArgumentException when a limit is out of range, naming it */
    public GatewaySettings {
        requireWithin("gateway-connections-max", connectionsMax, 1, 65_536);
        requireWithin("gateway-batches-in-flight", batchesInFlightMax, 1, ProtocolLimits.BATCHES_IN_FLIGHT_MAX);
        // One whole frame must fit, or it would never be read.
        requireWithin("frameMemoryBytes", frameMemoryBytes, ProtocolLimits.FRAME_SIZE_BYTES_MAX, 1 << 30);
    }

    private static void requireWithin(String key, int value, int least, int greatest) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(
                    key + " must be " + least + " to " + greatest + ": " + key + "=" + value);
        }
    }

    /** With the usual time-outs and limits. */
    public static GatewaySettings of(
            String host, int port, Optional<Tls> tls, int connectionsMax, int batchesInFlightMax) {
        return new GatewaySettings(
                host,
                port,
                tls,
                connectionsMax,
                batchesInFlightMax,
                Timeouts.USUAL,
                FRAME_MEMORY_BYTES,
                ClientLimits.usual(connectionsMax),
                Threads.usual(),
                Optional.empty());
    }

    /** The same with other time-outs. */
    public GatewaySettings withTimeouts(Timeouts others) {
        return with(connectionsMax, others, clients, threads, publicAddress);
    }

    /** Event loops of a machine with so many processors: they share these with scoring, so a quarter of many, and all of few. */
    public static int usualThreads(int processors) {
        return Math.min(Math.min(processors, Math.max(THREADS_OF_FEW, processors / THREADS_SHARE)), THREADS_MAX);
    }

    /** Threads for handshakes beside so many event loops: fewer, so that these are not kept from processors. */
    public static int usualHandshakeThreads(int threads) {
        return Math.max(1, threads / 2);
    }

    /** The same with so many threads. */
    public GatewaySettings withThreads(Threads others) {
        return with(connectionsMax, timeouts, clients, others, publicAddress);
    }

    /** The same for clients that reach it there. */
    public GatewaySettings withPublicAddress(Optional<InetSocketAddress> address) {
        return with(connectionsMax, timeouts, clients, threads, address);
    }

    /** The same with other limits of a client. */
    public GatewaySettings withClients(ClientLimits limits) {
        return with(connectionsMax, timeouts, limits, threads, publicAddress);
    }

    /** The same for that many connections in all; one address and one certificate may have the same share of them. */
    public GatewaySettings withConnectionsMax(int count) {
        double share = (double) count / connectionsMax;
        ClientLimits limits = new ClientLimits(
                Math.max(1, (int) (clients.connectionsPerAddress * share)),
                Math.max(1, (int) (clients.connectionsPerCertificate * share)),
                clients.newCardsPerSecond,
                clients.newCardsBurst);
        return with(count, timeouts, limits, threads, publicAddress);
    }

    private GatewaySettings with(
            int connections,
            Timeouts waits,
            ClientLimits limits,
            Threads threadCounts,
            Optional<InetSocketAddress> address) {
        return new GatewaySettings(
                host,
                port,
                tls,
                connections,
                batchesInFlightMax,
                waits,
                frameMemoryBytes,
                limits,
                threadCounts,
                address);
    }

    /** Frames of one client that have not been handed on: a quarter of what there is for all, and at least a whole frame. */
    int clientFrameMemoryBytes() {
        return Math.max(frameMemoryBytes / CLIENTS_AT_ONCE, ProtocolLimits.FRAME_SIZE_BYTES_MAX);
    }

    /**
     * Records of one client in flight: a quarter of the member's, and at least a whole batch.
     *
     * @param recordsMax the member's
     */
    static int clientRecordsInFlight(int recordsMax) {
        return Math.max(recordsMax / CLIENTS_AT_ONCE, Math.min(ProtocolLimits.RECORDS_PER_BATCH_MAX, recordsMax));
    }
}
