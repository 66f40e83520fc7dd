package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.DecisionFrame;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.live.Ruling;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.scoring.Answer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/** Answers as clients are sent them, in the version that they speak. Thread-safe. */
final class ClientAnswers {
    private final RulesInUse rules;

    ClientAnswers(RulesInUse rules) {
        this.rules = rules;
    }

    /** The frame of a batch's answers, one byte each. */
    ByteBuf withoutSets(ByteBufAllocator allocator, long number, short[] answers) {
        DecidingRules known = rules.now();
        byte[] bytes = new byte[answers.length];
        for (int i = 0; i < answers.length; i++) {
            bytes[i] = (byte) (kind(answers[i]) | valueOf(known, answers[i]));
        }
        return AnswerFrame.write(allocator, number, bytes);
    }

    private static int valueOf(DecidingRules known, short answer) {
        if (answer == Answer.NONE) {
            return 0;
        }
        if (Answer.isRejected(answer)) {
            return Answer.rejection(answer).ordinal();
        }
        Ruling ruling = known.ruling(Answer.verdict(answer)).orElse(null);
        boolean isFlagged = ruling == null ? Answer.isFlagged(answer) : ruling.isFlagged();
        if (!isFlagged) {
            // A rule that approves as well: to a client that is sent no action each rule is one that declines.
            return 0;
        }
        int rule = ruling == null ? 0 : ruling.rule();
        // Points, or a set that is not known here: all that is certain is that it is flagged.
        return rule == 0 ? AnswerFrame.VALUE_MASK : Math.min(rule, AnswerFrame.VALUE_MASK);
    }

    /** The frame of a batch's answers, with action and set. */
    ByteBuf withSets(ByteBufAllocator allocator, long number, short[] answers) {
        DecidingRules known = rules.now();
        ByteBuf frame = DecisionFrame.begin(allocator, number, answers.length);
        for (short answer : answers) {
            int kind = kind(answer);
            if (kind == AnswerFrame.DEFERRED) {
                DecisionFrame.add(frame, kind, 0, 0, 0);
            } else if (kind == AnswerFrame.REJECTED) {
                DecisionFrame.add(frame, kind, 0, Answer.rejection(answer).ordinal(), 0);
            } else {
                addDecision(
                        frame,
                        kind,
                        answer,
                        known.ruling(Answer.verdict(answer)).orElse(null));
            }
        }
        return DecisionFrame.end(frame);
    }

    private static void addDecision(ByteBuf frame, int kind, short answer, @Nullable Ruling ruling) {
        if (ruling == null) {
            Action action = Answer.isFlagged(answer) ? Action.DECLINE : Action.APPROVE;
            DecisionFrame.add(frame, kind, action.ordinal(), 0, 0);
        } else {
            DecisionFrame.add(
                    frame,
                    kind,
                    ruling.action().ordinal(),
                    ruling.rule(),
                    ruling.set().number());
        }
    }

    private static int kind(short answer) {
        if (answer == Answer.NONE) {
            return AnswerFrame.DEFERRED;
        }
        if (Answer.isRejected(answer)) {
            return AnswerFrame.REJECTED;
        }
        return Answer.isDuplicate(answer) ? AnswerFrame.DUPLICATE : AnswerFrame.SCORED;
    }
}
