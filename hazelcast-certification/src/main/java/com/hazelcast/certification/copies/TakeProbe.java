package com.hazelcast.certification.copies;

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

/**
 * Asks a member for the keys of the shards whose replica there a probe has passed; the member forgets the probe. Runs beside the shards,
 * like {@link LookAtMembers}, also while the member is starting: answers of other members wait for it.
 */
final class TakeProbe implements Callable<int[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 1;

    private long probe;
    private transient @Nullable HazelcastInstance member;

    TakeProbe() {}

    /** @param probe of {@link ProbeCopies} */
    TakeProbe(long probe) {
        this.probe = probe;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public int[] call() {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        return CopiesContext.of(here).probes().take(probe).stream()
                .mapToInt(Integer::intValue)
                .toArray();
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
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "TakeProbe");
        probe = in.readLong();
    }
}
