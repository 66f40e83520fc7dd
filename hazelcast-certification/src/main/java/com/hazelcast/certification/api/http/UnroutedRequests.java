package com.hazelcast.certification.api.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;

/** Requests that are none, or for which the router has no place: answered by a problem, and their connections end. Used on a loop. */
final class UnroutedRequests {
    private final ApiLoop loop;
    private final Router router;

    UnroutedRequests(ApiLoop loop, Router router) {
        this.loop = loop;
        this.router = router;
    }

    /** Hands a request to the router, unless that would answer it by itself and not by a problem. */
    void route(HttpServerRequest request) {
        boolean isNameless = request.authority() == null && request.version() != HttpVersion.HTTP_1_0;
        String path = request.path();
        if (isNameless || path == null || !path.startsWith("/")) {
            answer(
                    request,
                    new Problem(
                            400,
                            "bad_request",
                            "the request has no valid Host, or its target is no path",
                            "send a Host and a path, as /openapi.yaml describes it"));
        } else {
            router.handle(request);
        }
    }

    /** Answers what could not be read. */
    void answerInvalid(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        Problem problem = cause instanceof TooLongHttpLineException
                ? new Problem(414, "path_too_long", "the request line is too long", "send a shorter path")
                : cause instanceof TooLongHttpHeaderException
                        ? new Problem(431, "headers_too_large", "the headers are too large", "send fewer headers")
                        : new Problem(400, "bad_request", "the request is no HTTP/1.1", "correct the request");
        answer(request, problem);
    }

    private void answer(HttpServerRequest request, Problem problem) {
        long arrivedNs = System.nanoTime();
        Buffer body = Buffer.buffer(problem.json());
        HttpServerResponse response =
                request.response().setStatusCode(problem.status()).putHeader(HttpHeaders.CONTENT_TYPE, Problem.TYPE);
        if (request.version() != HttpVersion.HTTP_2) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        var unused = response.end(body).onComplete(ended -> {
            var unusedClose = request.connection().close();
        });
        loop.log("-", Call.OTHER, problem.status(), body.length(), arrivedNs, problem.code());
    }
}
