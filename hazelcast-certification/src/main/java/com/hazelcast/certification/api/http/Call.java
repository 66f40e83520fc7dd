package com.hazelcast.certification.api.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a request asks for. */
public enum Call {
    DECISION(Role.SCORE, "POST", "/v1/decisions"),
    BATCH(Role.SCORE, "POST", "/v1/decisions:batch"),
    SUBMIT(Role.SCORE, "POST", "/v1/transactions"),
    PUT(Role.SCORE, "PUT", "/v1/transactions/{reference}"),
    DECISION_READ(Role.SCORE, "GET", "/v1/transactions/{reference}"),
    CARDS_OPEN(Role.OPERATE, "POST", "/v1/cards"),
    HISTORY(Role.READ, "POST", "/v1/cards:history"),
    HISTORY_BY_TOKEN(Role.READ, "GET", "/v1/cards/{token}/history"),
    LABELS(Role.LABEL, "POST", "/v1/labels"),
    /** Health and the description of the API, see {@link OpenCalls#PATHS}: needs no role. */
    OPEN,
    /** No call of the API. */
    OTHER;

    private final @Nullable Role role;
    private final String method;
    private final String path;
    private final String label = name().toLowerCase(Locale.ROOT);

    Call(Role role, String method, String path) {
        this.role = role;
        this.method = method;
        this.path = path;
    }

    /** Of no one path. */
    Call() {
        this.role = null;
        this.method = "";
        this.path = "";
    }

    @Nullable
    Role role() {
        return role;
    }

    /** The method of HTTP; empty: it has no one path. */
    String method() {
        return method;
    }

    /** As the description of the API has it, with the names of parameters in braces; empty: it has no one path. */
    String path() {
        return path;
    }

    /** The value of the metric label {@code call}, and its name in the access log. */
    public String label() {
        return label;
    }
}
