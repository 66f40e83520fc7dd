package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.mapping.FieldProblem;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.SecurityPolicyHandler;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One event loop of the API: its connections, its routes. Used on that loop. */
final class ApiLoop extends VerticleBase {
    /** Bodies of calls with one transaction, or with cards. */
    static final int BODY_BYTES_MAX = 64 << 10;

    /** Bodies of batches: 10,000 long lines. */
    static final int BATCH_BYTES_MAX = 8 << 20;

    /** Of one loop, for requests with bodies of {@link #BODY_BYTES_MAX} that have not come whole. */
    private static final int ARRIVING_BYTES_MAX = 16 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(ApiLoop.class);
    private static final long SWEEP_MS = 1_000;
    /** A body whose length has no more digits is short: it is read to its end also when its request was refused. */
    static final int SHORT_BODY_DIGITS = 5;

    /** Of no task. */
    static final long NO_TIMER = -1;

    /** The longest from the head of a request to the end of its body. */
    private static final long BODY_MAX_NS = TimeUnit.SECONDS.toNanos(10);

    private final ApiParts parts;
    private final ApiClients clients;
    private final HttpServerOptions options;
    private final SocketAddress address;
    private final NewConnections fresh;
    private final @Nullable AccessLog accessLog;
    private final BooleanSupplier isWarm;
    private final BatchCall batches;
    private final Map<HttpConnection, Connection> connections = new HashMap<>();
    private final Set<Exchange> open = new LinkedHashSet<>();
    private final Exchange.OnTheWay<Exchange> arriving = new Exchange.OnTheWay<>(ARRIVING_BYTES_MAX);
    private final Exchange.OnTheWay<Connection.Untaken> untaken = Connection.noneUntaken();
    private @Nullable LoopTasks tasks;
    private @Nullable HttpServer server;

    ApiLoop(
            ApiParts parts,
            ApiClients clients,
            HttpServerOptions options,
            SocketAddress address,
            NewConnections fresh,
            AtomicInteger batchCount,
            @Nullable AccessLog accessLog,
            BooleanSupplier isWarm) {
        this.parts = parts;
        this.clients = clients;
        this.options = options;
        this.address = address;
        this.fresh = fresh;
        this.accessLog = accessLog;
        this.isWarm = isWarm;
        this.batches = new BatchCall(this, batchCount);
    }

    ApiParts parts() {
        return parts;
    }

    /** Whether decisions were rehearsed often enough to be fast. */
    boolean isWarm() {
        return isWarm.getAsBoolean();
    }

    /** Runs a task on this loop; from any thread. */
    void run(Runnable task) {
        LoopTasks opened = tasks;
        if (opened == null) {
            throw new IllegalStateException("the loop has not begun");
        }
        opened.run(task);
    }

    /** As {@link #run}, what answers a request: a failure of it is logged, and answered as well. */
    void answer(Exchange exchange, Runnable answering) {
        run(() -> {
            try {
                answering.run();
            } catch (RuntimeException e) {
                exchange.answer(failed(e));
            }
        });
    }

    /** Runs a task on this loop after so many milliseconds, at least 1; the loop reads its sockets before. On this loop. */
    long later(long afterMs, Runnable task) {
        return vertx.setTimer(afterMs, ignored -> task.run());
    }

    /** Takes back what {@link #later} has been given; nothing when it has run. */
    void cancel(long timer) {
        boolean unused = timer != NO_TIMER && vertx.cancelTimer(timer);
    }

    /** Does what takes long beside the loop, one after the other; what follows is done on the loop. */
    <T> Future<T> apart(Callable<T> work) {
        return vertx.executeBlocking(work, false);
    }

    @Override
    public Future<?> start() {
        Consumer<Runnable> whenPassEnds = task -> context.runOnContext(ignored -> task.run());
        tasks = new LoopTasks(whenPassEnds);
        parts.desk().collectOnThisThread(whenPassEnds);
        parts.cards().collectOnThisThread(whenPassEnds);
        long unusedTimer = vertx.setPeriodic(SWEEP_MS, ignored -> sweep());
        HttpServer created = vertx.createHttpServer(options);
        server = created;
        DecisionCalls decisions = new DecisionCalls(this);
        CardCalls cards = new CardCalls(this);
        RequestDispatch dispatch = new RequestDispatch(this, router(decisions, cards), decisions, cards);
        return created.connectionHandler(this::opened)
                .invalidRequestHandler(dispatch::answerInvalid)
                .exceptionHandler(failure -> LOG.debug("a connection to the API failed", failure))
                .requestHandler(dispatch::route)
                .listen(address);
    }

