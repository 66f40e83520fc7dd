package com.hazelcast.certification.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.hazelcast.certification.audit.DigestShard;
import com.hazelcast.certification.audit.ReadShard;
import com.hazelcast.certification.audit.ShardDigest;
import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.shard.ShardKeys;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A comparison of shards' owners with their backups. It has a number of its own, so that several at once, from whichever clients
 * and members, do not take each other's answers. Used once, by one thread.
 */
final class Comparison {
    private final ClusterControl cluster;
    private final String number;
    private final long id = ThreadLocalRandom.current().nextLong();

    Comparison(ClusterControl cluster) {
        this.cluster = cluster;
        this.number = Long.toString(id);
    }

    /**
     * Compares each shard's owner with its backups, at the same point of the stream even while it flows.
     *
     * @throws IllegalStateException when a member cannot be asked, or compares too often already
     */
    Verification verify() {
        ShardKeys keys = ShardKeys.of(cluster.hazelcast());
        int members = cluster.hazelcast().getCluster().getMembers().size();
        int configured = cluster.statuses().stream()
                .mapToInt(MemberStatus::backups)
                .max()
                .orElse(0);
        int backupsWanted = Math.min(configured, members - 1);
        cluster.callAll(ControlVerb.BEGIN_COMPARISON, number);
        Map<Integer, ShardDigest> owners = new HashMap<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            long[] answer = ClusterControl.await(
                    cluster.map()
                            .submitToKey(keys.keyOf(shard), new DigestShard(id))
                            .toCompletableFuture(),
                    "digest of shard " + shard);
            if (answer != null) {
                owners.put(shard, ShardDigest.of(answer));
            }
        }
        Map<Integer, List<ShardDigest>> backups = new HashMap<>();
        for (String json : cluster.callAll(ControlVerb.TAKE_BACKUP_DIGESTS, number)) {
            readDigests(json)
                    .forEach((key, digest) -> backups.computeIfAbsent(shardOf(keys, key), ignored -> new ArrayList<>())
                            .add(digest));
        }
        return Verification.of(keys.shardCount(), backupsWanted, owners, backups);
    }

    private static int shardOf(ShardKeys keys, int key) {
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            if (keys.keyOf(shard) == key) {
                return shard;
            }
        }
        throw new IllegalStateException("no shard has that key: key=" + key);
    }

    private static Map<Integer, ShardDigest> readDigests(String json) {
        try {
            return MemberControl.JSON.readValue(json, new TypeReference<Map<Integer, ShardDigest>>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not digests: " + json, e);
        }
    }

    /**
     * Reads all copies of a shard at the same point of the stream. For audits of small clusters: it copies everything.
     *
     * @return compact transactions one behind the other; the owner's first, then each backup's
     * @throws IllegalStateException when the shard is not loaded, or lost
     */
    List<byte[]> readShard(int shard) {
        int key = ShardKeys.of(cluster.hazelcast()).keyOf(shard);
        cluster.callAll(ControlVerb.BEGIN_READING, number);
        byte[] owner = ClusterControl.await(
                cluster.map().submitToKey(key, new ReadShard(id)).toCompletableFuture(), "reading shard " + shard);
        // Taken in any case, so that nothing of it stays.
        List<String> backups = cluster.callAll(ControlVerb.TAKE_BACKUP_CONTENTS, number);
        if (owner == null) {
            throw new IllegalStateException("the shard is not loaded, or lost: shard=" + shard);
        }
        List<byte[]> copies = new ArrayList<>(List.of(owner));
        for (String backup : backups) {
            if (!backup.isEmpty()) {
                copies.add(Base64.getDecoder().decode(backup));
            }
        }
        return copies;
    }
}
