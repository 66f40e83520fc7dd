package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.MembersView;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardPresence;
import com.hazelcast.certification.shard.ShardProcessor;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Looks which of some codes of decisions stand in the histories of a part of a shard, on its owner. Changes nothing. Answers a {@link Report},
 * or null when it is not known yet what the shard has.
 */
final class FindCodes extends ShardProcessor<byte[]> implements HazelcastInstanceAware {
    /** Cards of a part: the partition thread is busy with them for less than a millisecond with usual histories. */
    static final int CARDS_PER_CALL = 500;

    private static final long serialVersionUID = 1;

    private long from;
    private byte[] codes = {};

    private transient ShardContext shards;
    private transient HazelcastInstance member;

    FindCodes() {}

    /** From that position on; the owner stops after some cards. */
    FindCodes(long from, BitSet codes) {
        this.from = from;
        this.codes = codes.toByteArray();
    }

    /**
     * What a call found.
     *
     * @param next the position to go on from; {@link CardHash#POSITIONS}: this was the last part
     * @param found codes that some entry has
     */
    record Report(long next, BitSet found) {
        static Report of(byte[] answer) {
            ByteBuffer in = ByteBuffer.wrap(answer);
            return new Report(in.getLong(), BitSet.valueOf(in));
        }

        byte[] toBytes() {
            byte[] bytes = found.toByteArray();
            return ByteBuffer.allocate(Long.BYTES + bytes.length)
                    .putLong(next)
                    .put(bytes)
                    .array();
        }
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcast) {
        member = hazelcast;
        shards = ShardContext.of(hazelcast);
    }

    @Override
    public byte @Nullable [] process(Map.Entry<Integer, HistoryShard> entry) {
        MembersView.View view = shards.members().look(member.getCluster());
        HistoryShard shard = entry.getValue();
        if (shard == null
                || shards.presence(entry.getKey(), shard, view) != ShardPresence.PRESENT
                || shards.isOnDisk(entry.getKey(), member)) {
            return null;
        }
        return find(shard).toBytes();
    }

    private Report find(HistoryShard shard) {
        long end = CardHash.endOfPart(from, CARDS_PER_CALL, shard.cardCount());
        BitSet searched = BitSet.valueOf(codes);
        BitSet found = new BitSet();
        shard.forEachHistory(from, end, card -> true, (card, history) -> {
            history.rewind();
            while (history.next()) {
                int code = history.verdict();
                if (searched.get(code)) {
                    found.set(code);
                }
            }
        });
        return new Report(end, found);
    }

    @Override
    public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
        return null;
    }

    @Override
    public int getFactoryId() {
        return RuleBookSerialization.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return RuleBookSerialization.FIND_CODES;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeLong(from);
        out.writeByteArray(codes);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        from = in.readLong();
        codes = Objects.requireNonNull(in.readByteArray());
    }
}
