package com.hazelcast.certification.kafka.records;

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

    /** One whose JSON is wrong, which the accounting counts under that rejection. */
    static UnreadableRecord ofJson(String code, String detail) {
        Rejection counted = switch (code) {
            case "missing_field" -> Rejection.MISSING_FIELD;
            case "unknown_field", "duplicate_field" -> Rejection.EXTRA_FIELD;
            case "not_json", "wrong_type" -> Rejection.NOT_A_DIGIT;
            default -> Rejection.OUT_OF_RANGE;
        };
        return new UnreadableRecord(code, counted, detail);
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
