package com.hazelcast.certification.routing;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Arrays;

/**
 * Groups what one read brought by shard (a counting sort, stable) and routes the groups. Used by one thread: each reader has its own. Allocates
 * nothing after construction.
 */
public final class ShardGrouping {
    private final Router router;
    private final int[] shardOf;
    private final int[] groupEnds;
    private final byte[] grouped;
    private final int[] order;

    /** Makes the listener of one shard's group, where each group needs its own. */
    @FunctionalInterface
    public interface GroupListeners {
        /**
         * The listener to the answers of a group.
         *
         * @param order where each grouped transaction stood in the array that was handed in; valid during the call
         * @param first index of the group's first in it
         * @param count how many the group has
         */
        AnswerListener of(int shard, int[] order, int first, int count);
    }

    /** A grouping for at most that many transactions at a time. */
    public ShardGrouping(Router router, int transactionsMax) {
        this.router = router;
        this.shardOf = new int[transactionsMax];
        this.groupEnds = new int[router.shardCount()];
        this.grouped = new byte[transactionsMax * TransactionLayout.TRANSACTION_SIZE_BYTES];
        this.order = new int[transactionsMax];
    }

    /**
     * Routes the first transactions of the array, which may be reused after the call. They must have entered the {@link
     * InFlightGate}.
     *
     * @param arrivedNs since when they have been there, by {@code System.nanoTime()}
     */
    public void route(byte[] transactions, int count, AnswerListener listener, long arrivedNs) {
        routeGroups(transactions, count, (shard, positions, first, size) -> listener, arrivedNs);
    }

    /** As above, with a listener for each group. Its calls come in the group's order, one behind the other. */
    public void routeGroups(byte[] transactions, int count, GroupListeners listeners, long arrivedNs) {
        group(transactions, count);
        int first = 0;
        for (int shard = 0; shard < groupEnds.length; shard++) {
            int end = groupEnds[shard];
            if (end > first) {
                AnswerListener listener = listeners.of(shard, order, first, end - first);
                router.route(shard, grouped, first, end - first, listener, arrivedNs);
            }
            first = end;
        }
    }

    /** Leaves the transactions grouped by shard, and in groupEnds where each group ends. */
    private void group(byte[] transactions, int count) {
        int size = TransactionLayout.TRANSACTION_SIZE_BYTES;
        Arrays.fill(groupEnds, 0);
        for (int i = 0; i < count; i++) {
            long hash = CardHash.of(TransactionLayout.cardAt(transactions, i * size));
            int shard = CardHash.shard(hash, groupEnds.length);
            shardOf[i] = shard;
            groupEnds[shard]++;
        }
        int start = 0;
        for (int shard = 0; shard < groupEnds.length; shard++) {
            int members = groupEnds[shard];
            groupEnds[shard] = start;
            start += members;
        }
        for (int i = 0; i < count; i++) {
            int target = groupEnds[shardOf[i]]++;
            order[target] = i;
            TransactionLayout.copy(transactions, i, grouped, target);
        }
    }
}
