package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import java.util.Optional;

/**
 * The answer to one transaction. Scored or a duplicate, it is held by the shard's owner and every configured backup.
 *
 * @param status what became of the transaction
 * @param rule number of the rule that held, 0 for none; 0 when rejected or deferred
 * @param reason of a rejection
 */
public record Verdict(Status status, int rule, Optional<RejectionReason> reason) {
    /** What became of a transaction. */
    public enum Status {
        /** Scored now, and held. */
        SCORED,
        /** Held already, with that verdict: it was sent before, perhaps in an attempt whose answer was lost. */
        DUPLICATE,
        /** Neither scored nor held. */
        REJECTED,
        /**
         * Not decided: the shard of its card gives no answers now, because a member or a copy is missing. It may be held, or become so. Send
         * it again later, and the answer is the recorded one if it is held. Only with {@link ClientConfig#withDeferrals}.
         */
        DEFERRED
    }

    /** The verdict that an answer's byte stands for. */
    static Verdict of(byte answer) {
        int value = answer & AnswerFrame.VALUE_MASK;
        return switch (answer & AnswerFrame.KIND_MASK) {
            case AnswerFrame.SCORED -> new Verdict(Status.SCORED, value, Optional.empty());
            case AnswerFrame.DUPLICATE -> new Verdict(Status.DUPLICATE, value, Optional.empty());
            case AnswerFrame.DEFERRED -> new Verdict(Status.DEFERRED, 0, Optional.empty());
            default -> new Verdict(Status.REJECTED, 0, Optional.of(RejectionReason.of(value)));
        };
    }
}
