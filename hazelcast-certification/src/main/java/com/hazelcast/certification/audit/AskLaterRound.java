package com.hazelcast.certification.audit;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Asks the owner of a shard, for a member that comes back with a copy of it on its disk, whether the cluster has gone on with the shard: it
 * is in place, it was before that member came, and copies were confirmed in a later round than the last one that the copy has ({@link
 * com.hazelcast.certification.history.ShardEpoch}). Then the owner has all that was answered until the member left, and scores without
 * waiting for the copy. Only where two sides of a split could both answer, which takes a {@code min-members} that is no majority, may the
 * copy have answers that the owner lacks; until it has come, they are where they were before the member came back.
 */
public final class AskLaterRound extends ShardProcessor<Boolean> implements HazelcastInstanceAware {
    private static final long serialVersionUID = 1;

    /** No round is before it. */
    private static final long BEFORE_ALL = -1;

    private long round;
    private long memberHigh;
    private long memberLow;
    private transient ShardContext context;

    /** Whether others have said before that they had gone on without this member. It is not sent to them. */
    private transient boolean isHere;

    AskLaterRound() {}

    /**
     * About a copy.
     *
     * @param round the last one that the copy has
     * @param member that has it
     */
    public AskLaterRound(long round, UUID member) {
        this.round = round;
        memberHigh = member.getMostSignificantBits();
        memberLow = member.getLeastSignificantBits();
    }

    /**
     * As the other, for a shard that may have moved to the member itself, which cannot say what the others did before it came: they all
     * have said that they had gone on without it. Asked of another member, it is the same question as the other.
     */
    public static AskLaterRound here(long round, UUID member) {
        AskLaterRound question = new AskLaterRound(round, member);
        question.isHere = true;
        return question;
    }

    /** About the shard whatever its round: it is in place, and its owner went on before that member came. */
    public static AskLaterRound any(UUID member) {
        return new AskLaterRound(BEFORE_ALL, member);
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance member) {
        context = ShardContext.of(member);
    }

    @Override
    public Boolean process(Map.Entry<Integer, HistoryShard> entry) {
        HistoryShard shard = entry.getValue();
        return shard != null
                && shard.isInstalled()
                && shard.epoch().round() > round
                && (isHere || context.deliveries().hasGoneOnWithout(new UUID(memberHigh, memberLow)));
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, Boolean> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return AuditSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return AuditSerialization.ASK_LATER_ROUND;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(round);
        out.writeLong(memberHigh);
        out.writeLong(memberLow);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        round = in.readLong();
        memberHigh = in.readLong();
        memberLow = in.readLong();
    }
}
