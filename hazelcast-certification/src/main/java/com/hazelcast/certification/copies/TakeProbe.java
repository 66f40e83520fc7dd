package com.hazelcast.certification.copies;

import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Asks a member for the keys of the shards whose replica there a probe has passed, which the member then forgets, and of which shards it
 * knows the owner. Runs beside the shards, like {@link LookAtMembers}, also while the member is starting: answers of other members
 * wait for it.
 *
 * <p>A shard moves when its new owner has the new table; the others receive it later: when the new owner is the oldest member, after up to ten
 * moves. If it fails before, they know the former owner, whose replica has nothing of what came since, and make it the owner again.
 */
final class TakeProbe implements Callable<int[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
    /** The answer of a member that has not seen the probe and knows no owner. */
    static final int[] NOTHING = {0};

    private static final byte FORMAT_VERSION = 2;

    private long probe;
    private Map<Integer, UUID> owners = Map.of();
    private transient @Nullable HazelcastInstance member;

    TakeProbe() {}

    /**
     * A question.
     *
     * @param probe of {@link ProbeCopies}
     * @param owners of the shards, by key
     */
    TakeProbe(long probe, Map<Integer, UUID> owners) {
        this.probe = probe;
        this.owners = owners;
    }

    /** Of an answer: the keys of the replicas that the probe has passed. */
    static IntStream passed(int[] answer) {
        return IntStream.of(answer).skip(1).limit(answer[0]);
    }

    /** Of an answer: the keys of the shards of others whose owner the member knows. */
    static IntStream knowing(int[] answer) {
        return IntStream.of(answer).skip(1L + answer[0]);
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public int[] call() {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        UUID self = here.getCluster().getLocalMember().getUuid();
        Set<Integer> passed = CopiesContext.of(here).probes().take(probe);
        IntStream knowing = owners.entrySet().stream()
                .filter(asked -> !asked.getValue().equals(self) && isOwner(here, asked.getKey(), asked.getValue()))
                .mapToInt(Map.Entry::getKey);
        return IntStream.concat(
                        IntStream.of(passed.size()),
                        IntStream.concat(passed.stream().mapToInt(Integer::intValue), knowing))
                .toArray();
    }

    private static boolean isOwner(HazelcastInstance here, Integer key, UUID asked) {
        Member owner = here.getPartitionService().getPartition(key).getOwner();
        return owner != null && owner.getUuid().equals(asked);
    }

    @Override
    public int getFactoryId() {
        return CopiesSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CopiesSerialization.TAKE_PROBE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
        out.writeLong(probe);
        out.writeInt(owners.size());
        for (Map.Entry<Integer, UUID> owner : owners.entrySet()) {
            out.writeInt(owner.getKey());
            out.writeLong(owner.getValue().getMostSignificantBits());
            out.writeLong(owner.getValue().getLeastSignificantBits());
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "TakeProbe");
        probe = in.readLong();
        int count = in.readInt();
        Map<Integer, UUID> read = new HashMap<>();
        for (int i = 0; i < count; i++) {
            read.put(in.readInt(), new UUID(in.readLong(), in.readLong()));
        }
        owners = read;
    }
}
