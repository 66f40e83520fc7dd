package com.hazelcast.certification.api.http;

import com.hazelcast.certification.client.CardNumber;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpResponseExpectation;
import io.vertx.core.http.PoolOptions;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes the way of a decision before the first caller does. On a fresh JVM the first decisions take longer than their deadline, because
 * classes are loaded and code is interpreted. So a member asks itself: over its own port, with a token that only it has, through parser,
 * lane, shard and back. The shard rejects the transactions, because no caller can name their cards: no history changes, and neither
 * accounting, metrics of the API nor the access log count them. Owners count them as batches and as calls. {@code /readyz} waits for the
 * end. Thread-safe.
 */
final class Rehearsal {
    static final Health.Report COLD = new Health.Report(
            false,
            "{\"ready\":false,\"reasons\":[{\"reason\":\"rehearsing\",\"detail\":\"this member asks itself for decisions first, so that"
                    + " those of its callers are in time; wait for it\"}]}");

    /** Often enough for the compiler to have compiled most of the way. */
    static final int REQUESTS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final SecureRandom SECRETS = new SecureRandom();
    private static final int CONNECTIONS = 4;
    private static final int TOKEN_BYTES = 32;

    /** A member that is slower than that serves all the same. */
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(10);

    private final Vertx vertx;
    private final ApiSettings settings;
    private final ApiClients clients;
    private final Clock clock;
    private final AtomicBoolean hasBegun = new AtomicBoolean();
    private volatile boolean isOver;

    Rehearsal(Vertx vertx, ApiSettings settings, ApiClients clients, Clock clock) {
        this.vertx = vertx;
        this.settings = settings;
        this.clients = clients;
        this.clock = clock;
    }

    boolean isOver() {
        return isOver;
    }

    /** Begins, if it has not begun; does not block. */
    void begin(int port) {
        if (hasBegun.getAndSet(true)) {
            return;
        }
        byte[] token = new byte[TOKEN_BYTES];
        SECRETS.nextBytes(token);
        String text = HexFormat.of().formatHex(token);
        clients.rehearseBy(text);
        HttpClient client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setSsl(settings.tls().isPresent())
                        .setTrustAll(true)
                        .setVerifyHost(false)
                        .setDefaultHost(host())
                        .setDefaultPort(port),
                new PoolOptions().setHttp1MaxSize(CONNECTIONS));
        long startNs = System.nanoTime();
        List<Future<Void>> askers = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            Promise<Void> over = Promise.promise();
            ask(client, "Bearer " + text, REQUESTS / CONNECTIONS, startNs, over);
            askers.add(over.future());
        }
        var unused = Future.join(askers).onComplete(done -> end(client, startNs, done.cause()));
    }

    /** Of this machine, also when the port is open on all of its addresses. */
    private String host() {
        InetSocketAddress bound = new InetSocketAddress(settings.host(), 0);
        return bound.getAddress() != null && bound.getAddress().isAnyLocalAddress() ? "127.0.0.1" : settings.host();
    }

    private void ask(HttpClient client, String authorization, int left, long startNs, Promise<Void> over) {
        if (left == 0 || System.nanoTime() - startNs > LONGEST_NS) {
            over.complete();
            return;
        }
        var unused = client.request(HttpMethod.POST, "/v1/decisions")
                .compose(request -> request.putHeader(HttpHeaders.AUTHORIZATION, authorization)
                        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                        .send(Buffer.buffer(transaction())))
                .expecting(HttpResponseExpectation.SC_OK)
                .compose(HttpClientResponse::body)
                .onComplete(body -> ask(client, authorization, left - 1, startNs, over), over::fail);
    }

    private String transaction() {
        return "{\"card\":\"" + "0".repeat(CardNumber.DIGITS_USUAL) + "\",\"time\":" + clock.millis()
                + ",\"amount\":\"12.34\",\"currency\":\"EUR\",\"country\":\"DE\",\"mcc\":5411,\"city\":10115,\"terminal\":12345,"
                + "\"responseCode\":\"00\",\"deadlineMs\":" + TimeUnit.NANOSECONDS.toMillis(LONGEST_NS) + "}";
    }

    private void end(HttpClient client, long startNs, @Nullable Throwable failure) {
        clients.rehearseBy("");
        isOver = true;
        var unused = client.close();
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        if (failure == null) {
            LOG.info("the API has rehearsed decisions: ms={}", tookMs);
        } else {
            LOG.warn(
                    "the API could not rehearse, so its first decisions may be late: ms={}: {}",
                    tookMs,
                    failure.toString());
        }
    }
}
