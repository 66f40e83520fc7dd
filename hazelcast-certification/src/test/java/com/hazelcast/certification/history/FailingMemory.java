package com.hazelcast.certification.history;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** Native memory of which the system has less than its bound allows. */
public final class FailingMemory {
    private FailingMemory() {}

    /** Has so many pages, and then none. */
    public static HistoryMemory withPages(int count) {
        AtomicInteger left = new AtomicInteger(count);
        return new HistoryMemory(MemoryKind.NATIVE, HistoryBound.fixed(Long.MAX_VALUE), sizeBytes -> {
            if (left.getAndDecrement() <= 0) {
                throw new OutOfMemoryError("Cannot reserve " + sizeBytes + " bytes of direct buffer memory");
            }
            return ByteBuffer.allocate(sizeBytes);
        });
    }
}
