package com.hazelcast.certification.console.http;

import com.hazelcast.certification.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * A path of the API.
 *
 * @param path which may end in {@link #ID_PART}
 * @param hasBody whether it takes a JSON body, by {@code POST}; the others take {@code GET}
 * @param needed role of the caller
 * @param work blocks, and answers JSON
 */
public record Endpoint(String path, boolean hasBody, Role needed, int status, Work work) {
    /** What a path names one of its things by. */
    public static final String ID_PART = "/:id";

    static final String ID = "id";

    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    /**
     * What a caller wants.
     *
     * @param id what stands in the path for {@link #ID_PART}; empty: nothing
     * @param body empty: none
     */
    public record Call(
            Caller caller,
            String id,
            @Nullable String after,
            @Nullable String max,
            String body) {}

    /** What answers it. */
    public interface Work {
        String json(Call call);
    }

    /** For every caller, by {@code GET}. */
    public static Endpoint get(String path, Work work) {
        return new Endpoint(path, false, Role.VIEWER, OK, work);
    }

    /** For every caller, by {@code POST}. */
    public static Endpoint post(String path, Work work) {
        return new Endpoint(path, true, Role.VIEWER, OK, work);
    }

    /** For callers who may look cards up by number, by {@code POST}. */
    public static Endpoint lookUp(String path, Work work) {
        return new Endpoint(path, true, Role.ANALYST, OK, work);
    }

    /** For callers who may control the cluster, by {@code POST}; answered before it is done. */
    public static Endpoint control(String path, Work work) {
        return new Endpoint(path, true, Role.OPERATOR, ACCEPTED, work);
    }
}
