package com.hazelcast.certification.scoring;

import com.hazelcast.certification.transaction.Rejection;
import java.util.BitSet;

/**
 * The answer to one transaction, in one byte:
 *
 * <pre>
 *   00vvvvvv  scored now, verdict v
 *   01vvvvvv  duplicate, recorded verdict v
 *   10rrrrrr  rejected, reason r (the rejection's ordinal)
 *   11vvvvvv  scored now, verdict v, and the card was new; between members only, a client is sent 00vvvvvv. To a client 11000000 is
 *             no answer yet
 * </pre>
 */
public final class Answer {
    private static final int SCORED = 0x00;
    private static final int DUPLICATE = 0x40;
    private static final int REJECTED = 0x80;
    private static final int NEW_CARD = 0xc0;
    private static final int KIND_MASK = 0xc0;
    private static final int VALUE_MASK = 0x3f;

    private Answer() {}

    /** Scored now with that verdict (0 to 63). */
    public static byte scored(int verdict) {
        return (byte) verdict;
    }

    /** Scored now with that verdict, and the first transaction of its card. */
    public static byte scoredNewCard(int verdict) {
        return (byte) (NEW_CARD | verdict);
    }

    /** Held already, with that recorded verdict. */
    public static byte duplicate(int verdict) {
        return (byte) (DUPLICATE | verdict);
    }

    /** Not scored and not held. */
    public static byte rejected(Rejection reason) {
        return (byte) (REJECTED | reason.ordinal());
    }

    public static boolean isScored(byte answer) {
        return kind(answer) == SCORED || kind(answer) == NEW_CARD;
    }

    /** Which of the answers say that a transaction was scored, by their index. */
    static BitSet scoredOf(byte[] answers) {
        BitSet scored = new BitSet(answers.length);
        int i = 0;
        while (i < answers.length) {
            int start = i;
            while (i < answers.length && isScored(answers[i])) {
                i++;
            }
            scored.set(start, i);
            i++;
        }
        return scored;
    }

    /** Whether it was scored and was the first transaction of its card. */
    public static boolean isNewCard(byte answer) {
        return kind(answer) == NEW_CARD;
    }

    public static boolean isDuplicate(byte answer) {
        return kind(answer) == DUPLICATE;
    }

    public static boolean isRejected(byte answer) {
        return kind(answer) == REJECTED;
    }

    /** The same as a client is sent it. */
    public static byte forClient(byte answer) {
        return isNewCard(answer) ? scored(verdict(answer)) : answer;
    }

    private static int kind(byte answer) {
        return answer & KIND_MASK;
    }

    /** The verdict of a scored or duplicate transaction: the number of the rule that held, or 0. */
    public static int verdict(byte answer) {
        return answer & VALUE_MASK;
    }

    /** The reason of a rejected one. */
    public static Rejection rejection(byte answer) {
        return Rejection.of(answer & VALUE_MASK);
    }
}
