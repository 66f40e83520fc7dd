package com.hazelcast.certification.console.http;

import com.hazelcast.core.HazelcastInstanceNotActiveException;
import io.prometheus.metrics.exporter.common.PrometheusScrapeHandler;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes every request: checks who asks, reads what is asked, lets a worker answer. Used on the event loop; never blocks. */
final class ConsoleHandler implements Handler<HttpServerRequest> {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleHandler.class);
    private static final String API = "/api/";
    private static final String EVENTS = "/api/events";
    private static final String METRICS = "/metrics";
    private static final String JSON = "application/json";
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;

    private final Vertx vertx;
    private final ConsoleAccess access;
    private final ConsoleContent content;
    private final EventStreams streams;
    private final PrometheusScrapeHandler scrapes;
    private final ResponseHeaders headers;
    private final HttpConnections connections;
    private final Workers workers;

    private final StaticPages pages = new StaticPages();

    ConsoleHandler(
            Vertx vertx,
            ConsoleAccess access,
            ConsoleContent content,
            EventStreams streams,
            PrometheusScrapeHandler scrapes,
            ResponseHeaders headers,
            HttpConnections connections) {
        this.vertx = vertx;
        this.access = access;
        this.content = content;
        this.streams = streams;
        this.scrapes = scrapes;
        this.headers = headers;
        this.connections = connections;
        this.workers = new Workers(vertx);
    }

    @Override
    public void handle(HttpServerRequest request) {
        try {
            headers.put(request);
            route(request, request.path() == null ? "" : request.path());
        } catch (RuntimeException e) {
            fail(request, e);
        }
    }

    private void route(HttpServerRequest request, String path) {
        if (path.equals(METRICS)) {
            requireMethod(request, HttpMethod.GET);
            scrape(request, callerOf(request));
        } else if (content.isHealth(path)) {
            requireMethod(request, HttpMethod.GET, HttpMethod.HEAD);
            answerHealth(request, path);
        } else if (path.startsWith(API)) {
            answerApi(request, path);
        } else {
            answerPage(request, path);
        }
    }

    private Caller callerOf(HttpServerRequest request) {
        String authorization = request.getHeader("Authorization");
        String address = String.valueOf(request.remoteAddress().hostAddress());
        Role role;
        try {
            role = access.roleOf(authorization, request.getHeader("Host"));
        } catch (HttpFailure e) {
            if (authorization != null) {
                content.wrongToken(address);
            }
            throw e;
        }
        if (authorization != null) {
            connections.trust(request);
        }
        return new Caller(role, authorization != null, address);
    }

    private static void requireMethod(HttpServerRequest request, HttpMethod... allowed) {
        StringBuilder names = new StringBuilder();
        for (HttpMethod method : allowed) {
            if (request.method().equals(method)) {
                return;
            }
            names.append(names.isEmpty() ? "" : ", ").append(method.name());
        }
        request.response().putHeader("Allow", names.toString());
        throw new HttpFailure(HttpFailure.METHOD_NOT_ALLOWED, "this path takes " + names + " only");
    }

    private void answerHealth(HttpServerRequest request, String path) {
        content.answerHealth(path, vertx.getOrCreateContext(), answer -> {
            request.response()
                    .setStatusCode(answer.status())
                    .putHeader("Content-Type", JSON)
                    .putHeader("Cache-Control", "no-store");
            end(request, Buffer.buffer(answer.json()));
        });
    }

    private void answerPage(HttpServerRequest request, String path) {
        requireMethod(request, HttpMethod.GET, HttpMethod.HEAD);
        StaticPages.Page page =
                pages.find(path).orElseThrow(() -> new HttpFailure(HttpFailure.NOT_FOUND, "there is no such page"));
        HttpServerResponse response = request.response();
        response.putHeader("Content-Type", page.type());
        // The pages are the member's; another version of it has others.
        response.putHeader("Cache-Control", "no-cache");
        end(request, page.bytes());
    }

    private static void end(HttpServerRequest request, Buffer body) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        if (request.method().equals(HttpMethod.HEAD)) {
            response.putHeader("Content-Length", Integer.toString(body.length()));
            var unused = response.end();
        } else {
            var unused = response.end(body);
        }
    }

    private void scrape(HttpServerRequest request, Caller caller) {
        MetricsExchange exchange = new MetricsExchange(request.headers(), request.query());
        work(
                workers.scrapes(caller),
                request,
                () -> {
                    scrapes.handleRequest(exchange);
                    return exchange;
                },
                done -> {
                    request.response().setStatusCode(done.status());
                    done.headers().forEach(request.response()::putHeader);
                    end(request, Buffer.buffer(done.body()));
                });
    }

    private void answerApi(HttpServerRequest request, String path) {
        if (request.method().equals(HttpMethod.OPTIONS)) {
            // What a browser asks before it asks; the headers say the answer.
            request.response().setStatusCode(NO_CONTENT);
            end(request, Buffer.buffer());
            return;
        }
        Caller caller = callerOf(request);
        if (path.equals(EVENTS)) {
            requireMethod(request, HttpMethod.GET);
            stream(request, caller);
            return;
        }
        Endpoint endpoint = content.endpoint(path)
                .orElseThrow(() -> new HttpFailure(
                        HttpFailure.NOT_FOUND, "there is no such path; docs/console-api.md has all of them"));
        requireMethod(request, HttpMethod.valueOf(endpoint.method()));
        requireRole(caller, endpoint.needed());
        if (endpoint.hasBody()) {
            RequestBody.read(vertx, request, body -> answer(request, endpoint, caller, body), e -> fail(request, e));
        } else {
            answer(request, endpoint, caller, "");
        }
    }

    private void requireRole(Caller caller, Role needed) {
        try {
            access.require(needed, caller);
        } catch (HttpFailure e) {
            if (needed == Role.ANALYST) {
                content.denied(caller);
            }
            throw e;
        }
    }

    private void answer(HttpServerRequest request, Endpoint endpoint, Caller caller, String body) {
        Endpoint.Call call =
                new Endpoint.Call(caller, request.path(), request.getParam("after"), request.getParam("max"), body);
        work(workers.api(caller), request, () -> endpoint.work().json(call), json -> {
            request.response().setStatusCode(endpoint.status()).putHeader("Content-Type", JSON);
            end(request, Buffer.buffer(json));
        });
    }

    private void stream(HttpServerRequest request, Caller caller) {
        // First, so that a member that cannot answer says so by its status.
        work(workers.api(caller), request, content::firstEvent, first -> {
            HttpServerResponse response = request.response();
            response.setStatusCode(OK);
            streams.open(response, caller.hasToken(), vertx.getOrCreateContext());
            connections.streams(request);
            var unused = response.write(first);
        });
    }

    private static <T> void work(
            WorkerExecutor worker, HttpServerRequest request, Callable<T> blocking, Consumer<T> whenDone) {
        worker.executeBlocking(blocking, false).onComplete(outcome -> {
            if (request.response().closed()) {
                return;
            }
            try {
                if (outcome.succeeded()) {
                    whenDone.accept(outcome.result());
                } else {
                    fail(request, outcome.cause());
                }
            } catch (RuntimeException e) {
                fail(request, e);
            }
        });
    }

    private static void fail(HttpServerRequest request, Throwable failure) {
        HttpFailure answer = asAnswer(failure);
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        if (response.headWritten()) {
            var unused = response.reset();
            return;
        }
        if (answer.status() == HttpFailure.UNAUTHORIZED) {
            response.putHeader("WWW-Authenticate", "Bearer");
        }
        if (answer.retryAfterS() > 0) {
            response.putHeader("Retry-After", Integer.toString(answer.retryAfterS()));
        }
        response.setStatusCode(answer.status()).putHeader("Content-Type", JSON);
        end(request, Buffer.buffer(ConsoleJson.write(new ErrorBody(answer.sentence()))));
    }

    /** The body of an error. */
    private record ErrorBody(String error) {}

    private static HttpFailure asAnswer(Throwable failure) {
        if (failure instanceof HttpFailure known) {
            return known;
        }
        if (failure instanceof HazelcastInstanceNotActiveException) {
            return new HttpFailure(HttpFailure.UNAVAILABLE, "this member is leaving; ask another one");
        }
        LOG.error("a defect of the console", failure);
        return new HttpFailure(HttpFailure.INTERNAL, "a defect of the console; the member's log says more");
    }
}
