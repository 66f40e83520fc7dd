package com.hazelcast.certification.source;

import java.io.IOException;

/** Where a connection's records come from. One instance a connection, used by its thread. */
@FunctionalInterface
interface RecordBlocks {
    /**
     * Writes so many records of that time, one behind the other, from the beginning of the target.
     *
     * @throws IOException when what goes with them cannot be written
     */
    void fill(byte[] target, int count, long timeMs) throws IOException;
}
