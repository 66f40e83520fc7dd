package com.hazelcast.certification.api.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** One request and its one answer. Used on the event loop of its connection. */
final class Exchange {
    private static final String KEY = Exchange.class.getName();
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("Retry-After");

    private final ApiLoop loop;
    private final RoutingContext context;
    private final Connection connection;
    private final long arrivedNs = System.nanoTime();
    private Call call = Call.OTHER;
    private @Nullable ApiClient client;
    private boolean isOver;

    private Exchange(ApiLoop loop, RoutingContext context, Connection connection) {
        this.loop = loop;
        this.context = context;
        this.connection = connection;
    }

    /** A request has come. */
    static void begin(ApiLoop loop, RoutingContext context, Connection connection) {
        Exchange exchange = new Exchange(loop, context, connection);
        context.put(KEY, exchange);
        connection.began();
        loop.open().add(exchange);
        if (context.request().version() == HttpVersion.HTTP_2) {
            // A stream may be closed without an answer while its connection stays.
            context.addEndHandler(ended -> exchange.over());
        }
    }

    /** It has been answered, or nobody waits for it any more. */
    void over() {
        if (loop.open().remove(this)) {
            connection.ended();
            if (!context.request().isEnded() && !context.response().closed()) {
                connection.discard(context.request());
            }
        }
    }

    static Exchange of(RoutingContext context) {
        return context.get(KEY);
    }

    RoutingContext context() {
        return context;
    }

    /** Since when it has been there, by {@code System.nanoTime()}. */
    long arrivedNs() {
        return arrivedNs;
    }

    void identified(Call of, @Nullable ApiClient as) {
        call = of;
        client = as;
    }

    ApiClient client() {
        ApiClient known = client;
        if (known == null) {
            throw new IllegalStateException("a call has been begun without looking who asks");
        }
        return known;
    }

    /** Answers JSON, once. */
    void answer(int status, String json, @Nullable String decision) {
        answer(status, JSON, json, decision, 0);
    }

    /** Answers a problem, once. */
    void answer(Problem problem) {
        answer(problem.status(), Problem.TYPE, problem.json(), problem.code(), problem.retryAfterS());
    }

    void answer(int status, CharSequence type, String text, @Nullable String decision, int retryAfterS) {
        HttpServerResponse response = context.response();
        if (isOver || response.ended() || response.closed()) {
            return;
        }
        isOver = true;
        response.setStatusCode(status).putHeader(HttpHeaders.CONTENT_TYPE, type);
        if (retryAfterS > 0) {
            response.putHeader(RETRY_AFTER, Integer.toString(retryAfterS));
        }
        if (status == 401) {
            response.putHeader("WWW-Authenticate", "Bearer");
        }
        Buffer body = Buffer.buffer(text);
        var unused = response.end(body);
        over();
        ApiClient known = client;
        if (known != null && known.isRehearsing()) {
            return;
        }
        loop.log(known == null ? "-" : known.name(), call, status, body.length(), arrivedNs, decision);
    }
}
