package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.DecisionFrame;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/**
 * The answer to one transaction. One that is scored or a duplicate is held by the shard's owner and every configured backup. Immutable.
 *
 * @param status what became of the transaction
 * @param rule number of the rule that decided, in its set; 0 for none, also when a sum of points has decided, and when rejected or
 *     deferred
 * @param reason of a rejection
 * @param action what is to be done with the transaction
 * @param ruleSet number of the set of rules that decided; 0: none, or the member is older than sets
 */
public record Verdict(Status status, int rule, Optional<RejectionReason> reason, Action action, int ruleSet) {
    /** What is to be done with a transaction. */
    public enum Action {
        /** Let it pass. Also of what is rejected or deferred: nothing was decided. */
        APPROVE,
        /** Ask the customer to prove who they are. */
        CHALLENGE,
        /** Let a person look at it. */
        REVIEW,
        /** Refuse it. */
        DECLINE
    }

    /** Of a member that says no more: a rule declines. */
    public Verdict(Status status, int rule, Optional<RejectionReason> reason) {
        this(status, rule, reason, rule == 0 ? Action.APPROVE : Action.DECLINE, 0);
    }

    private static final Action[] ACTIONS = Action.values();

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

    /** The verdict in a frame of version 4. */
    static Verdict of(ByteBuf frame, int index) {
        int value = DecisionFrame.value(frame, index);
        return switch (DecisionFrame.kind(frame, index)) {
            case AnswerFrame.SCORED -> decided(Status.SCORED, frame, index);
            case AnswerFrame.DUPLICATE -> decided(Status.DUPLICATE, frame, index);
            case AnswerFrame.DEFERRED -> new Verdict(Status.DEFERRED, 0, Optional.empty());
            default -> new Verdict(Status.REJECTED, 0, Optional.of(RejectionReason.of(value)));
        };
    }

    private static Verdict decided(Status status, ByteBuf frame, int index) {
        int action = DecisionFrame.action(frame, index);
        // An action that is newer than this client is the hardest that it knows.
        return new Verdict(
                status,
                DecisionFrame.value(frame, index),
                Optional.empty(),
                ACTIONS[Math.min(action, ACTIONS.length - 1)],
                DecisionFrame.set(frame, index));
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
