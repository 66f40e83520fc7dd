package com.hazelcast.certification.history.layout;

import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * The sum of all entries of a card, and about when its newest was, in one word of the {@code CardTable}:
 *
 * <pre>
 *  63 62              43                    0
 *  | -| newest tick 20 | sum 43 (units)     |
 * </pre>
 *
 * <p><b>newest tick</b>: the time of the newest entry in ticks of 2^21 ms (35 minutes). Its end says which 99 days the entries'
 * times of 33 bits belong to. <b>sum</b>: cannot overflow: 4,095 entries of 31 bits.
 */
public final class CardTotal {
    /** Of a card without entries. */
    public static final long EMPTY = 0;

    private static final int SUM_BITS = 43;
    private static final long SUM_MASK = (1L << SUM_BITS) - 1;
    private static final int TICK_MS_SHIFT = 21;

    private CardTotal() {}

    public static long sumUnits(long total) {
        return total & SUM_MASK;
    }

    /** When the tick of the newest entry begins; no entry is newer than a tick after that. */
    public static long newestFromMs(long total) {
        return total >>> SUM_BITS << TICK_MS_SHIFT;
    }

    /** {@link TransactionLayout#timesCeiling} of the end of the newest entry's tick. */
    public static long timesCeiling(long total) {
        return TransactionLayout.timesCeiling(((total >>> SUM_BITS) + 1 << TICK_MS_SHIFT) - 1);
    }

    public static long withEntry(long total, long timeMs, long amountUnits) {
        long tick = Math.max(total >>> SUM_BITS, timeMs >>> TICK_MS_SHIFT);
        return tick << SUM_BITS | sumUnits(total) + amountUnits;
    }

    /** Without older entries of that sum; the newest stays. */
    public static long without(long total, long sumUnits) {
        return total - sumUnits;
    }
}
