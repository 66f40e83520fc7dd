package com.hazelcast.certification.console.http;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON body of a request, bounded in size and time. What comes after the bound is read and dropped for as long as the body
 * may take, so that its sender reads the answer instead of a cut connection. Used on the event loop.
 */
final class JsonBody implements Handler<RoutingContext> {
    private static final String LIMIT = "body-bytes-max";

    /** The longest from the head of a request to the end of its body. */
    private static final long TIMEOUT_MS = 10_000;

    private final int bytesMax;
    private final BodyHandler reader;

    JsonBody(int bytesMax) {
        this.bytesMax = bytesMax;
        // Neither files nor forms.
        this.reader = BodyHandler.create(false).setBodyLimit(bytesMax);
    }

    /** What the body of a request may have at most. */
    static int bytesMax(RoutingContext context) {
        Integer limit = context.get(LIMIT);
        return limit == null ? 0 : limit;
    }

    /** The body that has been read; empty: none was sent. */
    static String of(RoutingContext context) {
        return Objects.requireNonNullElse(context.body().asString(), "");
    }

    @Override
    public void handle(RoutingContext context) {
        context.put(LIMIT, bytesMax);
        requireJson(context.request().getHeader("Content-Type"));
        long unusedTimer = context.vertx().setTimer(TIMEOUT_MS, late -> endOverdue(context));
        reader.handle(context);
    }

    private static void requireJson(@Nullable String type) {
        if (type == null || !type.toLowerCase(Locale.ROOT).matches("application/json\\s*(;.*)?")) {
            throw new HttpFailure(HttpFailure.BAD_REQUEST, "send the body as Content-Type: application/json");
        }
    }

    private static void endOverdue(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.isEnded()) {
            return;
        }
        if (!request.response().ended()) {
            request.response().putHeader("Connection", "close");
            context.fail(new HttpFailure(HttpFailure.BAD_REQUEST, "the body did not come in time"));
        }
        // Vert.x waits for the rest.
        var unused = request.connection().close();
    }
}
