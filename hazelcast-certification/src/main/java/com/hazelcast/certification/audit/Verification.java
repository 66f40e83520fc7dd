package com.hazelcast.certification.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a comparison of owners and backups found.
 *
 * @param shardCount shards of the cluster
 * @param backupsRequired backups that each shard should have
 * @param cards cards on the owners
 * @param transactionsHeld transactions on the owners, counted in the data
 * @param problems one sentence each; none: all is well
 */
public record Verification(
        int shardCount, int backupsRequired, long cards, long transactionsHeld, List<String> problems) {
    /**
     * Compares what was read.
     *
     * @param owners digests of the owners, by shard; one that is missing is not loaded, or lost
     * @param backups digests of the backups that were found, by shard
     */
    public static Verification of(
            int shardCount,
            int backupsRequired,
            Map<Integer, ShardDigest> owners,
            Map<Integer, List<ShardDigest>> backups) {
        List<String> problems = new ArrayList<>();
        long cards = 0;
        long held = 0;
        for (int shard = 0; shard < shardCount; shard++) {
            ShardDigest owner = owners.get(shard);
            if (owner == null) {
                problems.add("shard " + shard + " is not loaded, or lost");
                continue;
            }
            cards += owner.cards();
            held += owner.transactionsHeld();
            List<ShardDigest> copies = backups.getOrDefault(shard, List.of());
            if (copies.size() != backupsRequired) {
                problems.add("shard " + shard + " has " + copies.size() + " of " + backupsRequired + " backups");
            }
            for (ShardDigest copy : copies) {
                if (!copy.equals(owner)) {
                    problems.add(
                            "shard " + shard + ": a backup differs from its owner: owner=" + owner + " backup=" + copy);
                }
            }
        }
        return new Verification(shardCount, backupsRequired, cards, held, List.copyOf(problems));
    }

    public boolean isGood() {
        return problems.isEmpty();
    }
}
