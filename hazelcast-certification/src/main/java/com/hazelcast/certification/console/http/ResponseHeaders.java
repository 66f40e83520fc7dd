package com.hazelcast.certification.console.http;

import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Collection;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The headers that every answer carries: what a browser may do with it, and for which pages of other members. A page of the
 * console goes on with another member when its own dies, so the pages may connect to all consoles of the cluster, and each
 * answers those.
 */
final class ResponseHeaders {
    /** So that the header stays below what browsers take. */
    private static final int CONSOLES_MAX = 64;

    private static final String PREFLIGHT_S = "600";

    private final Supplier<Collection<String>> consoles;

    /** @param consoles of the members that are or were in the cluster, as origins */
    ResponseHeaders(Supplier<Collection<String>> consoles) {
        this.consoles = consoles;
    }

    /** Whether a path of the API is meant. */
    static boolean isApi(RoutingContext context) {
        String path = context.request().path();
        return path != null && path.startsWith("/api/");
    }

    void put(RoutingContext context) {
        HttpServerResponse response = context.response();
        response.putHeader("X-Content-Type-Options", "nosniff");
        response.putHeader("Referrer-Policy", "no-referrer");
        response.putHeader("Content-Security-Policy", contentSecurityPolicy());
        if (isApi(context)) {
            response.putHeader("Cache-Control", "no-store");
            putOrigin(context.request().getHeader("Origin"), response);
        }
    }

    private String contentSecurityPolicy() {
        String others = consoles.get().stream().limit(CONSOLES_MAX).collect(Collectors.joining(" "));
        return "default-src 'self'; connect-src 'self' " + others
                + "; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    }

    private void putOrigin(@Nullable String origin, HttpServerResponse response) {
        response.putHeader("Vary", "Origin");
        if (origin != null && consoles.get().contains(origin)) {
            response.putHeader("Access-Control-Allow-Origin", origin);
            response.putHeader("Access-Control-Allow-Methods", "GET, POST");
            response.putHeader("Access-Control-Allow-Headers", "Authorization, Content-Type");
            response.putHeader("Access-Control-Max-Age", PREFLIGHT_S);
        }
    }
}
