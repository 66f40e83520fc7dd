package com.hazelcast.certification.scoring;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.io.Serializable;

/**
 * Names a batch, however often it is submitted.
 *
 * @param origin the lanes of one member, while it runs: a random number
 * @param number of the batch, unlike all others of that origin
 */
public record BatchId(long origin, long number) implements Serializable {
    /** Names no batch. */
    static final BatchId NONE = new BatchId(0, 0);

    void writeTo(ObjectDataOutput out) throws IOException {
        out.writeLong(origin);
        out.writeLong(number);
    }

    static BatchId readFrom(ObjectDataInput in) throws IOException {
        return new BatchId(in.readLong(), in.readLong());
    }
}
