package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.DecisionSettings;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.gateway.GatewaySettings.Tls;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the API is served.
 *
 * @param host address that the port is bound to
 * @param port 0: any free one
 * @param tls with authorities a client may show a certificate instead of a token; empty: no TLS
 * @param tokens file of tokens; empty: none
 * @param needsIdentity whether a client must show a token or a certificate
 * @param connectionsMax more are answered 503 and closed, and of one address those beyond its share of what is free
 * @param threads event loops, which parse, answer, and encrypt where there is TLS
 * @param clientQueueMax transactions of one client's single calls without an answer
 * @param newCardsPerSecond cards without a history that one client may open by transactions; 0: no bound
 * @param newCardsBurst how many at once
 * @param decisions how decisions are made
 * @param accessLog where requests are logged; empty: nowhere
 */
public record ApiSettings(
        String host,
        int port,
        Optional<Tls> tls,
        Optional<Path> tokens,
        boolean needsIdentity,
        int connectionsMax,
        int threads,
        int clientQueueMax,
        int newCardsPerSecond,
        int newCardsBurst,
        DecisionSettings decisions,
        Optional<Log> accessLog) {

    /**
     * The access log.
     *
     * @param sizeBytes the file is rotated when it has so many
     * @param files that are kept, the one that is written included
     * @param waits whether a request waits when the buffer is full; otherwise its line is dropped and counted
     */
    public record Log(Path file, long sizeBytes, int files, boolean waits) {}

    /** @throws IllegalArgumentException when a value is out of range, naming it */
    public ApiSettings {
        requireWithin("api-connections-max", connectionsMax, 1, 65_536);
        requireWithin("api-threads", threads, 1, GatewaySettings.THREADS_MAX);
        requireWithin("api-queue-per-client", clientQueueMax, 1, 1 << 20);
        requireWithin("api-new-cards-per-second", newCardsPerSecond, 0, 10_000_000);
        requireWithin("api-new-cards-burst", newCardsBurst, 1, 1_000_000_000);
        if (accessLog.isPresent()) {
            requireWithin("api-access-log-files", accessLog.get().files(), 1, 1_000);
            requireWithin("api-access-log-size", accessLog.get().sizeBytes(), 1 << 12, 1L << 40);
        }
    }

    /** The same with that many connections. */
    public ApiSettings withConnectionsMax(int count) {
        return new ApiSettings(
                host,
                port,
                tls,
                tokens,
                needsIdentity,
                count,
                threads,
                clientQueueMax,
                newCardsPerSecond,
                newCardsBurst,
                decisions,
                accessLog);
    }

    private static void requireWithin(String key, long value, long least, long greatest) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(
                    key + " must be " + least + " to " + greatest + ": " + key + "=" + value);
        }
    }
}
