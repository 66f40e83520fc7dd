package com.hazelcast.certification.history;

/**
 * Bound on the pages of one member's histories: a number of bytes, or as much of the JVM's memory as leaves room for what
 * comes when members come and go. Shards that move stand several times in the memory of either end, and those of a lost
 * member have to be held by the others. {@code TEST_RESULTS.md} has the figures.
 *
 * <p>Thread-safe; some nanoseconds a call.
 */
public final class HistoryBound {
    /** However many small shards there are: the rest is for everything else. */
    private static final double SHARE_MAX = 0.8;

    /** What histories and shards on their way may take of the heap; younger objects need the rest. */
    private static final double HEAP_SHARE = 0.85;

    /** A shard that moves and a backup that is made anew, each in up to three copies besides: its bytes, as they grow, and the message. */
    private static final double SHARDS_MOVING_ON_HEAP = 6;

    private static final double NATIVE_SHARE = 0.95;

    /** Two shards may have left without the garbage collector's notice. */
    private static final double SHARDS_MOVING_NATIVE = 2;

    private final double shareMax;
    private final double share;
    private final double shardsMoving;
    private final long memoryBytes;
    private final int backups;
    private volatile int members = 1;

    private HistoryBound(double shareMax, double share, double shardsMoving, long memoryBytes, int backups) {
        this.shareMax = shareMax;
        this.share = share;
        this.shardsMoving = shardsMoving;
        this.memoryBytes = memoryBytes;
        this.backups = backups;
    }

    /** That many bytes, whatever comes. */
    public static HistoryBound fixed(long bytes) {
        return new HistoryBound(1, 1, 0, bytes, 0);
    }

    /**
     * As much as leaves room for shards that move, and for those of one lost member.
     *
     * @param memoryBytes that the JVM may use of that kind
     * @param backups copies of a shard beside the owner's
     */
    public static HistoryBound leavingRoom(MemoryKind kind, long memoryBytes, int backups) {
        return switch (kind) {
            case HEAP -> new HistoryBound(SHARE_MAX, HEAP_SHARE, SHARDS_MOVING_ON_HEAP, memoryBytes, backups);
            case NATIVE -> new HistoryBound(SHARE_MAX, NATIVE_SHARE, SHARDS_MOVING_NATIVE, memoryBytes, backups);
        };
    }

    /** The cluster has so many members now. */
    public void setMembers(int count) {
        members = count;
    }

    /** The bound on a member that holds so many shards, backups included; that many of equal size fit. */
    long bytes(int shards) {
        double moving = shardsMoving / Math.max(1, shards);
        return (long) (memoryBytes * Math.min(shareMax, share / (afterALoss() + moving)));
    }

    /** How many times as much a member holds when another one is lost. */
    private double afterALoss() {
        int present = members;
        boolean othersLackShards = backups > 0 && present > backups + 1;
        return othersLackShards ? present / (present - 1.0) : 1;
    }
}
