package com.hazelcast.certification.importing;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A row on its way from a reader to its shard's sorted file, little-endian:
 *
 * <pre>
 *  0      8       16        24        28            30
 *  | card | times | payment | outcome | kept        |
 *                                     | tag 8, label 2, rest of the verdict 4, - |
 * </pre>
 *
 * <p>The words are those of {@link TransactionLayout}. Pure.
 */
final class SpilledRow {
    private static final int CARD_OFFSET = 0;
    private static final int TIMES_OFFSET = CARD_OFFSET + Long.BYTES;
    private static final int PAYMENT_OFFSET = TIMES_OFFSET + Long.BYTES;
    private static final int OUTCOME_OFFSET = PAYMENT_OFFSET + Long.BYTES;
    private static final int TAG_OFFSET = OUTCOME_OFFSET + Integer.BYTES;
    static final int SIZE_BYTES = TAG_OFFSET + Short.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /** Labels are above the tag, and above them what of the verdict is not in the outcome. */
    private static final int LABEL_SHIFT = 8;

    private static final int VERDICT_SHIFT = LABEL_SHIFT + 2;
    private static final int VERDICT_MASK = TransactionLayout.verdictBeyondOutcome(TransactionLayout.VERDICTS - 1);

    private SpilledRow() {}

    /** Tag, label, and what of the verdict is not in the outcome, in one number of 16 bits. */
    static int kept(int tag, int label, int verdict) {
        return TransactionLayout.verdictBeyondOutcome(verdict) << VERDICT_SHIFT | label << LABEL_SHIFT | tag;
    }

    static void put(byte[] bytes, int offset, long card, long times, long payment, int outcome, int kept) {
        LONG.set(bytes, offset + CARD_OFFSET, card);
        LONG.set(bytes, offset + TIMES_OFFSET, times);
        LONG.set(bytes, offset + PAYMENT_OFFSET, payment);
        INT.set(bytes, offset + OUTCOME_OFFSET, outcome);
        SHORT.set(bytes, offset + TAG_OFFSET, (short) kept);
    }

    static long card(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset + CARD_OFFSET);
    }

    static long times(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset + TIMES_OFFSET);
    }

    static long payment(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset + PAYMENT_OFFSET);
    }

    static int outcome(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset + OUTCOME_OFFSET);
    }

    static int tag(byte[] bytes, int offset) {
        return keptTag(kept(bytes, offset));
    }

    static int kept(byte[] bytes, int offset) {
        return (short) SHORT.get(bytes, offset + TAG_OFFSET);
    }

    static int keptTag(int kept) {
        return kept & (1 << LABEL_SHIFT) - 1;
    }

    static int keptLabel(int kept) {
        return kept >>> LABEL_SHIFT & TransactionLayout.LABELS - 1;
    }

    /** The verdict of a row with that outcome; files of earlier releases have its lowest eight bits. */
    static int verdict(int outcome, int kept) {
        return TransactionLayout.verdictOf(outcome, kept >>> VERDICT_SHIFT & VERDICT_MASK);
    }
}
