package com.hazelcast.certification.api.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.decisions.RequestedTransaction;
import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.transaction.Rejection;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error as RFC 9457 has it, with its field, value and remedy. Immutable.
 *
 * @param code a name that programs can rely on
 * @param field which one is wrong; empty: none
 * @param value of the field, cards masked
 * @param retryAfterS when to try again; 0: nothing is said of it
 */
record Problem(
        int status,
        String code,
        String detail,
        String field,
        @Nullable String value,
        String remedy,
        int retryAfterS) {
    static final String TYPE = "application/problem+json";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TYPE_PREFIX = "urn:fraud:problem:";

    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(400, "Bad request"),
            Map.entry(401, "Who are you?"),
            Map.entry(403, "Not allowed"),
            Map.entry(404, "Not found"),
            Map.entry(405, "Method not allowed"),
            Map.entry(408, "Too slow"),
            Map.entry(409, "Conflict"),
            Map.entry(410, "Gone"),
            Map.entry(413, "Too large"),
            Map.entry(414, "Path too long"),
            Map.entry(415, "Wrong content type"),
            Map.entry(417, "Expectation failed"),
            Map.entry(422, "Cannot be scored"),
            Map.entry(429, "Too many"),
            Map.entry(431, "Headers too large"),
            Map.entry(500, "Failed"),
            Map.entry(503, "Not now"));

    Problem(int status, String code, String detail, String remedy) {
        this(status, code, detail, "", null, remedy, 0);
    }

    static Problem of(FieldProblem problem) {
        int status = switch (problem.code()) {
            case "not_json", "duplicate_parameter" -> 400;
            case "wrong_content_type", "wrong_content_encoding" -> 415;
            default -> 422;
        };
        return new Problem(
                status,
                problem.code(),
                String.valueOf(problem.getMessage()),
                problem.field(),
                problem.value(),
                problem.remedy(),
                0);
    }

    /** Of a request that no route takes, by the status of the library; null: the call has failed. */
    static @Nullable Problem ofStatus(int status) {
        return switch (status) {
            case 404 ->
                new Problem(404, "no_such_path", "there is no such path", "look at /openapi.yaml for the paths");
            case 405 ->
                new Problem(
                        405, "wrong_method", "the path has no such method", "look at /openapi.yaml for the methods");
            case 413 ->
                new Problem(
                        413,
                        "body_too_large",
                        "the body is larger than it may be",
                        "send at most " + ApiLoop.BODY_BYTES_MAX + " bytes, and " + ApiLoop.BATCH_BYTES_MAX
                                + " in a batch");
            case 417 ->
                new Problem(
                        417, "bad_expectation", "the request expects something else than 100-continue", "leave it out");
            case 200, 400 -> new Problem(400, "bad_request", "the request cannot be read", "correct the request");
            default -> null;
        };
    }

    static Problem of(TurnedAway.Reason reason) {
        return switch (reason) {
            case NOT_SCORING ->
                new Problem(
                        503,
                        reason.label(),
                        "this member does not score now",
                        "",
                        null,
                        "ask another member, or try again; /readyz has the reason",
                        1);
            case MEMBER_FULL ->
                new Problem(
                        503,
                        reason.label(),
                        "the queue of this member is full; nothing was taken",
                        "",
                        null,
                        "try again later, or ask another member",
                        1);
            case BATCH_DEADLINE ->
                new Problem(
                        503,
                        reason.label(),
                        "the deadline of the batch has passed before it was the line's turn; nothing was taken of it",
                        "",
                        null,
                        "send the line again, with a longer X-Deadline-Ms or in a smaller batch",
                        1);
            case TOO_MANY_CONNECTIONS ->
                new Problem(
                        503,
                        reason.label(),
                        "this member has as many connections as it may",
                        "",
                        null,
                        "ask another member, or use fewer connections",
                        1);
            case CLIENT_FULL ->
                new Problem(
                        503,
                        reason.label(),
                        "this client's share of the queue is full; nothing was taken",
                        "",
                        null,
                        "wait for answers before asking more",
                        1);
            case CONCURRENCY ->
                new Problem(
                        429,
                        reason.label(),
                        "as many requests are on their way as the token allows at once",
                        "",
                        null,
                        "wait for answers before asking more, or have the token's quota raised",
                        1);
            case RATE ->
                new Problem(
                        429,
                        reason.label(),
                        "requests come faster than the token allows",
                        "",
                        null,
                        "ask more slowly, or have the token's quota raised",
                        1);
        };
    }

    /** The problem of a rejected transaction, with the value of the wrong field where that is kept; null when it was not rejected. */
    static @Nullable Problem ofRejected(Decision decision, RequestedTransaction transaction) {
        Rejection rejection = decision.rejection();
        if (rejection == null) {
            return null;
        }
        Problem problem = of(rejection);
        return new Problem(
                problem.status,
                problem.code,
                problem.detail,
                problem.field,
                valueOf(problem.field, transaction),
                problem.remedy,
                problem.retryAfterS);
    }

    private static @Nullable String valueOf(String field, RequestedTransaction transaction) {
        long card = transaction.card();
        String reference = transaction.reference();
        return switch (field) {
            case "time" -> Instant.ofEpochMilli(transaction.timeMs()).toString();
            case "reference" -> reference == null ? null : FieldProblem.masked(reference);
            // One that is read later may be known by its identifier alone.
            case "card" -> CardNumber.isCode(card) ? CardNumber.masked(card) : null;
            default -> null;
        };
    }

    static Problem of(Rejection reason) {
        String code = reason.label();
        String detail = reason.description();
        return switch (reason) {
            case FUTURE, TOO_OLD -> new Problem(422, code, detail, "time", null, "give the transaction's own time", 0);
            case REFERENCE_REUSED ->
                new Problem(409, code, detail, "reference", null, "give each transaction a reference of its own", 0);
            case UNKNOWN_CARD -> new Problem(422, code, detail, "card", null, "open the card first: POST /v1/cards", 0);
            case NEW_CARD_QUOTA ->
                new Problem(429, code, detail, "card", null, "try again later, or open cards by POST /v1/cards", 1);
            case NOT_LOADED, SHARD_LOST ->
                new Problem(503, code, detail, "", null, "have the cluster loaded, then try again", 1);
            case MEMORY_FULL -> new Problem(503, code, detail, "", null, "have members added, then try again", 1);
            default -> new Problem(500, code, detail, "", null, "have the member's log looked at", 0);
        };
    }

    Problem with(String changedField, @Nullable String changedValue) {
        return new Problem(
                status,
                code,
                detail,
                FieldProblem.masked(changedField),
                changedValue == null ? null : FieldProblem.masked(changedValue),
                remedy,
                retryAfterS);
    }

    /** The same, to be tried again in so many seconds. */
    Problem retriedAfter(int seconds) {
        return new Problem(status, code, detail, field, value, remedy, seconds);
    }

    String json() {
        return write(node());
    }

    /** As a line of a batch's answer. */
    String json(int line) {
        return write(node().put("line", line));
    }

    ObjectNode node() {
        ObjectNode node = JSON.createObjectNode()
                .put("type", TYPE_PREFIX + code)
                .put("title", TITLES.getOrDefault(status, "Failed"))
                .put("status", status)
                .put("detail", detail)
                .put("code", code);
        if (!field.isEmpty()) {
            node.put("field", field);
        }
        if (value != null) {
            node.put("value", value);
        }
        return node.put("remedy", remedy);
    }

    private static String write(ObjectNode node) {
        try {
            return JSON.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers can be written", e);
        }
    }
}
