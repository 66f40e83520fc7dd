package com.hazelcast.certification.history;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/** Where the pages of histories live. */
public enum MemoryKind {
    /** Byte arrays, seen by the garbage collector. */
    HEAP {
        @Override
        ByteBuffer allocate(int sizeBytes) {
            return ByteBuffer.allocate(sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    },
    /** Direct buffers outside the heap, bounded by {@code -XX:MaxDirectMemorySize}. */
    NATIVE {
        @Override
        ByteBuffer allocate(int sizeBytes) {
            return ByteBuffer.allocateDirect(sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    };

    abstract ByteBuffer allocate(int sizeBytes);

    /** The value of the configuration key and of the metric label: {@code heap} or {@code native}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
