package com.hazelcast.certification.history;

import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * Walks the earlier transactions of one card, newest first (the rules' {@code P} when no entry is newer than the
 * transaction being scored). All entries it shows are inside the 90-day horizon of the transaction being scored; the
 * transaction itself is not among them.
 *
 * <p>Usage: {@code cursor.rewind(); while (cursor.next()) { … cursor.times() … }}. A cursor may be rewound any number
 * of times. Single-threaded; allocates nothing.
 */
public interface HistoryCursor {
    /** Entries that a walk will show. Costs nothing. */
    int count();

    /**
     * Union of the marks (see {@link HistoryShard}) of every entry shown, possibly with bits of entries that have been
     * pruned since: a bit that is missing proves that no entry has it; a bit that is set proves nothing. Costs nothing.
     */
    int marks();

    /**
     * Whether at least so many entries, 1 or more, are newer than a time. Costs a walk over that many at most; leaves the
     * cursor anywhere.
     */
    default boolean holdsNewer(int entries, long afterMs) {
        rewind();
        int newer = 0;
        while (newer < entries && next() && TransactionLayout.timeMs(times()) > afterMs) {
            newer++;
        }
        return newer == entries;
    }

    /** Goes back to before the newest entry. */
    void rewind();

    /** Steps to the next older entry; false when there is none. */
    boolean next();

    /** Time, country and currency of the entry, as {@code TransactionLayout} packs them. */
    long times();

    /** Amount, code and merchant of the entry. */
    long payment();

    /** City, response and verdict of the entry. */
    int outcome();
}