    /** From any thread. */
    Future<Boolean> useCertificate(ServerSSLOptions changed) {
        HttpServer opened = server;
        return opened == null ? Future.succeededFuture(false) : opened.updateSSLOptions(changed);
    }

    int port() {
        HttpServer opened = server;
        return opened == null ? 0 : opened.actualPort();
    }

    private void opened(HttpConnection connection) {
        Runnable cut = fresh.shown(connection);
        String from = connection.remoteAddress().hostAddress();
        boolean isServed = fresh.served().enter(from);
        boolean isAnswered = isServed || fresh.refused().enter(from);
        connections.put(connection, new Connection(connection, clients, !isServed, cut, untaken));
        connection.closeHandler(ignored -> {
            connections.remove(connection);
            if (isServed) {
                fresh.served().leave(from);
            } else if (isAnswered) {
                fresh.refused().leave(from);
            }
        });
        if (!isAnswered) {
            // Even to answer it 503 is too much now.
            parts.desk().turnedAway(TurnedAway.Reason.TOO_MANY_CONNECTIONS);
            var unused = connection.close();
        }
    }

    private void sweep() {
        long nowNs = System.nanoTime();
        connections.values().forEach(connection -> connection.closeIfIdle(nowNs));
        for (Exchange exchange : List.copyOf(open)) {
            if (nowNs - exchange.arrivedNs() <= BODY_MAX_NS) {
                // Those behind it have come later.
                return;
            }
            endIfSlow(exchange);
        }
    }

    /** One look at all requests a second, in place of a timer each. */
    private static void endIfSlow(Exchange exchange) {
        HttpServerRequest request = exchange.request();
        if (exchange.request().response().closed()) {
            exchange.over();
        } else if (!request.isEnded()) {
            end(
                    exchange,
                    new Problem(
                            408,
                            "slow_body",
                            "the request did not come whole in time: ms=" + TimeUnit.NANOSECONDS.toMillis(BODY_MAX_NS),
                            "send the whole request at once"));
        }
    }

    /** Answers a request that has not come whole, and waits for the rest of it no longer. */
    private static void end(Exchange exchange, Problem problem) {
        HttpServerRequest request = exchange.request();
        exchange.answer(problem);
        if (request.version() != HttpVersion.HTTP_2) {
            var unused = request.connection().close();
        }
    }

    /** What has not come whole. */
    Exchange.OnTheWay<Exchange> arriving() {
        return arriving;
    }

    /** Requests without an answer, the one that came first first. */
    Set<Exchange> open() {
        return open;
    }

    private Router router(DecisionCalls decisions, CardCalls cards) {
        Handler<RoutingContext> body = RequestDispatch.reader(this, BODY_BYTES_MAX);
        Handler<RoutingContext> largeBody = RequestDispatch.reader(this, BATCH_BYTES_MAX);
        Router router = Router.router(vertx);
        router.route().handler(this::begin);
        route(router, Call.DECISION).handler(body).handler(context -> call(context, decisions::decide));
        route(router, Call.PUT).handler(body).handler(context -> call(context, decisions::put));
        route(router, Call.DECISION_READ).handler(context -> call(context, decisions::read));
        route(router, Call.SUBMIT).handler(body).handler(context -> call(context, decisions::submit));
        route(router, Call.BATCH)
                .handler((SecurityPolicyHandler) batches::admit)
                .handler(largeBody)
                .handler(context -> call(context, batches::decide));
        route(router, Call.CARDS_OPEN).handler(body).handler(context -> call(context, cards::open));
        route(router, Call.HISTORY).handler(body).handler(context -> call(context, cards::history));
        route(router, Call.LABELS).handler(body).handler(context -> call(context, cards::label));
        route(router, Call.HISTORY_BY_TOKEN).handler(context -> call(context, cards::historyByToken));
        OpenCalls open = new OpenCalls(this);
        RequestDispatch.at(router, OpenCalls.LIVE, HttpMethod.GET).handler(context -> call(context, open::live));
        RequestDispatch.at(router, OpenCalls.READY, HttpMethod.GET).handler(context -> call(context, open::ready));
        RequestDispatch.at(router, OpenCalls.DESCRIBED, HttpMethod.GET)
                .handler(context -> call(context, open::description));
        RequestDispatch.refuseOtherMethods(router);
        // 200: with that the library fails a body whose chunks cannot be read.
        for (int status : new int[] {200, 400, 404, 405, 413, 415, 417, 500}) {
            router.errorHandler(status, this::failed);
        }
        return router;
    }

