package com.hazelcast.certification.console.http;

import org.jspecify.annotations.Nullable;

/**
 * A path of the API.
 *
 * @param hasBody whether it takes a JSON body, by {@code POST}; the others take {@code GET}
 * @param needed role of the caller
 * @param work blocks, and answers JSON
 */
public record Endpoint(boolean hasBody, Role needed, int status, Work work) {
    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    /** What a caller wants. */
    public record Call(
            Caller caller,
            String path,
            @Nullable String after,
            @Nullable String max,
            String body) {}

    /** What answers it. */
    public interface Work {
        String json(Call call);
    }

    /** For every caller, by {@code GET}. */
    public static Endpoint get(Work work) {
        return new Endpoint(false, Role.VIEWER, OK, work);
    }

    /** For callers who may look cards up by number, by {@code POST}. */
    public static Endpoint lookUp(Work work) {
        return new Endpoint(true, Role.ANALYST, OK, work);
    }

    /** For callers who may control the cluster, by {@code POST}; answered before it is done. */
    public static Endpoint control(Work work) {
        return new Endpoint(true, Role.OPERATOR, ACCEPTED, work);
    }

    String method() {
        return hasBody ? "POST" : "GET";
    }
}
