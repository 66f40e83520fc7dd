package com.hazelcast.certification.copies;

import com.hazelcast.certification.shard.CutOff;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Asks a member for its {@link SideReport}. Runs beside the shards, like {@link LookAtMembers}. */
final class LookAtSide implements Callable<SideReport>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 2;

    private transient @Nullable HazelcastInstance member;

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public SideReport call() {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        ShardContext context = ShardContext.of(here);
        MembersView members = context.members();
        MembersView.View view = members.look(here.getCluster());
        return new SideReport(
                !context.deliveries().isDelivering(),
                members.cutOff().awaited(view.members()),
                CutOff.processes(view.members()),
                context.storage()
                        .map(stored -> Set.copyOf(stored.recoveredKeys()))
                        .orElse(Set.of()),
                context.deliveries().goneOn(here.getCluster().getLocalMember().getUuid()));
    }

    @Override
    public int getFactoryId() {
        return CopiesSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return CopiesSerialization.LOOK_AT_SIDE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "LookAtSide");
    }
}
