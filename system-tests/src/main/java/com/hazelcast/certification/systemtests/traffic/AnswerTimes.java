package com.hazelcast.certification.systemtests.traffic;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * How long each transaction waited for its answer, by its client and by when it was due; one without an answer has waited until now. Thread-safe:
 * one lock, held for nanoseconds.
 */
public final class AnswerTimes implements Traffic.Watcher {
    private final LongSupplier nanoClock;

    /** How many have no answer yet. */
    private final Map<Due, Integer> open = new HashMap<>();

    private int[] clients = new int[1 << 12];
    private long[] dueNs = new long[1 << 12];
    private long[] waitNs = new long[1 << 12];
    private int count;

    /** A client, and when something of it was due. */
    private record Due(int client, long atNs) {}

    public AnswerTimes() {
        this(System::nanoTime);
    }

    AnswerTimes(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    @Override
    public synchronized void sent(int client, long wasDueNs) {
        open.merge(new Due(client, wasDueNs), 1, Integer::sum);
    }

    @Override
    public synchronized void answered(int client, long wasDueNs, long answeredNs) {
        open.computeIfPresent(new Due(client, wasDueNs), (due, left) -> left == 1 ? null : left - 1);
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
     * The times of what was due from then until then. Without those that have no answer yet, clients that are not answered at all would seem
     * fast.
     *
     * @throws IllegalStateException when there is nothing of it
     */
    public synchronized Times between(long fromNs, long toNs, IntPredicate ofClient) {
        LongStream.Builder times = LongStream.builder();
        for (int i = 0; i < count; i++) {
            if (isWithin(dueNs[i], fromNs, toNs) && ofClient.test(clients[i])) {
                times.add(waitNs[i]);
            }
        }
        long nowNs = nanoClock.getAsLong();
        open.forEach((due, left) -> {
            for (int i = 0; i < left && isWithin(due.atNs, fromNs, toNs) && ofClient.test(due.client); i++) {
                times.add(nowNs - due.atNs);
            }
        });
        long[] sorted = times.build().sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalStateException(
                    "nothing was due in that time: fromNs=" + fromNs + " toNs=" + toNs + " answered=" + count);
        }
        return new Times(
                sorted.length, percentileMs(sorted, 0.5), percentileMs(sorted, 0.99), sorted[sorted.length - 1] / 1e6);
    }

    private static boolean isWithin(long ns, long fromNs, long toNs) {
        return ns - fromNs >= 0 && ns - toNs < 0;
    }

    private static double percentileMs(long[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
    }

    /** Of so many transactions, in milliseconds. */
    public record Times(int count, double p50Ms, double p99Ms, double longestMs) {}
}
