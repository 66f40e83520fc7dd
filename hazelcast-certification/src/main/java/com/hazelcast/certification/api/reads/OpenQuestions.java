package com.hazelcast.certification.api.reads;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Questions to each member that have no answer yet. A member that is only silent keeps them until it is given up, long after those who read have
 * been answered 503, so they are bounded. Thread-safe.
 */
final class OpenQuestions {
    /** Most to one member; what is read beyond that fails at once. Some 4 MB. */
    static final int EACH_MAX = 4_096;

    private final Map<UUID, AtomicInteger> counts = new ConcurrentHashMap<>();

    /** Takes a place among those to that member; false: there is none. */
    boolean enter(UUID member) {
        AtomicInteger count = counts.computeIfAbsent(member, uuid -> new AtomicInteger());
        if (count.incrementAndGet() > EACH_MAX) {
            count.decrementAndGet();
            return false;
        }
        return true;
    }

    /** A question that had a place has its answer, or has failed. */
    void leave(UUID member) {
        AtomicInteger count = counts.get(member);
        if (count != null) {
            count.decrementAndGet();
        }
    }

    /** The member is not in the cluster any more, and does not come back under that identity. */
    void forget(UUID member) {
        var unused = counts.remove(member);
    }
}
