package com.hazelcast.certification.scoring;

import com.hazelcast.certification.transaction.Refusal;

/**
 * The answer to one transaction, in one byte:
 *
 * <pre>
 *   00vvvvvv  scored now, verdict v
 *   01vvvvvv  duplicate, recorded verdict v
 *   10rrrrrr  refused, reason r (the refusal's ordinal)
 * </pre>
 */
public final class Answer {
    private static final int DUPLICATE = 0x40;
    private static final int REFUSED = 0x80;
    private static final int VALUE_MASK = 0x3f;

    private Answer() {}

    /** Scored now with that verdict (0 to 63). */
    public static byte scored(int verdict) {
        return (byte) verdict;
    }

    /** Held already, with that recorded verdict. */
    public static byte duplicate(int verdict) {
        return (byte) (DUPLICATE | verdict);
    }

    /** Not scored and not held. */
    public static byte refused(Refusal reason) {
        return (byte) (REFUSED | reason.ordinal());
    }

    public static boolean isScored(byte answer) {
        return (answer & (DUPLICATE | REFUSED)) == 0;
    }

    public static boolean isDuplicate(byte answer) {
        return (answer & DUPLICATE) != 0;
    }

    public static boolean isRefused(byte answer) {
        return (answer & REFUSED) != 0;
    }

    /** The verdict of a scored or duplicate transaction: the number of the rule that held, or 0. */
    public static int verdict(byte answer) {
        return answer & VALUE_MASK;
    }

    /** The reason of a refused one. */
    public static Refusal refusal(byte answer) {
        return Refusal.of(answer & VALUE_MASK);
    }
}