    /** The route of a call, which looks first who asks. */
    private Route route(Router router, Call call) {
        return RequestDispatch.at(router, call.path(), HttpMethod.valueOf(call.method()))
                .handler(admission(call));
    }

    private void begin(RoutingContext context) {
        Exchange exchange = begin(context.request(), context, null);
        if (exchange == null) {
            return;
        }
        Problem problem = RequestDispatch.pathProblem(context.request());
        if (problem == null) {
            context.next();
        } else {
            refuse(exchange, problem);
        }
    }

    /** Begins the answer to a request; null: its connection has just closed, or is about to. */
    @Nullable
    Exchange begin(HttpServerRequest request, @Nullable RoutingContext context, @Nullable String parameter) {
        Connection connection = connections.get(request.connection());
        if (connection == null || connection.isEnding()) {
            return null;
        }
        Exchange exchange = Exchange.begin(this, request, context, parameter, connection);
        if (connection.isTooMany()) {
            exchange.endConnection();
        }
        return exchange;
    }

    private SecurityPolicyHandler admission(Call call) {
        return context -> {
            if (admit(Exchange.of(context), call)) {
                context.next();
            }
        };
    }

    /** Looks who asks, and whether they may, before their body is read; if not, answers that. */
    boolean admit(Exchange exchange, Call call) {
        Problem problem = exchange.connection().problem(exchange, call, parts);
        if (problem != null) {
            refuse(exchange, problem);
        } else if (call != Call.BATCH && !call.method().equals("GET")) {
            awaitBody(exchange);
        }
        return problem == null;
    }

    /** Its body is to come. Batches have bounds of their own. */
    private void awaitBody(Exchange exchange) {
        int announced = RequestDispatch.announcedBytes(exchange.request());
        int bytes = announced < 0 ? BODY_BYTES_MAX : Math.min(announced, BODY_BYTES_MAX);
        arriving.begin(exchange, bytes);
        for (Exchange slow = arriving.evict(); slow != null; slow = arriving.evict()) {
            parts.desk().turnedAway(TurnedAway.Reason.MEMBER_FULL);
            end(slow, Problem.of(TurnedAway.Reason.MEMBER_FULL));
        }
    }

    /** Answers before the body has been read; a short one is thrown away, for a long one the connection ends. */
    void refuse(Exchange exchange, Problem problem) {
        if (!isShort(exchange.request())) {
            exchange.request().response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            exchange.connection().endWithRest();
        }
        exchange.answer(problem);
    }

    /** Whether little is left to come; in HTTP/2 a stream ends by itself. */
    private static boolean isShort(HttpServerRequest request) {
        if (request.isEnded() || request.version() == HttpVersion.HTTP_2) {
            return true;
        }
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return !request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                && (length == null || length.length() <= SHORT_BODY_DIGITS);
    }

    /** What a call does; it may say what is wrong by an exception. */
    @FunctionalInterface
    interface Handling {
        void handle(Exchange exchange) throws TurnedAway;
    }

    private void call(RoutingContext context, Handling handling) {
        call(Exchange.of(context), handling);
    }

    /** Does what was requested, and answers what is wrong with it. */
    void call(Exchange exchange, Handling handling) {
        arriving.end(exchange);
        if (exchange.isOver()) {
            return;
        }
        try {
            handling.handle(exchange);
        } catch (FieldProblem e) {
            exchange.answer(Problem.of(e));
        } catch (TurnedAway e) {
            exchange.answer(Problem.of(e.reason()));
        } catch (RuntimeException e) {
            exchange.answer(failed(e));
        }
    }

    private static Problem failed(@Nullable Throwable cause) {
        LogEvent.API_FAILED.at(LOG).setCause(cause).log("a call of the API failed");
        return new Problem(500, "failed", "the call failed", "have the member's log looked at, and try again");
    }

    private void failed(RoutingContext context) {
        int status = context.statusCode();
        Exchange exchange = Exchange.of(context);
        if (exchange == null) {
            context.response().setStatusCode(status).end();
            return;
        }
        Problem problem = Problem.ofStatus(status);
        refuse(exchange, problem == null ? failed(context.failure()) : problem);
    }

    /** Counts an answer and logs it. */
    void log(String client, Call call, int status, long bytes, long arrivedNs, AccessLog.@Nullable Outcome outcome) {
        long tookNs = System.nanoTime() - arrivedNs;
        parts.meter().answered(call, status, outcome != null && outcome.isTurnedAway(), tookNs);
        if (accessLog != null) {
            accessLog.add(new AccessLog.Line(parts.clock().millis(), client, call, status, bytes, tookNs, outcome));
        }
    }
}
