package com.hazelcast.certification.source;

import com.hazelcast.certification.routing.BooksMeter;
import com.hazelcast.certification.transaction.Refusal;
import java.util.EnumMap;
import java.util.Map;

/** Books that keep what they are told, for one thread. */
final class CountedBooks implements BooksMeter {
    private final Map<Refusal, Integer> refused = new EnumMap<>(Refusal.class);
    private int received;

    @Override
    public void received(int count) {
        received += count;
    }

    @Override
    public void refused(Refusal reason, int count) {
        refused.merge(reason, count, Integer::sum);
    }

    @Override
    public void answered(int scored, int duplicates, long sinceReadNs) {
        throw new AssertionError("nothing was routed, so nothing can be answered");
    }

    int receivedCount() {
        return received;
    }

    Map<Refusal, Integer> refusedByReason() {
        return refused;
    }
}
