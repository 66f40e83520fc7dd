package com.hazelcast.certification.systemtests.traffic;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** How long each transaction waited for its answer, by its client and by when it was due. Thread-safe: one lock, held for nanoseconds. */
public final class AnswerTimes implements Traffic.Watcher {
    private int[] clients = new int[1 << 12];
    private long[] dueNs = new long[1 << 12];
    private long[] waitNs = new long[1 << 12];
    private int count;

    @Override
    public synchronized void answered(int client, long wasDueNs, long answeredNs) {
        if (count == clients.length) {
            clients = Arrays.copyOf(clients, 2 * count);
            dueNs = Arrays.copyOf(dueNs, 2 * count);
            waitNs = Arrays.copyOf(waitNs, 2 * count);
        }
        clients[count] = client;
        dueNs[count] = wasDueNs;
        waitNs[count] = answeredNs - wasDueNs;
        count++;
    }

    /** Those of all clients. */
    public Times between(long fromNs, long toNs) {
        return between(fromNs, toNs, client -> true);
    }

    /**
     * The times of what was due from then until then and has been answered.
     *
     * @throws IllegalStateException when there is nothing of it
     */
    public synchronized Times between(long fromNs, long toNs, IntPredicate ofClient) {
        long[] times = new long[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            if (dueNs[i] - fromNs >= 0 && dueNs[i] - toNs < 0 && ofClient.test(clients[i])) {
                times[found++] = waitNs[i];
            }
        }
        if (found == 0) {
            throw new IllegalStateException(
                    "nothing of that time was answered: fromNs=" + fromNs + " toNs=" + toNs + " answered=" + count);
        }
        long[] sorted = Arrays.copyOf(times, found);
        Arrays.sort(sorted);
        return new Times(found, percentileMs(sorted, 0.5), percentileMs(sorted, 0.99), sorted[found - 1] / 1e6);
    }

    private static double percentileMs(long[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
    }

    /** Of so many answers, in milliseconds. */
    public record Times(int count, double p50Ms, double p99Ms, double longestMs) {}
}
