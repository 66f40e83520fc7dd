package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.transaction.Rejection;

/** A record that gets no verdict: why, in a word that programs can rely on and in a sentence. Has no stack trace. */
public final class UnreadableRecord extends Exception {
    private static final long serialVersionUID = 1;

    private final String reason;
    private final Rejection rejection;

    private UnreadableRecord(String reason, Rejection rejection, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
        this.rejection = rejection;
    }

    /** One that is rejected. */
    public UnreadableRecord(Rejection reason) {
        this(reason.label(), reason, reason.description());
    }

    /** One that is rejected, with a sentence of its own. */
    public UnreadableRecord(Rejection reason, String detail) {
        this(reason.label(), reason, detail);
    }

    /** One with something wrong in a field, or in all of it. */
    public static UnreadableRecord of(FieldProblem problem) {
        Rejection counted = switch (problem.code()) {
            case "missing_field" -> Rejection.MISSING_FIELD;
            case "unknown_field", "duplicate_field" -> Rejection.EXTRA_FIELD;
            case "not_json",
                    "wrong_type",
                    "not_avro",
                    "not_protobuf",
                    "no_schema_id",
                    "unknown_schema",
                    "unreadable_schema",
                    "wrong_schema_type" -> Rejection.NOT_A_DIGIT;
            default -> Rejection.OUT_OF_RANGE;
        };
        return new UnreadableRecord(problem.code(), counted, detail(problem));
    }

    private static String detail(FieldProblem problem) {
        String field = problem.field().isEmpty() ? "" : ": field=" + problem.field();
        String value = problem.value() == null ? "" : " value=" + problem.value();
        return problem.getMessage() + field + value + "; " + problem.remedy();
    }

    /** A word that programs can rely on. */
    public String reason() {
        return reason;
    }

    /** Under which the accounting counts it. */
    public Rejection rejection() {
        return rejection;
    }

    /** What is wrong; shows no card. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
