package com.hazelcast.certification.cluster;

import com.hazelcast.certification.audit.AskCopies;
import com.hazelcast.certification.audit.CopyQuestion;
import com.hazelcast.certification.audit.ShardDigest;
import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.core.IndeterminateOperationStateException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of shards' owners with their backups. It has a number of its own, so that several at once, from whichever clients
 * and members, do not take each other's answers. Used once, by one thread.
 */
final class Comparison {
    /** Comparisons of the whole cluster, until no backup was too busy to answer. */
    private static final int TRIES_MAX = 5;

    private final ControlCalls calls;
    private final CopyQuestion question;
    private final long number;

    Comparison(ControlCalls calls, CopyQuestion question) {
        this(calls, question, ThreadLocalRandom.current().nextLong());
    }

    /** @param number that no other comparison has */
    Comparison(ControlCalls calls, CopyQuestion question, long number) {
        this.calls = calls;
        this.question = question;
        this.number = number;
    }

    /**
     * Makes room for the answers of backups on all members.
     *
     * @throws IllegalStateException when a member cannot be asked, or compares too often already
     */
    void begin() {
        calls.callAll(ControlVerb.BEGIN_COMPARISON, question + " " + number);
    }

    /** Asks all copies of that shard; returns what its owner answers, null when the shard is not there. */
    byte @Nullable [] ask(ShardKeys keys, int shard) {
        return ControlCalls.await(
                calls.map()
                        .submitToKey(keys.keyOf(shard), new AskCopies(question, number))
                        .toCompletableFuture(),
                question + " of shard " + shard);
    }

    /** What the backups on all members have answered, by the shards' keys; the members forget the comparison. */
    Map<Integer, List<byte[]>> takeBackups() {
        Map<Integer, List<byte[]>> backups = new HashMap<>();
        for (String lines : calls.callAll(ControlVerb.TAKE_COMPARISON, Long.toString(number))) {
            CopyAnswers.read(lines)
                    .forEach((key, answer) -> backups.computeIfAbsent(key, ignored -> new ArrayList<>())
                            .add(answer));
        }
        return backups;
    }

    /**
     * Compares each shard's owner with its backups, at the same point of the stream even while it flows. A backup that is too busy to
     * answer in its second is asked again.
     *
     * @throws IllegalStateException when a member cannot be asked, or compares too often already
     */
    static Verification verify(ControlCalls calls) {
        for (int left = TRIES_MAX - 1; ; left--) {
            try {
                return verifyOnce(calls);
            } catch (IllegalStateException e) {
                if (left == 0 || !(e.getCause() instanceof IndeterminateOperationStateException)) {
                    throw e;
                }
            }
        }
    }

    private static Verification verifyOnce(ControlCalls calls) {
        ShardKeys keys = calls.keys();
        int members = calls.members().size();
        int configured = ClusterControl.statuses(calls).stream()
                .mapToInt(MemberStatus::backups)
                .max()
                .orElse(0);
        int backupsRequired = Math.min(configured, members - 1);
        Map<Integer, List<ShardDigest>> backups = new HashMap<>();
        Map<Integer, ShardDigest> owners = digests(calls, (key, answers) -> {
            List<ShardDigest> unused = backups.put(
                    shardOf(keys, key), answers.stream().map(ShardDigest::of).toList());
        });
        return Verification.of(keys.shardCount(), backupsRequired, owners, backups);
    }

    /** The digests of owners, by shard. */
    static Map<Integer, ShardDigest> digests(ControlCalls calls) {
        return digests(calls, (key, answers) -> {});
    }

    private static Map<Integer, ShardDigest> digests(
            ControlCalls calls, BiConsumer<Integer, List<byte[]>> answersOfBackups) {
        ShardKeys keys = calls.keys();
        Comparison comparison = new Comparison(calls, CopyQuestion.DIGEST);
        comparison.begin();
        Map<Integer, ShardDigest> owners = new HashMap<>();
        try {
            for (int shard = 0; shard < keys.shardCount(); shard++) {
                byte[] answer = comparison.ask(keys, shard);
                if (answer != null) {
                    owners.put(shard, ShardDigest.of(answer));
                }
            }
        } finally {
            // Taken in any case, so that nothing of it stays.
            comparison.takeBackups().forEach(answersOfBackups);
        }
        return owners;
    }

    private static int shardOf(ShardKeys keys, int key) {
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            if (keys.keyOf(shard) == key) {
                return shard;
            }
        }
        throw new IllegalStateException("no shard has that key: key=" + key);
    }

    /**
     * Reads all copies of a shard at the same point of the stream. For audits of small clusters: it copies everything.
     *
     * @return compact transactions one behind the other; the owner's first, then each backup's
     * @throws IllegalStateException when the shard is not loaded, or lost
     */
    static List<byte[]> readShard(ControlCalls calls, int shard) {
        Comparison comparison = new Comparison(calls, CopyQuestion.CONTENTS);
        comparison.begin();
        byte[] owner = comparison.ask(calls.keys(), shard);
        // Taken in any case, so that nothing of it stays.
        Map<Integer, List<byte[]>> backups = comparison.takeBackups();
        if (owner == null) {
            throw new IllegalStateException("the shard is not loaded, or lost: shard=" + shard);
        }
        List<byte[]> copies = new ArrayList<>(List.of(owner));
        backups.values().forEach(copies::addAll);
        return copies;
    }
}
