package com.hazelcast.certification.scoring;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Asks a member whether it has nothing to deliver ({@link Deliveries}). Runs beside the shards, like {@link LookAtMembers}. */
public final class AskDelivered implements Callable<Boolean>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 1;

    private transient @Nullable HazelcastInstance member;

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public Boolean call() {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        return !ScoringContext.of(here).deliveries().isDelivering();
    }

    @Override
    public int getFactoryId() {
        return ScoringSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return ScoringSerialization.ASK_DELIVERED;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        ScoringSerialization.requireVersion(in.readByte(), FORMAT_VERSION, "AskDelivered");
    }
}
