package com.hazelcast.certification.routing;

/**
 * How many transactions of a member may be in flight: as many as it answers in {@value #IN_FLIGHT_MS} ms at full load, and never so few
 * that calls carry next to nothing. A saturated member fills whatever limit it has, so the limit is its queue, and by Little's law
 * limit = throughput × time in flight. The limit follows the throughput; the time stays.
 *
 * <p>It is the idea of TCP Vegas and of the limits of Netflix's concurrency-limits, to hold the time and not the number. The time
 * here is a fixed one and not a multiple of the shortest seen: calls carry batches, so the time of a call grows with the limit
 * though nothing waits, and the shortest time is that of a batch too small to be worth its call. With a fixed cost of {@code A} a
 * round of calls, for a member with few shards estimated at 0.4 ms, a time of {@code T} keeps {@code 1 - A / T} of the throughput.
 * See {@code docs/decisions/0033-a-limit-that-follows-the-throughput.md}.
 *
 * <p>Learns only while something waits for it. Throughput is counted in windows, each as long as a transaction is in flight: a shorter one
 * would have next to no answer in it now and then, where calls are long because rules are slow. A window with less than half of the throughput of
 * the last second is a stall: a collection, a call that hangs, shards that move. Then the limit opens, step by step up to its bound, so
 * that what does not hang goes on; a machine that stays slow is followed after about a second.
 *
 * <p>Not thread-safe: {@link InFlightGate} uses it under its lock. A call costs a few additions, and is made once an answer.
 */
final class InFlightLimit {
    /** Least limit of a member without backups. */
    static final int FLOOR = 4_096;

    /** Least share of a shard in that limit; half of it is one call. */
    static final int PER_SHARD = 128;

    /**
     * Least limit with backups. A call with its backup costs as much as some 350 transactions, so calls of 1,500 lose a fifth of the
     * throughput, and calls of 300 lose half.
     */
    static final int FLOOR_WITH_BACKUPS = 20_480;

    /** Least share of a shard in that limit. */
    static final int PER_SHARD_WITH_BACKUPS = 1_024;

    /**
     * How long a transaction is in flight at full load. A round of calls of seven shards without backups costs some 0.3 ms, so this keeps 95 % of the
     * throughput.
     */
    static final long IN_FLIGHT_MS = 6;

    static final long WINDOW_NS = 20_000_000;

    /** A window is no longer, however slow the member is. */
    private static final double WINDOW_MAX_NS = 5e8;

    /** A window with less than that part of the usual throughput is a stall. */
    private static final double STALL_SHARE = 0.5;

    /** How fast the usual throughput follows. */
    private static final double USUAL_NS = 1e9;

    /** How fast the throughput follows that the limit follows. */
    private static final double RECENT_NS = 1e8;

    /** By how much one step changes the limit at most. */
    private static final double GROWTH_MAX = 1.25;

    private static final double SHRINKAGE_MAX = 0.9;
    private static final double IN_FLIGHT_NS = IN_FLIGHT_MS * 1e6;

    private final int floor;
    private final int bound;
    private double limit;

    private long windowNs;
    private long answered;
    private boolean isBinding;

    /** Answers a nanosecond; {@link Double#MAX_VALUE}: none known. */
    private double recent = Double.MAX_VALUE;

    private double usual;

    /**
     * A limit that begins at its floor.
     *
     * @param floor least limit, see {@link #floor}
     * @param bound greatest limit
     * @param nowNs by the clock of all later calls
     */
    InFlightLimit(int floor, int bound, long nowNs) {
        this.floor = Math.min(bound, floor);
        this.bound = bound;
        this.limit = this.floor;
        this.windowNs = nowNs;
    }

    /** The least limit with which calls of a member stay worth what they cost. */
    static int floor(int shardCount, boolean hasBackups) {
        return hasBackups
                ? Math.max(FLOOR_WITH_BACKUPS, PER_SHARD_WITH_BACKUPS * shardCount)
                : Math.max(FLOOR, PER_SHARD * shardCount);
    }

    /** Transactions that may be in flight now. */
    int current() {
        return (int) limit;
    }

    /**
     * So many are in flight no longer.
     *
     * @param isWaitedFor whether somebody waits for room meanwhile
     */
    void left(int count, boolean isWaitedFor, long nowNs) {
        answered += count;
        isBinding |= isWaitedFor;
        long elapsedNs = nowNs - windowNs;
        if (elapsedNs >= WINDOW_NS && elapsedNs >= Math.min(WINDOW_MAX_NS, limit / recent)) {
            if (isBinding) {
                learn(answered / (double) elapsedNs, elapsedNs);
            }
            windowNs = nowNs;
            answered = 0;
            isBinding = false;
        }
    }

    private void learn(double throughput, long elapsedNs) {
        if (usual == 0) {
            usual = throughput;
            recent = throughput;
        }
        boolean isStall = throughput < STALL_SHARE * usual;
        usual += (throughput - usual) * Math.min(1, elapsedNs / USUAL_NS);
        if (isStall) {
            limit = Math.min(bound, limit * GROWTH_MAX);
            return;
        }
        recent += (throughput - recent) * Math.min(1, elapsedNs / RECENT_NS);
        double target = Math.max(floor, Math.min(bound, recent * IN_FLIGHT_NS));
        limit = Math.max(limit * SHRINKAGE_MAX, Math.min(limit * GROWTH_MAX, target));
    }
}
