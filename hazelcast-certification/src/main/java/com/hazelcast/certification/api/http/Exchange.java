package com.hazelcast.certification.api.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** One request and its one answer. Used on the event loop of its connection. */
final class Exchange {
    private static final String KEY = Exchange.class.getName();
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("Retry-After");

    private static final byte[] NO_BODY = {};

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
                    body = before == null ? part : before.appendBuffer(part);
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

    /** It has been answered, or nobody waits for it any more. */
    void over() {
        if (loop.open().remove(this)) {
            connection.ended();
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

    /** Answers JSON, once. */
    void answer(int status, String json, @Nullable String decision) {
        answer(status, JSON, json, decision, 0);
    }

    /** Answers a problem, once. */
    void answer(Problem problem) {
        answer(problem.status(), Problem.TYPE, problem.json(), problem.code(), problem.retryAfterS());
    }

    void answer(int status, CharSequence type, String text, @Nullable String decision, int retryAfterS) {
        HttpServerResponse response = request.response();
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
