package com.hazelcast.certification.scoring;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.io.Serializable;

/**
 * Names a batch, or a part of it that is sent alone, however often it is submitted.
 *
 * @param origin the lanes of one member, while it runs: a random number
 * @param number of the batch, above those of all earlier ones of that origin
 * @param first index in the batch of the first transaction that is sent
 */
public record BatchId(long origin, long number, int first) implements Serializable {
    /** Names no batch. */
    static final BatchId NONE = new BatchId(0, 0);

    /** A whole batch. */
    public BatchId(long origin, long number) {
        this(origin, number, 0);
    }

    /** The part of the batch that begins there. */
    public BatchId from(int index) {
        return index == first ? this : new BatchId(origin, number, index);
    }

    void writeTo(ObjectDataOutput out) throws IOException {
        out.writeLong(origin);
        out.writeLong(number);
        out.writeInt(first);
    }

    static BatchId readFrom(ObjectDataInput in) throws IOException {
        return new BatchId(in.readLong(), in.readLong(), in.readInt());
    }
}
