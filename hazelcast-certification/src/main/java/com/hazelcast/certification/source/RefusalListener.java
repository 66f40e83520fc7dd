package com.hazelcast.certification.source;

import com.hazelcast.certification.transaction.Refusal;

/** Told of each record that is refused at the door, on the reader's thread. Must not keep the bytes. */
public interface RefusalListener {
    /** The bytes that were refused for that reason: a whole record, or what stood in its place. */
    void refused(Refusal reason, byte[] bytes, int offset, int length);
}
