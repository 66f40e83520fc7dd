package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.TurnedAway;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** What is known of one connection. Used on its event loop. */
final class Connection {
    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(60);

    /** Until the first request has come. */
    private static final long FIRST_NS = TimeUnit.SECONDS.toNanos(10);

    /** For the rest of a request that has been answered. */
    private static final long REST_NS = TimeUnit.SECONDS.toNanos(2);

    /** For an answer to be taken by its client, from the first look at it on. */
    static final long TAKEN_NS = TimeUnit.SECONDS.toNanos(60);

    /** Of one loop, answers that their clients have not taken, without those of batches. Beyond it the connection of the first one is cut. */
    private static final int UNTAKEN_BYTES_MAX = 16 << 20;

    private static final String SCHEME = "Bearer ";

    /** An address, or a certificate that a browser shows by itself, stands for whatever page the browser has open; only browsers send Origin. */
    private static final Problem FROM_A_PAGE = new Problem(
            403,
            "from_a_page",
            "a page in a browser may not call without a token: the request has Origin",
            "call from a program, or send Authorization: Bearer with a token");

    private final HttpConnection connection;
    private final ApiClients clients;
    private final @Nullable Certificate certificate;
    private final boolean isTooMany;
    private final Runnable cut;
    private final Exchange.OnTheWay<Untaken> untakenOfLoop;
    private ApiClient own;
    private int ownVersion;
    private byte[] lastHeader = new byte[0];
    private @Nullable ApiClient lastClient;
    private int lastVersion;
    private @Nullable HttpServerRequest rest;
    private long restSinceNs;
    private boolean hasAsked;
    private boolean isEnding;
    private int open;
    private long sinceNs = System.nanoTime();

    /**
     * Answers that their client has not taken, the one that was sent first first. With HTTP/2 a later one may be taken before it. As many as
     * there may be streams at most.
     */
    private final Set<Future<Void>> untaken = new LinkedHashSet<>();

    /** The answer that is waited for since {@link #watchedSinceNs}; null: none is. */
    private @Nullable Future<Void> watched;

    private long watchedSinceNs;

    /** An answer that its client has not taken. */
    record Untaken(Connection of, Future<Void> answer) {}

    /**
     * A connection that has just been opened.
     *
     * @param cut closes it at once, whatever is still to be sent
     * @param untakenOfLoop answers of all connections of its event loop
     */
    Connection(
            HttpConnection connection,
            ApiClients clients,
            boolean isTooMany,
            Runnable cut,
            Exchange.OnTheWay<Untaken> untakenOfLoop) {
        this.connection = connection;
        this.clients = clients;
        this.isTooMany = isTooMany;
        this.cut = cut;
        this.untakenOfLoop = untakenOfLoop;
        this.certificate = certificate(connection);
        this.ownVersion = clients.version();
        this.own = find();
    }

    private static @Nullable Certificate certificate(HttpConnection connection) {
        if (!connection.isSsl()) {
            return null;
        }
        try {
            List<Certificate> shown = connection.peerCertificates();
            return shown.isEmpty() ? null : shown.get(0);
        } catch (SSLPeerUnverifiedException e) {
            // It has shown none; then its token or its address says who it is.
            return null;
        }
    }

    private ApiClient find() {
        return certificate == null
                ? clients.ofAddress(connection.remoteAddress().hostAddress())
                : clients.ofCertificate(certificate);
    }

    /** Whether there are as many connections as there may be without this one, in all or of its address. */
    boolean isTooMany() {
        return isTooMany;
    }

    /** Its client is told that it ends with the answer that follows. It does so a moment later: to close at once might lose the answer on its way. */
    void endWithRest() {
        isEnding = true;
    }

    /** Whether its client has been told so; what comes behind that request is no request (RFC 9112, 9.6). */
    boolean isEnding() {
        return isEnding;
    }

    /** A request has begun. */
    void began() {
        hasAsked = true;
        open++;
        sinceNs = System.nanoTime();
    }

    /** A request has been answered. */
    void ended() {
        open--;
        sinceNs = System.nanoTime();
    }

    /** For all connections of one event loop. */
    static Exchange.OnTheWay<Untaken> noneUntaken() {
        return new Exchange.OnTheWay<>(UNTAKEN_BYTES_MAX);
    }

    /**
     * An answer is being sent.
     *
     * @param answer done when its client has taken it, or will not
     * @param bytes that it counts for until then, beside what each does
     */
    void writes(Future<Void> answer, int bytes) {
        if (answer.isComplete()) {
            return;
        }
        Untaken sent = new Untaken(this, answer);
        untaken.add(answer);
        untakenOfLoop.begin(sent, bytes);
        var unused = answer.onComplete(taken -> {
            untaken.remove(answer);
            untakenOfLoop.end(sent);
        });
        for (Untaken slow = untakenOfLoop.evict(); slow != null; slow = untakenOfLoop.evict()) {
            slow.of().cut.run();
        }
    }

