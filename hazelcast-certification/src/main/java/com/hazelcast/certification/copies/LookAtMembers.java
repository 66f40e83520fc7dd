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
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Asks a member for the number of its view of the members now. Runs on an executor of its own, beside the shards. */
final class LookAtMembers implements Callable<Long>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 1;

    private transient @Nullable HazelcastInstance member;

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public Long call() {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        return ShardContext.of(here).members().look(here.getCluster()).number();
    }

    @Override
    public int getFactoryId() {
        return CopiesSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CopiesSerialization.LOOK_AT_MEMBERS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "LookAtMembers");
    }
}
