package com.hazelcast.certification.api.reads;

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

/** Asks a member for the answer that it keeps for a client's transaction. Runs on an executor of its own, beside the shards. */
final class ReadKept implements Callable<KeptAnswer>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 1;

    private transient @Nullable HazelcastInstance member;
    private String client = "";
    private String name = "";

    ReadKept() {}

    /** @param name the transaction's id, or the client's own reference */
    ReadKept(String client, String name) {
        this.client = client;
        this.name = name;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public KeptAnswer call() {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        return OtherMembers.keeperOf(here).answer(client, name);
    }

    @Override
    public int getFactoryId() {
        return ReadsSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return ReadsSerialization.READ_KEPT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
        out.writeString(client);
        out.writeString(name);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "ReadKept");
        client = Objects.requireNonNull(in.readString());
        name = Objects.requireNonNull(in.readString());
    }
}
