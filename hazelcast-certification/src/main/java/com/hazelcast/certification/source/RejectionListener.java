package com.hazelcast.certification.source;

import com.hazelcast.certification.transaction.Rejection;

/** Notified of each record that is rejected when it comes in, on the reader's thread. Must not keep the bytes. */
public interface RejectionListener {
    /** The bytes that were rejected for that reason: a whole record, or what stood in its place. */
    void rejected(Rejection reason, byte[] bytes, int offset, int length);
}
