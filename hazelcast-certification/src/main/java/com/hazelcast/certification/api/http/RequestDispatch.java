package com.hazelcast.certification.api.http;

import com.hazelcast.certification.mapping.FieldProblem;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where requests come in. Calls on single transactions in their plain form go to their code at once, because the router's own work is a fifth of
 * such a request; all other requests go to the router. Requests that are none, or for which the router has no place, are answered by a problem,
 * and their connections end; with HTTP/2 their streams. Used on a loop.
 */
final class RequestDispatch {
    private static final String DECISIONS = "/v1/decisions";
    private static final String TRANSACTIONS = "/v1/transactions";
    private static final String CARDS = "/v1/cards/";
    private static final String HISTORY = "/history";
    private static final int METHOD_NOT_ALLOWED = 405;

    /** A part of a path that is . or .., plain or encoded. */
    private static final Pattern DOTS = Pattern.compile("/(?:[.]|%2[eE]){1,2}(?:/|$)");

    /** Types of bodies that the library takes apart. */
    private static final List<String> FORMS = List.of("application/x-www-form-urlencoded", "multipart/form-data");

    private final ApiLoop loop;
    private final Router router;
    private final DecisionCalls decisions;
    private final CardCalls cards;

    RequestDispatch(ApiLoop loop, Router router, DecisionCalls decisions, CardCalls cards) {
        this.loop = loop;
        this.router = router;
        this.decisions = decisions;
        this.cards = cards;
    }

    /** Takes a request whose head has come. */
    void route(HttpServerRequest request) {
        boolean isNameless = request.authority() == null && request.version() != HttpVersion.HTTP_1_0
                || request.headers().getAll(HttpHeaders.HOST).size() > 1;
        String path = request.path();
        if (isNameless || path == null || !path.startsWith("/")) {
            answer(
                    request,
                    new Problem(
                            400,
                            "bad_request",
                            "the request has no valid Host, or several, or its target is no path",
                            "send one Host and a path, as /openapi.yaml describes it"));
        } else if (request.version() != HttpVersion.HTTP_1_1 || !callDirectly(request, path)) {
            router.handle(request);
        }
    }

    /** Calls it when the path is exactly that of a frequent call, and its body, if it may have one, is short and of stated length. */
    private boolean callDirectly(HttpServerRequest request, String path) {
        HttpMethod method = request.method();
        if (HttpMethod.POST.equals(method) && path.equals(DECISIONS)) {
            return withBody(request, Call.DECISION, null, decisions::decide);
        }
        if (HttpMethod.POST.equals(method) && path.equals(TRANSACTIONS)) {
            return withBody(request, Call.SUBMIT, null, decisions::submit);
        }
        if (path.startsWith(TRANSACTIONS) && path.startsWith("/", TRANSACTIONS.length())) {
            String reference = plainSegment(path, TRANSACTIONS.length() + 1, path.length());
            if (reference != null && HttpMethod.PUT.equals(method)) {
                return withBody(request, Call.PUT, reference, decisions::put);
            }
            return reference != null
                    && HttpMethod.GET.equals(method)
                    && withoutBody(request, Call.DECISION_READ, reference, decisions::read);
        }
        if (HttpMethod.GET.equals(method) && path.startsWith(CARDS) && path.endsWith(HISTORY)) {
            String token = plainSegment(path, CARDS.length(), path.length() - HISTORY.length());
            return token != null && withoutBody(request, Call.HISTORY_BY_TOKEN, token, cards::historyByToken);
        }
        return false;
    }

