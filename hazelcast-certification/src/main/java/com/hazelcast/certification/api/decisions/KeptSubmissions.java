package com.hazelcast.certification.api.decisions;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest submissions, by number, and by the references under which clients have put them. When it is full the oldest goes. Thread-safe;
 * one short lock a submission.
 */
final class KeptSubmissions {
    private final Submission[] ring;
    private final String[] keys;
    private final long keptNs;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<String, Submission> byReference = new HashMap<>();

    /** @param max most that are kept */
    KeptSubmissions(int max, Duration keptFor) {
        this.ring = new Submission[max];
        this.keys = new String[max];
        this.keptNs = keptFor.toNanos();
    }

    /** Keeps one. */
    void add(Submission submission, @Nullable String referenceKey) {
        synchronized (lock) {
            int slot = slotOf(submission.number());
            if (keys[slot] != null) {
                boolean unused = byReference.remove(keys[slot], ring[slot]);
            }
            ring[slot] = submission;
            keys[slot] = referenceKey;
            if (referenceKey != null) {
                byReference.put(referenceKey, submission);
            }
        }
    }

    /** The one with that number; null when it is not kept any longer. */
    @Nullable
    Submission find(long number, long nowNs) {
        synchronized (lock) {
            Submission found = ring[slotOf(number)];
            return found != null && found.number() == number ? unlessOld(found, nowNs) : null;
        }
    }

    /** The one under that reference; null when there is none, or it is not kept any longer. */
    @Nullable
    Submission find(String referenceKey, long nowNs) {
        synchronized (lock) {
            Submission found = byReference.get(referenceKey);
            return found == null ? null : unlessOld(found, nowNs);
        }
    }

    private @Nullable Submission unlessOld(Submission found, long nowNs) {
        return found.decision() != null && nowNs - found.arrivedNs() > keptNs ? null : found;
    }

    private int slotOf(long number) {
        return (int) (number % ring.length);
    }
}
