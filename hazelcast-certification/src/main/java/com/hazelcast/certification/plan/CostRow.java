package com.hazelcast.certification.plan;

/**
 * What a cluster of some size was measured to cost.
 *
 * @param members of the cluster
 * @param backups copies beside the owner's
 * @param shards of the cluster
 * @param tps transactions a second, of all members
 * @param cpuNs processor time of all members, a transaction
 * @param batches a second: calls that score a batch on its shard
 * @param messages a second from member to member that carry batches
 */
public record CostRow(
        int members, int backups, int shards, double tps, double cpuNs, double batches, double messages) {}
