package com.hazelcast.certification.api.decisions;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A transaction was not taken: nothing of it is on its way. Has no stack trace. */
public final class TurnedAway extends Exception {
    private static final long serialVersionUID = 1;

    /** Why. */
    public enum Reason {
        /** The member does not score now. */
        NOT_SCORING,
        /** The queue of the member is full. */
        MEMBER_FULL,
        /** The deadline of a batch has passed before it was that line's turn. */
        BATCH_DEADLINE,
        /** The member has as many connections as it may, in all or of that address. */
        TOO_MANY_CONNECTIONS,
        /** The queue of the client is full. */
        CLIENT_FULL,
        /** The client has as many at once as its token allows. */
        CONCURRENCY,
        /** The client asks faster than its token allows. */
        RATE;

        private static final Set<String> LABELS =
                Arrays.stream(values()).map(Reason::label).collect(Collectors.toUnmodifiableSet());

        /** Whether that is the code of a problem of a request that was turned away. */
        public static boolean isCode(String code) {
            return LABELS.contains(code);
        }

        /** The value of the metric label {@code reason}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Reason reason;

    /** For that reason. */
    public TurnedAway(Reason reason) {
        super(reason.label(), null, false, false);
        this.reason = reason;
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }
}
