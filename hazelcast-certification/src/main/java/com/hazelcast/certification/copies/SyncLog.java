package com.hazelcast.certification.copies;

import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Has a member bring its log to the disk; answers whether it is there. Runs beside the shards, like {@link LookAtMembers}. */
final class SyncLog implements Callable<Boolean>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 1;

    private transient @Nullable HazelcastInstance member;

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public Boolean call() throws InterruptedException {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        ShardStorage storage = ShardContext.of(here).storage().orElse(null);
        if (storage == null) {
            return false;
        }
        try {
            storage.whenDurable().toCompletableFuture().get();
            return true;
        } catch (ExecutionException e) {
            return false;
        }
    }

    @Override
    public int getFactoryId() {
        return CopiesSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CopiesSerialization.SYNC_LOG;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "SyncLog");
    }
}
