package com.hazelcast.certification.history;

/** Count and sum of the entries in a window, for {@link HistoryCursor#sumWithin} to fill in. Reused; single-threaded. */
public final class WindowSum {
    private int count;
    private long sumUnits;

    public void set(int entries, long units) {
        count = entries;
        sumUnits = units;
    }

    void add(long units) {
        count++;
        sumUnits += units;
    }

    /** Entries in the window. */
    public int count() {
        return count;
    }

    /** Sum of their amounts. */
    public long sumUnits() {
        return sumUnits;
    }
}