    /** A part of the path without encoded characters; null: it is another one. */
    private static @Nullable String plainSegment(String path, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (!isPlain(path.charAt(i))) {
                return null;
            }
        }
        return end > begin ? path.substring(begin, end) : null;
    }

    /**
     * A parameter of the query, whatever the case of its name; null: there is none. Most queries of frequent calls are one plain parameter, for
     * which no map of parameters is made.
     *
     * @throws FieldProblem it is there twice
     */
    static @Nullable String parameter(HttpServerRequest request, String name) {
        String query = request.query();
        if (query == null) {
            return null;
        }
        int equals = query.indexOf('=');
        boolean isPlainPair = equals > 0;
        for (int i = 0; isPlainPair && i < query.length(); i++) {
            isPlainPair = i == equals || isPlain(query.charAt(i));
        }
        if (!isPlainPair) {
            return single(name, request.params().getAll(name));
        }
        boolean isNamed = equals == name.length() && query.regionMatches(true, 0, name, 0, equals);
        return isNamed ? query.substring(equals + 1) : null;
    }

    /** Which of two counts, each program on the way decides for itself. */
    private static @Nullable String single(String name, List<String> values) {
        if (values.size() > 1) {
            throw FieldProblem.withoutValue(
                    "duplicate_parameter", name, "the parameter is there twice: parameter=" + name, "give it once");
        }
        return values.isEmpty() ? null : values.get(0);
    }

    static boolean isPlain(char next) {
        return next >= 'a' && next <= 'z'
                || next >= 'A' && next <= 'Z'
                || next >= '0' && next <= '9'
                || next == '-'
                || next == '_';
    }

    /** Whether two hexadecimal digits follow each %. */
    private static boolean isEncoded(String path) {
        for (int i = path.indexOf('%'); i >= 0; i = path.indexOf('%', i + 1)) {
            if (i + 2 >= path.length()
                    || Character.digit(path.charAt(i + 1), 16) < 0
                    || Character.digit(path.charAt(i + 2), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    /** What is wrong with a path, whichever it is; null: nothing. */
    static @Nullable Problem pathProblem(HttpServerRequest request) {
        if (!isEncoded(request.uri())) {
            return new Problem(400, "bad_path", "the path has a % without two hexadecimal digits", "encode the path");
        }
        String path = request.path();
        // The router removes them, as programs on the way do, and then it is another path.
        return path == null || !DOTS.matcher(path).find()
                ? null
                : new Problem(
                        400,
                        "bad_path",
                        "a part of the path is . or .., which is no reference, and which programs on the way remove",
                        "send a path as /openapi.yaml describes it, and another reference");
    }

    private boolean withBody(
            HttpServerRequest request, Call call, @Nullable String parameter, ApiLoop.Handling handling) {
        if (!isPlain(request) || !hasShortBody(request)) {
            return false;
        }
        Exchange exchange = loop.begin(request, null, parameter);
        if (exchange != null && loop.admit(exchange, call)) {
            exchange.readBody(() -> loop.call(exchange, handling));
        }
        return true;
    }

    private boolean withoutBody(HttpServerRequest request, Call call, String parameter, ApiLoop.Handling handling) {
        if (!isPlain(request)) {
            return false;
        }
        Exchange exchange = loop.begin(request, null, parameter);
        if (exchange != null && loop.admit(exchange, call)) {
            loop.call(exchange, handling);
        }
        return true;
    }

    /**
     * Reads bodies of at most so many bytes, for the router. Those of forms it refuses before: the library would read their fields as well, within
     * bounds that say nothing to who sends JSON, and {@code curl --data} names JSON so unless told otherwise.
     */
    static Handler<RoutingContext> reader(ApiLoop loop, int bytesMax) {
        BodyHandler reader = BodyHandler.create(false).setBodyLimit(bytesMax);
        return context -> {
            Exchange exchange = Exchange.of(context);
            String type = exchange.request().getHeader(HttpHeaders.CONTENT_TYPE);
            if (type != null && isForm(type)) {
                loop.refuse(
                        exchange,
                        Problem.of(new FieldProblem(
                                "wrong_content_type",
                                "Content-Type",
                                type,
                                "the body is said to be a form",
                                "send application/json, or a batch as application/x-ndjson")));
            } else {
                reader.handle(context);
            }
        };
    }

    /** A route of that method at the path of a call; who may {@code GET} what is there may ask for its head alone (RFC 9110, 9.3.2). */
    static Route at(Router router, String path, HttpMethod method) {
        Route route = at(router, path).method(method);
        return HttpMethod.GET.equals(method) ? route.method(HttpMethod.HEAD) : route;
    }

    /** A route of all methods at the path of a call. */
    private static Route at(Router router, String path) {
        int colon = path.indexOf(':');
        // A colon in a path of the router would name a parameter.
        return colon < 0
                ? router.route(path.replace('{', ':').replace("}", ""))
                : router.routeWithRegex(
                        path.substring(0, colon).replace("/", "\\/") + "(?::|%3A)" + path.substring(colon + 1));
    }

    /** To be called behind the routes of all calls: whoever asks by another method is told which there are. */
    static void refuseOtherMethods(Router router) {
        Map<String, String> methods = Stream.of(Call.values())
                .filter(call -> !call.path().isEmpty())
                .collect(Collectors.groupingBy(
                        Call::path,
                        TreeMap::new,
                        Collectors.mapping(call -> taken(call.method()), Collectors.joining(", "))));
        OpenCalls.PATHS.forEach(path -> methods.put(path, taken(HttpMethod.GET.name())));
        methods.forEach((path, allowed) -> at(router, path).handler(context -> {
            context.response().putHeader(HttpHeaders.ALLOW, allowed);
            context.fail(METHOD_NOT_ALLOWED);
        }));
    }

    private static String taken(String method) {
        return method.equals(HttpMethod.GET.name()) ? method + ", " + HttpMethod.HEAD.name() : method;
    }

    private static boolean isForm(String type) {
        return FORMS.stream().anyMatch(form -> type.regionMatches(true, 0, form, 0, form.length()));
    }

    /** Whether it has nothing that the router must look at, such as a % without two hexadecimal digits in its query. */
    private static boolean isPlain(HttpServerRequest request) {
        return request.uri().indexOf('%') < 0
                && !request.headers().contains(HttpHeaders.EXPECT)
                && !request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    private static boolean hasShortBody(HttpServerRequest request) {
        int bytes = announcedBytes(request);
        return bytes >= 0 && bytes <= ApiLoop.BODY_BYTES_MAX;
    }

    /** The length of the body as its head states it; -1: it states none, or a long one. */
    static int announcedBytes(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null || length.isEmpty() || length.length() > ApiLoop.SHORT_BODY_DIGITS) {
            return -1;
        }
        int bytes = 0;
        for (int i = 0; i < length.length(); i++) {
            char next = length.charAt(i);
            if (next < '0' || next > '9') {
                return -1;
            }
            bytes = bytes * 10 + next - '0';
        }
        return bytes;
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
        if (request.version() == HttpVersion.HTTP_2) {
            // Other streams of the connection have nothing to do with it, and may be another's behind a proxy.
            var unused = Exchange.end(request, body);
        } else {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            var unused = Exchange.end(request, body).onComplete(ended -> {
                var unusedClose = request.connection().close();
            });
        }
        loop.log(
                "-",
                Call.OTHER,
                problem.status(),
                body.length(),
                arrivedNs,
                new AccessLog.Outcome(problem.code(), null));
    }
}
