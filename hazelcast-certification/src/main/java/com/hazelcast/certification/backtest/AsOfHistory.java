package com.hazelcast.certification.backtest;

import com.hazelcast.certification.history.CardHistory;
import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.WindowSum;
import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * The entries of one card in arrays, and what one of them had before it: the entries that are older. Read once by a walk; then each
 * entry costs what its rules ask. Single-threaded; allocates only for a card that is longer than all before it.
 */
final class AsOfHistory implements HistoryCursor {
    private long[] times = new long[64];
    private long[] timesMs = new long[64];
    private long[] payments = new long[64];
    private int[] outcomes = new int[64];
    private int[] verdicts = new int[64];
    private int[] labels = new int[64];

    /** Sum of the amounts of an entry and all older ones. */
    private long[] sums = new long[65];

    private int size;
    private int flags;

    /** The entry whose past is shown, and the one that the walk is at. */
    private int now;

    private int at;

    /** Takes the entries of a card, newest first. */
    void read(CardHistory history) {
        size = history.count();
        flags = history.flags();
        if (size > times.length) {
            int capacity = Math.max(size, 2 * times.length);
            times = new long[capacity];
            timesMs = new long[capacity];
            payments = new long[capacity];
            outcomes = new int[capacity];
            verdicts = new int[capacity];
            labels = new int[capacity];
            sums = new long[capacity + 1];
        }
        history.rewind();
        for (int i = 0; i < size && history.next(); i++) {
            times[i] = history.times();
            timesMs[i] = TransactionLayout.timeMs(times[i]);
            payments[i] = history.payment();
            outcomes[i] = history.outcome();
            verdicts[i] = history.verdict();
            labels[i] = history.label();
        }
        sums[size] = 0;
        for (int i = size - 1; i >= 0; i--) {
            sums[i] = sums[i + 1] + TransactionLayout.amountUnits(payments[i]);
        }
    }

    /** Entries of the card. */
    int size() {
        return size;
    }

    /** Shows the past of that entry, from 0 for the newest. */
    void asOf(int entry) {
        now = entry;
        at = entry;
    }

    long times(int entry) {
        return times[entry];
    }

    long timeMs(int entry) {
        return timesMs[entry];
    }

    long payment(int entry) {
        return payments[entry];
    }

    int outcome(int entry) {
        return outcomes[entry];
    }

    int verdict(int entry) {
        return verdicts[entry];
    }

    /** What the entry turned out to be, as {@link com.hazelcast.certification.labels.Label} has it. */
    int label(int entry) {
        return labels[entry];
    }

    @Override
    public int count() {
        return size - 1 - now;
    }

    @Override
    public int flags() {
        return flags;
    }

    @Override
    public boolean holdsNewer(int entries, long afterMs) {
        int last = now + entries;
        return last < size && timesMs[last] > afterMs;
    }

    @Override
    public long sumUnits() {
        return sums[now + 1];
    }

    @Override
    public void sumWithin(long timeMs, long widthMs, WindowSum into) {
        int end = firstNotAfter(timeMs - widthMs);
        into.set(end - now - 1, sums[now + 1] - sums[end]);
    }

    /** The first older entry that is not newer than a time; all behind it are not, either. */
    private int firstNotAfter(long afterMs) {
        int low = now + 1;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (timesMs[middle] > afterMs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public void rewind() {
        at = now;
    }

    @Override
    public boolean next() {
        return ++at < size;
    }

    @Override
    public long times() {
        return times[at];
    }

    @Override
    public long timeMs() {
        return timesMs[at];
    }

    @Override
    public long payment() {
        return payments[at];
    }

    @Override
    public int outcome() {
        return outcomes[at];
    }

    @Override
    public int verdict() {
        return verdicts[at];
    }
}
