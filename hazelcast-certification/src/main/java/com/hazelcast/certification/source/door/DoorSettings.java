package com.hazelcast.certification.source.door;

import com.hazelcast.certification.client.protocol.ProtocolLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a door is told, checked.
 *
 * @param host address that the port is bound to
 * @param port 0: any free one
 * @param tls empty: no TLS, which must have been allowed explicitly
 * @param connectionsMax more are closed at once
 * @param batchesInFlightMax batches of a connection without an answer; the connection is not read beyond that
 * @param handshakeTimeout for TLS, and again for the hello
 * @param frameTimeout from a frame's first byte to its last
 * @param writeTimeout for a client to take an answer
 * @param idleTimeout for a client to send something while nothing of its is in flight
 * @param frameMemoryBytes bound on large frames that have not arrived whole or not been handed on, all connections together
 */
public record DoorSettings(
        String host,
        int port,
        Optional<Tls> tls,
        int connectionsMax,
        int batchesInFlightMax,
        Duration handshakeTimeout,
        Duration frameTimeout,
        Duration writeTimeout,
        Duration idleTimeout,
        int frameMemoryBytes) {
    private static final int FRAME_MEMORY_BYTES = 64 << 20;

    /**
     * How a member proves itself.
     *
     * @param certificate chain, PEM
     * @param key of the certificate, PKCS#8 PEM without a password
     * @param clientAuthorities authorities, PEM, one of which must have signed the client's certificate; empty: clients need
     *     none
     */
    public record Tls(Path certificate, Path key, Optional<Path> clientAuthorities) {}

    /** @throws IllegalArgumentException when a limit is out of range, naming it */
    public DoorSettings {
        requireWithin("door-connections-max", connectionsMax, 1, 65_536);
        requireWithin("door-batches-in-flight", batchesInFlightMax, 1, ProtocolLimits.BATCHES_IN_FLIGHT_MAX);
        // One whole frame must fit, or it would never be read.
        requireWithin("frameMemoryBytes", frameMemoryBytes, ProtocolLimits.FRAME_SIZE_BYTES_MAX, 1 << 30);
    }

    private static void requireWithin(String key, int value, int least, int greatest) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(
                    key + " must be " + least + " to " + greatest + ": " + key + "=" + value);
        }
    }

    /** With the usual time-outs. */
    public static DoorSettings of(
            String host, int port, Optional<Tls> tls, int connectionsMax, int batchesInFlightMax) {
        return new DoorSettings(
                host,
                port,
                tls,
                connectionsMax,
                batchesInFlightMax,
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                FRAME_MEMORY_BYTES);
    }

    /** The same with other time-outs. */
    public DoorSettings withTimeouts(Duration handshake, Duration frame, Duration write, Duration idle) {
        return new DoorSettings(
                host, port, tls, connectionsMax, batchesInFlightMax, handshake, frame, write, idle, frameMemoryBytes);
    }
}
