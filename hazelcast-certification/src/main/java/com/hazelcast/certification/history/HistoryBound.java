package com.hazelcast.certification.history;

import org.jspecify.annotations.Nullable;

/**
 * Bound on the histories of one member: a number of bytes, or as much of the JVM's memory as leaves room for what
 * comes when members come and go. Shards that move stand several times in the memory of either end, and those of a lost
 * member have to be held by the others.
 *
 * <p>The second kind bounds each shard: to what fits when a member holds as many of them as it does after the loss of another
 * one. A shard has the same bound on its owner and its backups, so what an owner takes fits on every member, and what a member
 * must take over later fits as well. {@code docs/decisions/0007-room-for-shards-that-move.md} and {@code 0018} have the reasons.
 *
 * <p>Thread-safe; some nanoseconds a call.
 */
public final class HistoryBound {
    /** However small the shards are: the rest is for everything else. */
    private static final double SHARE_MAX = 0.8;

    /** What histories and shards on their way may take of the heap; younger objects need the rest. */
    private static final double HEAP_SHARE = 0.85;

    /** A shard that moves and a backup that is made anew, each in up to three copies besides: its bytes, as they grow, and the message. */
    private static final double SHARDS_MOVING_ON_HEAP = 6;

    private static final double NATIVE_SHARE = 0.95;

    /** Two shards may have left without the garbage collector's notice. */
    private static final double SHARDS_MOVING_NATIVE = 2;

    /** Beside native memory: half of what the heap has for histories is for tables, half for shards that move. */
    private static final double BESIDE_NATIVE = 0.5;

    private final double boundBytes;
    private final double roomBytes;
    private final double shardsMoving;
    private final int shards;
    private final int backups;
    private final @Nullable HistoryBound tables;
    private volatile int members = 1;

    private HistoryBound(
            double boundBytes,
            double roomBytes,
            double shardsMoving,
            int shards,
            int backups,
            @Nullable HistoryBound tables) {
        this.boundBytes = boundBytes;
        this.roomBytes = roomBytes;
        this.shardsMoving = shardsMoving;
        this.shards = shards;
        this.backups = backups;
        this.tables = tables;
    }

    /** That many bytes, whatever comes. */
    public static HistoryBound fixed(long bytes) {
        return new HistoryBound(bytes, Double.POSITIVE_INFINITY, 0, 1, 0, null);
    }

    /** That many bytes of pages in native memory; tables as {@link #inNative} bounds them. */
    public static HistoryBound fixedInNative(long bytes, long heapBytes, int shards, int backups) {
        return new HistoryBound(bytes, Double.POSITIVE_INFINITY, 0, 1, 0, besideNative(heapBytes, shards, backups));
    }

    /**
     * As much of the heap, for pages and tables, as leaves room for shards that move, and for those of one lost member.
     *
     * @param heapBytes that the JVM may use
     * @param shards of the cluster
     * @param backups copies of a shard beside the owner's
     */
    public static HistoryBound onHeap(long heapBytes, int shards, int backups) {
        return new HistoryBound(
                heapBytes * SHARE_MAX, heapBytes * HEAP_SHARE, SHARDS_MOVING_ON_HEAP, shards, backups, null);
    }

    /**
     * As {@link #onHeap}, for pages in native memory; the tables, on the heap, have a bound of their own. A shard that moves passes
     * through the heap, and this bound does not see to it: there must be enough shards for that, as {@code ./fraud plan} counts them.
     */
    public static HistoryBound inNative(long nativeBytes, long heapBytes, int shards, int backups) {
        return new HistoryBound(
                nativeBytes * SHARE_MAX,
                nativeBytes * NATIVE_SHARE,
                SHARDS_MOVING_NATIVE,
                shards,
                backups,
                besideNative(heapBytes, shards, backups));
    }

    private static HistoryBound besideNative(long heapBytes, int shards, int backups) {
        double bytes = heapBytes * HEAP_SHARE * BESIDE_NATIVE;
        return new HistoryBound(bytes, bytes, SHARDS_MOVING_ON_HEAP, shards, backups, null);
    }

    /** The bound on tables that lie elsewhere than pages. */
    HistoryBound ofTables() {
        return tables == null ? this : tables;
    }

    /** The cluster has so many members now. */
    public void setMembers(int count) {
        members = count;
        if (tables != null) {
            tables.setMembers(count);
        }
    }

    /** The bound on one shard, wherever it is. */
    long shardBytes() {
        return (long) (roomBytes / (shardsAfterALoss() + shardsMoving));
    }

    /** The bound on a member that holds so many shards, backups included. */
    long bytes(int shardsHeld) {
        return (long) Math.min(boundBytes, (double) shardBytes() * Math.max(1, shardsHeld));
    }

    /** Shards, backups included, that a member holds when another one has been lost. */
    private int shardsAfterALoss() {
        int rest = backups == 0 ? members : Math.max(1, members - 1);
        int copies = Math.min(backups + 1, rest);
        return Math.min(shards, copies * ((shards + rest - 1) / rest));
    }
}
