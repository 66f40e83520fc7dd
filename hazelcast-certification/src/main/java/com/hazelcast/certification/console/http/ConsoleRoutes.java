package com.hazelcast.certification.console.http;

import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.Users;
import io.prometheus.metrics.exporter.common.PrometheusScrapeHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.AllowForwardHeaders;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The paths of the HTTP port: who may ask each, and what answers it. Used on the event loop; never blocks. */
final class ConsoleRoutes {
    private static final String API = "/api/*";
    private static final String EVENTS = "/api/events";
    private static final String METRICS = "/metrics";
    private static final String NO_STORE = "no-store";
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;

    /**
     * All paths here are such. The router would also find them by others: with escapes, dots, several slashes, or one at the end.
     */
    private static final Pattern PLAIN_PATH = Pattern.compile("/|(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+");

    /** Where a request keeps who sent it. */
    private static final String CALLER = "caller";

    private final Vertx vertx;
    private final ConsoleAccess access;
    private final ConsoleContent content;
    private final EventStreams streams;
    private final PrometheusScrapeHandler scrapes;
    private final ResponseHeaders headers;
    private final HttpConnections connections;
    private final Workers workers;
    private final StaticPages pages = new StaticPages();

    ConsoleRoutes(
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

    /** A router with all paths. Where an address comes from is never taken from a header. */
    Router router() {
        Router router = Router.router(vertx).allowForward(AllowForwardHeaders.NONE);
        router.route().handler(this::begin);
        path(router.route(METRICS), HttpMethod.GET).handler(this::identify).handler(this::scrape);
        content.healthPages()
                .forEach((path, page) -> path(router.route(path), HttpMethod.GET, HttpMethod.HEAD)
                        .handler(context -> answerHealth(context, page)));
        // What a browser asks before it asks; the headers say the answer.
        router.options(API).handler(ConsoleRoutes::answerPreflight);
        content.openEndpoints().forEach(endpoint -> addOpen(router.route(endpoint.path()), endpoint));
        router.route(API).handler(this::identify);
        path(router.route(EVENTS), HttpMethod.GET).handler(this::stream);
        content.endpoints().forEach(endpoint -> add(router.route(endpoint.path()), endpoint));
        path(router.routeWithRegex(StaticPages.PATHS), HttpMethod.GET, HttpMethod.HEAD)
                .handler(this::answerPage);
        router.route().failureHandler(context -> fail(context, context.statusCode()));
        // What fails before any route is tried, and what no route matches.
        for (int status : new int[] {HttpFailure.BAD_REQUEST, HttpFailure.NOT_FOUND}) {
            router.errorHandler(status, context -> fail(context, status));
        }
        return router;
    }

    /** Refuses all methods but these. The path has no other route. */
    private static Route path(Route route, HttpMethod... allowed) {
        String names = Arrays.stream(allowed).map(HttpMethod::name).collect(Collectors.joining(", "));
        return route.handler(context -> {
            if (!Arrays.asList(allowed).contains(context.request().method())) {
                context.response().putHeader("Allow", names);
                throw new HttpFailure(HttpFailure.METHOD_NOT_ALLOWED, "this path takes " + names + " only");
            }
            context.next();
        });
    }

    private void add(Route route, Endpoint endpoint) {
        path(route, endpoint.hasBody() ? HttpMethod.POST : HttpMethod.GET)
                .handler(context -> requireRole(context, endpoint));
        readBody(route, endpoint)
                .handler(context -> answer(context, endpoint, callerOf(context), workers.api(callerOf(context))));
    }

    /** What has a body may call others that are slow, so it has threads of its own. */
    private void addOpen(Route route, Endpoint endpoint) {
        path(route, endpoint.hasBody() ? HttpMethod.POST : HttpMethod.GET);
        readBody(route, endpoint).handler(context -> {
            Caller nobody = new Caller(Caller.NOBODY, Role.VIEWER, Caller.Proof.NONE, addressOf(context.request()));
            answer(context, endpoint, nobody, endpoint.hasBody() ? workers.provider() : workers.api(nobody));
        });
    }

    private static Route readBody(Route route, Endpoint endpoint) {
        return endpoint.hasBody() ? route.handler(new JsonBody(endpoint.bodyBytesMax())) : route;
    }

    private void begin(RoutingContext context) {
        headers.put(context);
        if (PLAIN_PATH.matcher(context.request().path()).matches()) {
            context.next();
        } else {
            context.fail(HttpFailure.NOT_FOUND);
        }
    }

    private void fail(RoutingContext context, int status) {
        if (status == HttpFailure.BAD_REQUEST) {
            // It may not have come as far as to have them.
            headers.put(context);
        }
        Answers.fail(context, status);
    }

    private void identify(RoutingContext context) {
        HttpServerRequest request = context.request();
        String authorization = request.getHeader("Authorization");
        String address = addressOf(request);
        Optional<NameAndSecret> user = NameAndSecret.of(authorization);
        if (user.isPresent()) {
            access.remembered(user.get(), address)
                    .ifPresentOrElse(caller -> goOn(context, caller), () -> signIn(context, user.get(), address));
            return;
        }
        Caller caller;
        try {
            caller = access.callerOf(authorization, request.getHeader("Host"), address);
        } catch (HttpFailure e) {
            if (authorization != null) {
                content.wrongToken(address);
            }
            throw e;
        }
        goOn(context, caller);
    }

    private static String addressOf(HttpServerRequest request) {
        return String.valueOf(request.remoteAddress().hostAddress());
    }

    private void signIn(RoutingContext context, NameAndSecret user, String address) {
        // Its body is for a handler that is not there yet.
        var unused = context.request().pause();
        work(
                workers.signIns(),
                context,
                () -> {
                    Users.SignIn signIn = access.signIn(user, address);
                    try {
                        content.signedIn(user.name(), address, signIn);
                    } catch (HttpFailure e) {
                        // It is not written down, so the next request is a sign-in again.
                        access.forget(user.name());
                        throw e;
                    }
                    return signIn;
                },
                signIn -> {
                    var unusedRequest = context.request().resume();
                    goOn(context, ConsoleAccess.callerOf(signIn, address));
                });
    }

    private void goOn(RoutingContext context, Caller caller) {
        if (caller.hasToken()) {
            connections.trust(context.request());
        }
        context.put(CALLER, caller).next();
    }

    private static Caller callerOf(RoutingContext context) {
        return context.get(CALLER);
    }

    private void requireRole(RoutingContext context, Endpoint endpoint) {
        try {
            access.require(endpoint, callerOf(context));
        } catch (HttpFailure e) {
            if (endpoint.needed() != Role.VIEWER) {
                content.denied(callerOf(context), endpoint.deed());
            }
            throw e;
        }
        context.next();
    }

    private static void answerPreflight(RoutingContext context) {
        var unused = context.response().setStatusCode(NO_CONTENT).end();
    }

    private void answerHealth(RoutingContext context, Supplier<CompletableFuture<ConsoleContent.Health>> page) {
        Future.fromCompletionStage(page.get(), vertx.getOrCreateContext())
                .onSuccess(health -> {
                    context.response().setStatusCode(health.status()).putHeader("Cache-Control", NO_STORE);
                    Answers.json(context, health.json());
                })
                .onFailure(context::fail);
    }

    private void answerPage(RoutingContext context) {
        StaticPages.Page page = pages.find(context.request().path())
                .orElseThrow(() -> new HttpFailure(HttpFailure.NOT_FOUND, Answers.NO_PAGE));
        context.response()
                .putHeader("Content-Type", page.type())
                // The pages are the member's; another version of it has others.
                .putHeader("Cache-Control", "no-cache");
        Answers.end(context, page.bytes());
    }

    private void scrape(RoutingContext context) {
        HttpServerRequest request = context.request();
        // A query that cannot be read is the caller's fault; Prometheus' handler would take it for a defect.
        var unused = context.queryParams();
        MetricsExchange exchange = new MetricsExchange(request.headers(), request.query());
        work(
                workers.scrapes(callerOf(context)),
                context,
                () -> {
                    scrapes.handleRequest(exchange);
                    return exchange;
                },
                done -> {
                    context.response().setStatusCode(done.status());
                    done.headers().forEach(context.response()::putHeader);
                    Answers.end(context, done.body());
                });
    }

    private static void answer(RoutingContext context, Endpoint endpoint, Caller caller, WorkerExecutor worker) {
        Endpoint.Call call = new Endpoint.Call(
                caller,
                Objects.requireNonNullElse(context.pathParam(Endpoint.ID), ""),
                query(context),
                JsonBody.of(context));
        work(worker, context, () -> endpoint.work().json(call), json -> {
            context.response().setStatusCode(endpoint.status());
            Answers.json(context, json);
        });
    }

    private static Map<String, List<String>> query(RoutingContext context) {
        Map<String, List<String>> query = new HashMap<>();
        context.queryParams()
                .forEach(param -> query.computeIfAbsent(param.getKey(), name -> new ArrayList<>())
                        .add(param.getValue()));
        return query;
    }

    private void stream(RoutingContext context) {
        Caller caller = callerOf(context);
        HttpServerRequest request = context.request();
        String authorization = request.getHeader("Authorization");
        String host = request.getHeader("Host");
        // First, so that a member that cannot answer says so by its status.
        work(workers.api(caller), context, content::firstEvent, first -> {
            HttpServerResponse response = context.response();
            response.setStatusCode(OK);
            streams.open(
                    response,
                    caller.hasToken(),
                    () -> access.isStillLetIn(authorization, host, caller.address()),
                    vertx.getOrCreateContext(),
                    () -> connections.cut(request));
            connections.streams(request);
            var unused = response.write(first);
        });
    }

    private static <T> void work(
            WorkerExecutor worker, RoutingContext context, Callable<T> blocking, Consumer<T> whenDone) {
        worker.executeBlocking(blocking, false).onComplete(outcome -> {
            if (context.response().closed()) {
                return;
            }
            try {
                if (outcome.succeeded()) {
                    whenDone.accept(outcome.result());
                } else {
                    context.fail(outcome.cause());
                }
            } catch (RuntimeException e) {
                context.fail(e);
            }
        });
    }
}
