package com.hazelcast.certification.copies;

import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Notifies a member that another one leaves in order: when it has left, nothing waits for it. Runs beside the shards, like {@link
 * LookAtMembers}, also while the member is starting.
 */
final class MemberLeaves implements Callable<Boolean>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 1;

    private @Nullable UUID leaving;
    private transient @Nullable HazelcastInstance member;

    MemberLeaves() {}

    /** @param leaving the member that leaves */
    MemberLeaves(UUID leaving) {
        this.leaving = leaving;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public Boolean call() {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        ShardContext.of(here).members().leaves(Objects.requireNonNull(leaving, "constructed or read"));
        return true;
    }

    @Override
    public int getFactoryId() {
        return CopiesSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CopiesSerialization.MEMBER_LEAVES;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
        UUID written = Objects.requireNonNull(leaving, "constructed or read");
        out.writeLong(written.getMostSignificantBits());
        out.writeLong(written.getLeastSignificantBits());
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "MemberLeaves");
        leaving = new UUID(in.readLong(), in.readLong());
    }
}
