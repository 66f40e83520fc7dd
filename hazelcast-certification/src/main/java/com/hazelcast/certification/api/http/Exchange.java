package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.reads.KeptAnswer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request and its one answer. Used on the event loop of its connection. */
final class Exchange {
    private static final String KEY = Exchange.class.getName();
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("Retry-After");

    private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");

    private static final byte[] NO_BODY = {};

    /** How long a connection that is closed may take to send what is written already. */
    private static final long CLOSE_WITHIN_S = 2;

    /** Stands in the log where a status would: the client has closed before there was an answer. No client ever sees it. */
    private static final int CLIENT_LEFT = 499;

    private static final int NOT_NOW = 503;

    /** Of a response to which nobody has given another. */
    private static final int USUAL = 200;

    private final ApiLoop loop;
    private final HttpServerRequest request;
    private final @Nullable RoutingContext context;
    private final @Nullable String parameter;
    private final Connection connection;
    private final long arrivedNs = System.nanoTime();
    private Call call = Call.OTHER;
    private @Nullable ApiClient client;
    private @Nullable Buffer body;
    private boolean isOver;
    private boolean endsConnection;
    private Future<Void> written = Future.succeededFuture();

    /**
     * What is in the memory as long as other ends are slow, requests whose bodies have not come whole or answers that have not been taken, by what
     * it takes. When all that is more than it may be, what began first must go: what is sent, or taken, at once is not among it, however much else
     * is slow. Used on one event loop.
     *
     * @param <T> request, or answer
     */
    static final class OnTheWay<T> {
        /** What a request or an answer takes beside its body. */
        static final int HEAD_BYTES = 4 << 10;

        private final long bytesMax;
        private final Map<T, Integer> bytesOf = new LinkedHashMap<>();
        private long bytes;

        OnTheWay(long bytesMax) {
            this.bytesMax = bytesMax;
        }

        /** A request has announced a body, or an answer is being sent. */
        void begin(T one, int bodyBytes) {
            int taken = HEAD_BYTES + bodyBytes;
            bytesOf.put(one, taken);
            bytes += taken;
        }

        /** The one that must go, which does not count any more; null: all may stay. */
        @Nullable
        T evict() {
            if (bytes <= bytesMax) {
                return null;
            }
            T first = bytesOf.keySet().iterator().next();
            end(first);
            return first;
        }

        /** Its body has come whole, or has been taken, or is not waited for any more. */
        void end(T one) {
            Integer taken = bytesOf.remove(one);
            if (taken != null) {
                bytes -= taken;
            }
        }
    }

    /** Of a request that has come to that connection; its context and parameter are those of {@link #begin}. */
    private Exchange(
            ApiLoop loop,
            HttpServerRequest request,
            @Nullable RoutingContext context,
            @Nullable String parameter,
            Connection connection) {
        this.loop = loop;
        this.request = request;
        this.context = context;
        this.parameter = parameter;
        this.connection = connection;
    }

    /**
     * A request has come.
     *
     * @param context the router's; null: it did not go to the router
     * @param parameter of its path, when it did not
     */
    static Exchange begin(
            ApiLoop loop,
            HttpServerRequest request,
            @Nullable RoutingContext context,
            @Nullable String parameter,
            Connection connection) {
        Exchange exchange = new Exchange(loop, request, context, parameter, connection);
        connection.began();
        loop.open().add(exchange);
        if (context != null) {
            context.put(KEY, exchange);
            if (request.version() == HttpVersion.HTTP_2) {
                // A stream may be closed without an answer while its connection stays.
                context.addEndHandler(ended -> exchange.over());
            }
        }
        return exchange;
    }

    /** Reads the body of a request that did not go to the router; what follows is not done when it has been answered meanwhile. */
    void readBody(Runnable whenWhole) {
        HttpServerRequest unused = request.handler(part -> {
                    Buffer before = body;
                    if (!isOver) {
                        body = before == null ? part : before.appendBuffer(part);
                    }
                })
                .exceptionHandler(lost -> over())
                .endHandler(ended -> {
                    if (!isOver) {
                        whenWhole.run();
                    }
                });
    }

    Connection connection() {
        return connection;
    }

    HttpServerRequest request() {
        return request;
    }

    /** What has come behind the head; empty when there is nothing. */
    byte[] body() {
        Buffer whole = context == null ? body : context.body().buffer();
        return whole == null ? NO_BODY : whole.getBytes();
    }

    /** The part of the path with that name. */
    String parameter(String name) {
        return String.valueOf(context == null ? parameter : context.pathParam(name));
    }

