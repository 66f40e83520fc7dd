package com.hazelcast.certification.source;

import com.hazelcast.certification.transaction.Rejection;
import java.util.EnumMap;
import java.util.Map;

/** Accounting that keeps what it receives, for one thread. */
final class CountedAccounting implements ReaderMeter {
    private final Map<Rejection, Integer> rejected = new EnumMap<>(Rejection.class);
    private int received;

    @Override
    public void entered(int count) {
        received += count;
    }

    @Override
    public void rejectedOnArrival(Rejection reason) {
        received++;
        rejected.merge(reason, 1, Integer::sum);
    }

    @Override
    public void connected() {
        throw new AssertionError("nothing was connected");
    }

    @Override
    public void reconnecting() {
        throw new AssertionError("nothing was connected");
    }

    @Override
    public void answered(
            int count, int scored, int flagged, int duplicates, int[] rejectedCounts, long sinceArrivalNs) {
        throw new AssertionError("nothing was routed, so nothing can be answered");
    }

    int receivedCount() {
        return received;
    }

    Map<Rejection, Integer> rejectedByReason() {
        return rejected;
    }
}
