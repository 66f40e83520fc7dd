package com.hazelcast.certification.kafka.verdicts;

import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.WireFormat;
import com.hazelcast.certification.storage.OutcomeLog;
import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Asks a member for the end of its log, with all that it has appended, and up to where it has sent it: file and offset of each. Without any
 * where it sends no verdicts. Runs beside the shards, on an executor of its own.
 */
final class LookAtSent implements Callable<long[]>, IdentifiedDataSerializable, HazelcastInstanceAware {
    private static final byte FORMAT_VERSION = 1;

    private transient @Nullable HazelcastInstance member;

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
    }

    @Override
    public long[] call() {
        HazelcastInstance here = Objects.requireNonNull(member, "set by Hazelcast");
        Optional<OutcomeLog> log = ShardContext.of(here).storage().flatMap(ShardStorage::outcomes);
        if (log.isEmpty()) {
            return new long[0];
        }
        LogPlace end = log.get().endOfAppended();
        LogPlace sent = log.get().sent();
        return new long[] {end.file(), end.offset(), sent.file(), sent.offset()};
    }

    /** What a member has answered; empty: it sends no verdicts. */
    static Optional<CopyRounds.Places> places(long[] answer) {
        return answer.length == 0
                ? Optional.empty()
                : Optional.of(
                        new CopyRounds.Places(new LogPlace(answer[0], answer[1]), new LogPlace(answer[2], answer[3])));
    }

    @Override
    public int getFactoryId() {
        return VerdictsSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return VerdictsSerialization.LOOK_AT_SENT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(FORMAT_VERSION);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        WireFormat.requireVersion(in.readByte(), FORMAT_VERSION, "LookAtSent");
    }
}
