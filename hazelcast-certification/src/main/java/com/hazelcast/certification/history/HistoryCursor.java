package com.hazelcast.certification.history;

import com.hazelcast.certification.transaction.CompactTransaction;

/**
 * Walks the earlier transactions of one card, newest first (the rules' {@code P} when no entry is newer than the
 * transaction being scored). All entries it shows are inside the 90-day horizon of the transaction being scored; the
 * transaction itself is not among them.
 *
 * <p>Usage: {@code cursor.rewind(); while (cursor.next()) { … cursor.timeMs() … }}. The fields are those of the entry that it stands
 * on. A cursor may be rewound any number of times. Single-threaded; allocates nothing.
 */
public interface HistoryCursor extends CompactTransaction {
    /** Entries that a walk will show. Costs nothing. */
    int count();

    /**
     * Union of the flags (see {@link HistoryShard}) of every entry shown, possibly with bits of entries that have been
     * pruned since: a bit that is missing proves that no entry has it; a bit that is set proves nothing. Costs nothing.
     */
    int flags();

    /**
     * Whether at least so many entries, 1 or more, are newer than a time. Costs a walk over that many at most; leaves the
     * cursor anywhere.
     */
    default boolean holdsNewer(int entries, long afterMs) {
        rewind();
        int newer = 0;
        while (newer < entries && next() && timeMs() > afterMs) {
            newer++;
        }
        return newer == entries;
    }

    /** Sum of the amounts of all entries. Costs nothing where it is kept, or else a walk, which leaves the cursor anywhere. */
    default long sumUnits() {
        long sumUnits = 0;
        rewind();
        while (next()) {
            sumUnits += amountUnits();
        }
        return sumUnits;
    }

    /**
     * Count and sum of the entries that are newer than a transaction's time less a width. Costs a walk over these, or nothing where
     * it is kept: a shard keeps it for some widths (see {@link HistoryLimits}) and a transaction that is the newest. Leaves the
     * cursor anywhere.
     */
    default void sumWithin(long timeMs, long widthMs, WindowSum into) {
        long afterMs = timeMs - widthMs;
        into.set(0, 0);
        rewind();
        while (next() && timeMs() > afterMs) {
            into.add(amountUnits());
        }
    }

    /** Goes back to before the newest entry. */
    void rewind();

    /** As {@link #rewind}, before a walk that probably goes far: older entries may be brought to the cache before it comes to them. */
    default void rewindFar() {
        rewind();
    }

    /** Steps to the next older entry; false when there is none. */
    boolean next();

    /** Verdict of the entry: the code of the decision, 0 of one that is not known. */
    int verdict();
}
