package com.hazelcast.certification.scoring;

import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.BitSet;

/**
 * The answer to one transaction between members and inside of one, in two bytes:
 *
 * <pre>
 *  15 14  13  12 11          0
 *  | 00 | f | - | verdict    |  scored now
 *  | 01 | f | - | verdict    |  duplicate, with the verdict that is recorded
 *  | 10 | -     | reason     |  rejected; the reason is the rejection's ordinal
 *  | 11 | f | - | verdict    |  scored now, and the card was new
 * </pre>
 *
 * <p>A verdict is the code of a decision, 0 to 4,095, that {@link com.hazelcast.certification.rules.live.RulesInUse} knows the set and
 * the rule of; <b>f</b> says whether it is flagged: its action is not to approve.
 */
public final class Answer {
    private static final int SCORED = 0x0000;
    private static final int DUPLICATE = 0x4000;
    private static final int REJECTED = 0x8000;
    private static final int NEW_CARD = 0xc000;
    private static final int KIND_MASK = 0xc000;
    private static final int FLAGGED = 0x2000;
    private static final int VALUE_MASK = TransactionLayout.VERDICTS - 1;

    /** No answer yet: a rejection for a reason that there is not. */
    public static final short NONE = (short) (REJECTED | VALUE_MASK);

    private Answer() {}

    /** Scored now with that verdict. */
    public static short scored(int verdict, boolean isFlagged) {
        return of(SCORED, verdict, isFlagged);
    }

    /** Scored now with that verdict, and the first transaction of its card. */
    public static short scoredNewCard(int verdict, boolean isFlagged) {
        return of(NEW_CARD, verdict, isFlagged);
    }

    /** Held already, with that recorded verdict. */
    public static short duplicate(int verdict, boolean isFlagged) {
        return of(DUPLICATE, verdict, isFlagged);
    }

    /** Not scored and not held. */
    public static short rejected(Rejection reason) {
        return (short) (REJECTED | reason.ordinal());
    }

    private static short of(int kind, int verdict, boolean isFlagged) {
        return (short) (kind | (isFlagged ? FLAGGED : 0) | verdict);
    }

    public static boolean isScored(short answer) {
        return kind(answer) == SCORED || kind(answer) == NEW_CARD;
    }

    /** Which of the answers say that a transaction was scored, by their index. */
    static BitSet scoredOf(short[] answers) {
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
    public static boolean isNewCard(short answer) {
        return kind(answer) == NEW_CARD;
    }

    public static boolean isDuplicate(short answer) {
        return kind(answer) == DUPLICATE;
    }

    public static boolean isRejected(short answer) {
        return kind(answer) == REJECTED;
    }

    /** Whether it was scored, now or before, and the action is not to approve. */
    public static boolean isFlagged(short answer) {
        return !isRejected(answer) && (answer & FLAGGED) != 0;
    }

    private static int kind(short answer) {
        return answer & KIND_MASK;
    }

    /** The verdict of a scored or duplicate transaction. */
    public static int verdict(short answer) {
        return answer & VALUE_MASK;
    }

    /** The reason of a rejected one. */
    public static Rejection rejection(short answer) {
        return Rejection.of(answer & VALUE_MASK);
    }
}
