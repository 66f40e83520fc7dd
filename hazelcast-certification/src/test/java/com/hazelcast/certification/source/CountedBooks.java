package com.hazelcast.certification.source;

import com.hazelcast.certification.transaction.Refusal;
import java.util.EnumMap;
import java.util.Map;

/** Books that keep what they are told, for one thread. */
final class CountedBooks implements ReaderMeter {
    private final Map<Refusal, Integer> refused = new EnumMap<>(Refusal.class);
    private int received;

    @Override
    public void entered(int count) {
        received += count;
    }

    @Override
    public void refusedAtDoor(Refusal reason) {
        received++;
        refused.merge(reason, 1, Integer::sum);
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
    public void answered(int count, int scored, int flagged, int duplicates, int[] refusedCounts, long sinceArrivalNs) {
        throw new AssertionError("nothing was routed, so nothing can be answered");
    }

    int receivedCount() {
        return received;
    }

    Map<Refusal, Integer> refusedByReason() {
        return refused;
    }
}