    /** A request was answered before it had come whole; its rest may come for a moment, and is thrown away. */
    void discard(HttpServerRequest request) {
        HttpServerRequest before = rest;
        if (before != null && !before.isEnded()) {
            // Of a connection with several at once, as HTTP/2 has.
            end(before, connection);
        }
        rest = request;
        restSinceNs = System.nanoTime();
        // Those that collected its body, or they would keep what has come of it for as long.
        HttpServerRequest unusedCollected =
                request.handler(null).exceptionHandler(null).endHandler(null);
        var unused = request.resume();
    }

    private static void end(HttpServerRequest request, HttpConnection connection) {
        if (request.version() == HttpVersion.HTTP_2) {
            var unused = request.response().reset(0);
        } else {
            var unused = connection.close();
        }
    }

    /** Ends it when no request has come whole for long, however slowly one is being sent, or its client takes no answers. */
    void closeIfIdle(long nowNs) {
        long silentNs = nowNs - sinceNs;
        HttpServerRequest late = rest;
        if (late != null && nowNs - restSinceNs > REST_NS) {
            rest = null;
            if (isEnding || !late.isEnded()) {
                end(late, connection);
            }
        }
        if (open == 0 && silentNs > (hasAsked ? IDLE_NS : FIRST_NS)) {
            var unused = connection.close();
        }
        if (isUntaken(nowNs)) {
            cut.run();
        }
    }

    /** Whether its client has left an answer in the member's memory for long. To close it in order would wait for that client. */
    private boolean isUntaken(long nowNs) {
        Future<Void> first = untaken.isEmpty() ? null : untaken.iterator().next();
        if (first != watched) {
            watched = first;
            watchedSinceNs = nowNs;
        }
        return first != null && nowNs - watchedSinceNs > TAKEN_NS;
    }

    /** Why the call of that request is not admitted; null: it is. Records who asks. */
    @Nullable
    Problem problem(Exchange exchange, Call call, ApiParts parts) {
        exchange.identified(call, null);
        if (isTooMany) {
            parts.desk().turnedAway(TurnedAway.Reason.TOO_MANY_CONNECTIONS);
            return Problem.of(TurnedAway.Reason.TOO_MANY_CONNECTIONS);
        }
        String authorization = exchange.request().getHeader(HttpHeaders.AUTHORIZATION);
        if (authorization != null
                && exchange.request()
                                .headers()
                                .getAll(HttpHeaders.AUTHORIZATION)
                                .size()
                        > 1) {
            return new Problem(400, "two_tokens", "the request has Authorization twice", "send one token");
        }
        Optional<ApiClient> found = client(authorization, parts.clock().millis());
        if (found.isEmpty() || found.get().roles().isEmpty()) {
            if (found.isEmpty()) {
                parts.audit().wrongToken(exchange.remoteHost());
            }
            return new Problem(
                    401,
                    found.isEmpty() ? "wrong_token" : "no_token",
                    found.isEmpty()
                            ? "the token is not known, or it or the certificate has expired"
                            : "the request shows neither a token nor a certificate",
                    "send Authorization: Bearer with a token of this cluster");
        }
        ApiClient client = found.get();
        exchange.identified(call, client);
        Role role = call.role();
        if (role != null && !client.roles().contains(role)) {
            parts.audit().denied(client.name(), exchange.remoteHost(), call.label());
            return new Problem(
                    403,
                    "wrong_role",
                    "the client may not do that: role=" + role.label(),
                    "use a token with that role");
        }
        if (authorization == null && exchange.request().headers().contains(HttpHeaders.ORIGIN)) {
            return FROM_A_PAGE;
        }
        try {
            client.pace();
        } catch (TurnedAway e) {
            parts.desk().turnedAway(e.reason());
            // A batch is taken whole, and its lines may have used up many seconds.
            return Problem.of(e.reason()).retriedAfter(client.rate().secondsUntilFree());
        }
        return null;
    }

    /** Who asks with that header; empty: its token is none, or what it shows has expired. */
    Optional<ApiClient> client(@Nullable String authorization, long nowMs) {
        int version = clients.version();
        if (authorization == null) {
            if (version != ownVersion) {
                ownVersion = version;
                own = find();
            }
            return Optional.of(own).filter(client -> nowMs < client.expiresMs());
        }
        byte[] header = authorization.getBytes(StandardCharsets.UTF_8);
        ApiClient known = lastClient;
        // Many callers may share a connection, so this comparison may not show by its time how much is alike either.
        if (known != null && version == lastVersion && MessageDigest.isEqual(header, lastHeader)) {
            return Optional.of(known).filter(client -> nowMs < client.expiresMs());
        }
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        Optional<ApiClient> found =
                clients.ofToken(authorization.substring(SCHEME.length()).strip(), nowMs);
        if (found.isPresent()) {
            lastHeader = header;
            lastClient = found.get();
            lastVersion = version;
        }
        return found;
    }
}
