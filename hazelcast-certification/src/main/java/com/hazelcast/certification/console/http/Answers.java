package com.hazelcast.certification.console.http;

import com.hazelcast.core.HazelcastInstanceNotActiveException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends requests: with a body, to HEAD with its size only, or with a failure as JSON. Used on the event loop. */
final class Answers {
    static final String NO_PAGE = "there is no such page";

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    /** With this status the reader of bodies fails a request whose connection was lost. */
    private static final int CLIENT_DISCONNECTED = 200;

    private Answers() {}

    /** The body of an error. */
    private record ErrorBody(String error) {}

    static void json(RoutingContext context, String json) {
        context.response().putHeader("Content-Type", "application/json");
        end(context, Buffer.buffer(json));
    }

    static void end(RoutingContext context, byte[] body) {
        end(context, Buffer.buffer(body));
    }

    /** Does nothing when the client has disconnected. */
    static void end(RoutingContext context, Buffer body) {
        HttpServerResponse response = context.response();
        if (response.ended() || response.closed()) {
            return;
        }
        if (context.request().method().equals(HttpMethod.HEAD)) {
            response.putHeader("Content-Length", Integer.toString(body.length()));
            var unused = response.end();
        } else {
            var unused = response.end(body);
        }
    }

    /**
     * Answers a request that has failed; does nothing when it has been answered, or the client has disconnected.
     *
     * @param status as the router says, for failures that are not ours
     */
    static void fail(RoutingContext context, int status) {
        if (status == CLIENT_DISCONNECTED) {
            return;
        }
        HttpServerResponse response = context.response();
        if (response.ended() || response.closed()) {
            return;
        }
        if (response.headWritten()) {
            var unused = response.reset();
            return;
        }
        HttpFailure failure = failureOf(context, status);
        if (failure.status() == HttpFailure.UNAUTHORIZED) {
            response.putHeader("WWW-Authenticate", "Bearer");
        }
        if (failure.retryAfterS() > 0) {
            response.putHeader("Retry-After", Integer.toString(failure.retryAfterS()));
        }
        response.setStatusCode(failure.status());
        json(context, ConsoleJson.write(new ErrorBody(failure.sentence())));
    }

    private static HttpFailure failureOf(RoutingContext context, int status) {
        if (context.failure() instanceof HttpFailure known) {
            return known;
        }
        if (context.failure() instanceof HazelcastInstanceNotActiveException) {
            return new HttpFailure(HttpFailure.UNAVAILABLE, "this member is leaving; ask another one");
        }
        return switch (status) {
            case HttpFailure.BAD_REQUEST ->
                new HttpFailure(
                        HttpFailure.BAD_REQUEST,
                        "the request is not well formed; check its path, its query, and its headers Host and Content-Length");
            case HttpFailure.NOT_FOUND ->
                new HttpFailure(
                        HttpFailure.NOT_FOUND,
                        ResponseHeaders.isApi(context)
                                ? "there is no such path; docs/console-api.md has all of them"
                                : NO_PAGE);
            case HttpFailure.TOO_LARGE ->
                new HttpFailure(
                        HttpFailure.TOO_LARGE,
                        "the body is too large; send at most " + JsonBody.bytesMax(context) + " bytes");
            default -> {
                LOG.error("a defect of the console", context.failure());
                yield new HttpFailure(HttpFailure.INTERNAL, "a defect of the console; the member's log has more");
            }
        };
    }
}
