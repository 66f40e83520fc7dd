package com.hazelcast.certification.shard;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The map keys of the shards. There are as many shards as partitions, and shard {@code s} gets the least key that
 * Hazelcast puts into partition {@code s}: so each partition holds exactly one shard, and members that own equally many
 * partitions own equally many shards. Immutable.
 */
public final class ShardKeys {
    private final int[] keys;

    private ShardKeys(int[] keys) {
        this.keys = keys;
    }

    /** Finds the keys by asking the partition service, the same on every member and client of a cluster. */
    public static ShardKeys of(HazelcastInstance hazelcast) {
        PartitionService partitions = hazelcast.getPartitionService();
        int shardCount = partitions.getPartitions().size();
        int[] keys = new int[shardCount];
        Arrays.fill(keys, -1);
        int missing = shardCount;
        for (int key = 0; missing > 0; key++) {
            int shard = partitions.getPartition(key).getPartitionId();
            if (keys[shard] < 0) {
                keys[shard] = key;
                missing--;
            }
        }
        return new ShardKeys(keys);
    }

    public int shardCount() {
        return keys.length;
    }

    /** The map key of a shard. */
    public Integer keyOf(int shard) {
        return keys[shard];
    }

    /** Whether a member owns the shard now. */
    public boolean isOwned(HazelcastInstance hazelcast, int shard) {
        return hazelcast
                .getCluster()
                .getLocalMember()
                .equals(hazelcast
                        .getPartitionService()
                        .getPartition(keyOf(shard))
                        .getOwner());
    }

    /** The shards that a member owns now. */
    public List<Integer> owned(HazelcastInstance hazelcast) {
        Member self = hazelcast.getCluster().getLocalMember();
        PartitionService partitions = hazelcast.getPartitionService();
        List<Integer> owned = new ArrayList<>();
        for (int shard = 0; shard < keys.length; shard++) {
            if (self.equals(partitions.getPartition(keyOf(shard)).getOwner())) {
                owned.add(shard);
            }
        }
        return owned;
    }
}
