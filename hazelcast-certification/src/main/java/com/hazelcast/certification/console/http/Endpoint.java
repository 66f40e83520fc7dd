package com.hazelcast.certification.console.http;

import com.hazelcast.certification.access.Role;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A path of the API.
 *
 * @param path which may end in {@link #ID_PART}
 * @param bodyBytesMax what its body may have at most; 0: it takes {@code GET} and no body, all others {@code POST}
 * @param needed role of the caller
 * @param deed what it lets its caller do
 * @param work blocks, and answers JSON
 */
public record Endpoint(String path, int bodyBytesMax, Role needed, Deed deed, int status, Work work) {
    /** A body that names things. */
    private static final int SMALL_BODY_BYTES = 4 << 10;

    /** What a path names one of its things by. */
    public static final String ID_PART = "/:id";

    static final String ID = "id";

    private static final int OK = 200;
    private static final int ACCEPTED = 202;

    /**
     * What a caller wants.
     *
     * @param id what stands in the path for {@link #ID_PART}; empty: nothing
     * @param query the parameters behind the path, with all values that they have
     * @param body empty: none
     */
    public record Call(Caller caller, String id, Map<String, List<String>> query, String body) {
        /**
         * A parameter; null: it is not there.
         *
         * @throws HttpFailure it is there twice
         */
        public @Nullable String param(String name) {
            List<String> values = query.getOrDefault(name, List.of());
            if (values.size() > 1) {
                throw new HttpFailure(
                        HttpFailure.BAD_REQUEST,
                        "the query has a parameter twice, of which one would not count: give it once: parameter="
                                + name);
            }
            return values.isEmpty() ? null : values.get(0);
        }
    }

    /** What answers it. */
    public interface Work {
        String json(Call call);
    }

    /** For every caller, by {@code GET}. */
    public static Endpoint get(String path, Work work) {
        return new Endpoint(path, 0, Role.VIEWER, Deed.VIEW, OK, work);
    }

    /** For every caller, by {@code POST}. */
    public static Endpoint post(String path, Work work) {
        return new Endpoint(path, SMALL_BODY_BYTES, Role.VIEWER, Deed.VIEW, OK, work);
    }

    /** For callers who may look cards up by number, by {@code POST}. */
    public static Endpoint lookUp(String path, Work work) {
        return new Endpoint(path, SMALL_BODY_BYTES, Role.ANALYST, Deed.LOOK_UP, OK, work);
    }

    /** For callers who may control the cluster, by {@code POST}; answered before it is done. */
    public static Endpoint control(String path, Work work) {
        return new Endpoint(path, SMALL_BODY_BYTES, Role.OPERATOR, Deed.CONTROL, ACCEPTED, work);
    }

    /** For callers of that role who work on the rules, by {@code POST}; answered when it is done. */
    public static Endpoint rules(String path, Role needed, Work work) {
        return new Endpoint(path, SMALL_BODY_BYTES, needed, Deed.RULES, OK, work);
    }

    /** The same with a body of so many bytes. */
    public Endpoint withBody(int bytesMax) {
        return new Endpoint(path, bytesMax, needed, deed, status, work);
    }

    /** Whether it takes a body. */
    boolean hasBody() {
        return bodyBytesMax > 0;
    }
}
