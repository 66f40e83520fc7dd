package com.hazelcast.certification.routing;

import com.hazelcast.certification.scoring.GroupAnswers;
import com.hazelcast.certification.scoring.ScoreGroups;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.ExecutionCallback;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.partition.Partition;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Messages as tasks of Hazelcast's executor service ({@link ScoreGroups}). Thread-safe. */
final class HazelcastMessages implements MemberMessages {
    private final HazelcastInstance hazelcast;
    private final ShardKeys keys;
    private final IExecutorService executor;

    /** By shard. They say who the owner is at the moment. */
    private final Partition[] partitions;

    HazelcastMessages(HazelcastInstance hazelcast, ShardKeys keys) {
        this.hazelcast = hazelcast;
        this.keys = keys;
        this.executor = hazelcast.getExecutorService(ScoreGroups.EXECUTOR);
        this.partitions = new Partition[keys.shardCount()];
        for (Partition partition : hazelcast.getPartitionService().getPartitions()) {
            partitions[partition.getPartitionId()] = partition;
        }
    }

    @Override
    public @Nullable UUID otherOwner(int shard) {
        Member owner = partitions[shard].getOwner();
        return owner == null || owner.localMember() ? null : owner.getUuid();
    }

    @Override
    public CompletionStage<byte[] @Nullable []> send(UUID member, List<Group> groups) {
        Member target = memberOf(member);
        if (target == null) {
            return CompletableFuture.failedFuture(new TargetNotMemberException("it has left: member=" + member));
        }
        ScoreGroups message = new ScoreGroups(groups.size());
        for (Group group : groups) {
            message.add(keys.keyOf(group.shard()), group.id(), group.transactions(), group.count());
        }
        CompletableFuture<byte[] @Nullable []> answers = new CompletableFuture<>();
        executor.submitToMember(message, target, new ExecutionCallback<byte[]>() {
            @Override
            public void onResponse(byte[] packed) {
                try {
                    answers.complete(GroupAnswers.unpack(packed, groups.size()));
                } catch (IOException | RuntimeException e) {
                    answers.completeExceptionally(e);
                }
            }

            @Override
            public void onFailure(Throwable failure) {
                answers.completeExceptionally(failure);
            }
        });
        return answers;
    }

    private @Nullable Member memberOf(UUID uuid) {
        for (Member member : hazelcast.getCluster().getMembers()) {
            if (member.getUuid().equals(uuid)) {
                return member;
            }
        }
        return null;
    }
}
