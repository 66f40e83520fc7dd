package com.hazelcast.certification.api.http;

import io.vertx.core.http.HttpConnection;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** What is known of one connection. Used on its event loop. */
final class Connection {
    private final HttpConnection connection;
    private final ApiClients clients;
    private final ApiClient own;
    private final boolean isTooMany;
    private String lastHeader = "";
    private @Nullable ApiClient lastClient;
    private int lastVersion;
    private int open;
    private long sinceNs = System.nanoTime();

    Connection(HttpConnection connection, ApiClients clients, boolean isTooMany) {
        this.connection = connection;
        this.clients = clients;
        this.isTooMany = isTooMany;
        this.own = certificate(connection)
                .map(clients::ofCertificate)
                .orElseGet(() -> clients.ofAddress(connection.remoteAddress().hostAddress()));
    }

    private static Optional<Certificate> certificate(HttpConnection connection) {
        if (!connection.isSsl()) {
            return Optional.empty();
        }
        try {
            List<Certificate> shown = connection.peerCertificates();
            return shown.isEmpty() ? Optional.empty() : Optional.of(shown.get(0));
        } catch (SSLPeerUnverifiedException e) {
            // It has shown none; then its token or its address says who it is.
            return Optional.empty();
        }
    }

    /** Whether there are as many connections as there may be without this one. */
    boolean isTooMany() {
        return isTooMany;
    }

    /** A request has begun. */
    void began() {
        open++;
        sinceNs = System.nanoTime();
    }

    /** A request has been answered. */
    void ended() {
        open--;
        sinceNs = System.nanoTime();
    }

    /** Ends it when no request has come whole for so long, however slowly one is being sent. */
    void closeIfIdle(long nowNs, long idleNs) {
        if (open == 0 && nowNs - sinceNs > idleNs) {
            var unused = connection.close();
        }
    }

    /** Who asks with that header; empty: its token is none. */
    Optional<ApiClient> client(@Nullable String authorization, long nowMs) {
        if (authorization == null) {
            return Optional.of(own);
        }
        int version = clients.version();
        ApiClient known = lastClient;
        if (known != null && version == lastVersion && authorization.equals(lastHeader)) {
            return Optional.of(known).filter(client -> nowMs < client.expiresMs());
        }
        String scheme = "Bearer ";
        if (!authorization.regionMatches(true, 0, scheme, 0, scheme.length())) {
            return Optional.empty();
        }
        Optional<ApiClient> found =
                clients.ofToken(authorization.substring(scheme.length()).strip(), nowMs);
        if (found.isPresent()) {
            lastHeader = authorization;
            lastClient = found.get();
            lastVersion = version;
        }
        return found;
    }
}