    /** Ends its connection with the answer to it, which is to follow. */
    void endConnection() {
        if (request.version() == HttpVersion.HTTP_2) {
            var unused = request.connection().shutdown(CLOSE_WITHIN_S, TimeUnit.SECONDS);
        } else {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            endsConnection = true;
        }
    }

    /** Whether it has been answered, or nobody waits for it any more. */
    boolean isOver() {
        return isOver || request.response().closed();
    }

    /** It has been answered, or nobody waits for it any more. */
    void over() {
        over(null);
    }

    /** @param unheard outcome that nobody has heard; null: none, or it was answered */
    private void over(AccessLog.@Nullable Outcome unheard) {
        if (loop.open().remove(this)) {
            loop.arriving().end(this);
            connection.ended();
            body = null;
            if (!isOver) {
                isOver = true;
                log(CLIENT_LEFT, 0, unheard);
            }
            if (!request.isEnded() && !request.response().closed()) {
                connection.discard(request);
            }
        }
    }

    static Exchange of(RoutingContext context) {
        return context.get(KEY);
    }

    /** Since when it has been there, by {@code System.nanoTime()}. */
    long arrivedNs() {
        return arrivedNs;
    }

    void identified(Call of, @Nullable ApiClient as) {
        call = of;
        client = as;
    }

    /** The caller's address. */
    String remoteHost() {
        return String.valueOf(request().remoteAddress().hostAddress());
    }

    ApiClient client() {
        ApiClient known = client;
        if (known == null) {
            throw new IllegalStateException("a call has been begun without looking who asks");
        }
        return known;
    }

    /**
     * Answers JSON, once; with 503 the caller is to ask again soon.
     *
     * @param decision that is in it; null: none
     */
    void answer(int status, String json, @Nullable Decision decision) {
        answer(status, JSON, json, AccessLog.Outcome.of(decision), status == NOT_NOW ? 1 : 0);
    }

    /** Answers a problem, once. */
    void answer(Problem problem) {
        answer(
                problem.status(),
                Problem.TYPE,
                problem.json(),
                new AccessLog.Outcome(problem.code(), null),
                problem.retryAfterS());
    }

    /** Answers what a member keeps, once. */
    void answer(KeptAnswer kept) {
        answer(
                kept.status(),
                kept.isProblem() ? Problem.TYPE : JSON,
                kept.json(),
                kept.isPending()
                        ? null
                        : new AccessLog.Outcome(kept.decision(), kept.isProblem() ? null : Decision.RULES),
                kept.retryAfterS());
    }

    void answer(int status, CharSequence type, String text, AccessLog.@Nullable Outcome outcome, int retryAfterS) {
        HttpServerResponse response = request.response();
        if (isOver || response.ended()) {
            return;
        }
        if (response.closed()) {
            over(outcome);
            return;
        }
        isOver = true;
        if (status != USUAL) {
            response.setStatusCode(status);
        }
        response.putHeader(HttpHeaders.CONTENT_TYPE, type);
        if (retryAfterS > 0) {
            response.putHeader(RETRY_AFTER, Integer.toString(retryAfterS));
        }
        if (isHead(request) || HttpMethod.GET.equals(request.method())) {
            // What is pending is decided soon, and no cache is to have histories.
            response.putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE);
        }
        if (status == 401) {
            response.putHeader("WWW-Authenticate", "Bearer");
        }
        Buffer body = Buffer.buffer(text);
        int bodyBytes = isHead(request) ? 0 : body.length();
        Future<Void> sent = end(request, body);
        written = sent;
        // Batches have bounds of their own.
        connection.writes(sent, call == Call.BATCH ? 0 : bodyBytes);
        if (endsConnection) {
            var unused = sent.onComplete(ended -> {
                var unusedClose = request.connection().close();
            });
        }
        over();
        log(status, bodyBytes, outcome);
    }

    /** Ends an answer with its body; one to {@code HEAD} with the body's length alone, because the library sends a body there, too, with HTTP/2. */
    static Future<Void> end(HttpServerRequest request, Buffer body) {
        HttpServerResponse response = request.response();
        return isHead(request)
                ? response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()))
                        .end()
                : response.end(body);
    }

    private static boolean isHead(HttpServerRequest request) {
        return HttpMethod.HEAD.equals(request.method());
    }

    /**
     * Done when the client has taken the answer, or its connection is closed, or with HTTP/2 its stream; and while there is none. What the
     * client of a stream has left no room for stays in the member's memory.
     */
    Future<Void> written() {
        return written;
    }

    private void log(int status, long bytes, AccessLog.@Nullable Outcome outcome) {
        ApiClient known = client;
        if (known == null || !known.isRehearsing()) {
            loop.log(known == null ? "-" : known.name(), call, status, bytes, arrivedNs, outcome);
        }
    }
}
