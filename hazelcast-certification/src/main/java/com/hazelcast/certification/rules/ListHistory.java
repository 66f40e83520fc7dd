package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;
import com.hazelcast.certification.history.HistoryLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A history in a list, for a few transactions from a file. Single-threaded. */
public final class ListHistory implements HistoryCursor {
    private final List<TransactionText> newestFirst;
    private final int flags;
    private int index = -1;

    /**
     * What a transaction of that time sees of a card's other transactions: those inside the 90 days before it, and newer
     * ones.
     *
     * @param others in any order
     */
    public ListHistory(List<TransactionText> others, long scoredTimeMs) {
        newestFirst = new ArrayList<>(others);
        newestFirst.removeIf(other -> other.timeMs() <= scoredTimeMs - HistoryLimits.HORIZON_MS);
        newestFirst.sort(Comparator.comparingLong(TransactionText::timeMs).reversed());
        flags = newestFirst.stream().mapToInt(TransactionText::flags).reduce(0, (a, b) -> a | b);
    }

    /** No history, for what has not been given one yet. */
    static ListHistory empty() {
        return new ListHistory(List.of(), 0);
    }

    @Override
    public int count() {
        return newestFirst.size();
    }

    @Override
    public int flags() {
        return flags;
    }

    @Override
    public void rewind() {
        index = -1;
    }

    @Override
    public boolean next() {
        index++;
        return index < newestFirst.size();
    }

    @Override
    public long times() {
        return newestFirst.get(index).times();
    }

    @Override
    public long payment() {
        return newestFirst.get(index).payment();
    }

    @Override
    public int outcome() {
        return newestFirst.get(index).outcome();
    }

    @Override
    public int verdict() {
        return 0;
    }
}
