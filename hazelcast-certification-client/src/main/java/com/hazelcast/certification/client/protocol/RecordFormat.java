package com.hazelcast.certification.client.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** How the records of a connection's batches are written. */
public enum RecordFormat {
    /** The 100-byte text record, newline included. */
    TEXT(1, 100),
    /** The binary record: {@link CompactRecord}. */
    COMPACT(2, CompactRecord.SIZE_BYTES),
    /** The text record and behind it the 8 bytes of its reference's hash. Version 2. */
    TEXT_WITH_REFERENCE(3, 100 + Long.BYTES),
    /** The binary record and behind it the 8 bytes of its reference's hash. Version 2. */
    COMPACT_WITH_REFERENCE(4, CompactRecord.SIZE_BYTES + Long.BYTES);

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final int code;
    private final int recordSizeBytes;

    RecordFormat(int code, int recordSizeBytes) {
        this.code = code;
        this.recordSizeBytes = recordSizeBytes;
    }

    /** The byte that stands for it in the client's hello. */
    public int code() {
        return code;
    }

    public int recordSizeBytes() {
        return recordSizeBytes;
    }

    /** Whether records are binary. */
    public boolean isCompact() {
        return this == COMPACT || this == COMPACT_WITH_REFERENCE;
    }

    /** Whether each record ends with the hash of a reference. */
    public boolean hasReference() {
        return this == TEXT_WITH_REFERENCE || this == COMPACT_WITH_REFERENCE;
    }

    /** The hash of the reference of the record at that offset; 0 where the format has none. */
    public long reference(byte[] records, int offset) {
        return hasReference() ? (long) LONG.get(records, offset + recordSizeBytes - Long.BYTES) : 0;
    }

    /** Writes the hash of a reference, where the format has one, into the record at that offset. */
    public void putReference(byte[] records, int offset, long reference) {
        if (hasReference()) {
            LONG.set(records, offset + recordSizeBytes - Long.BYTES, reference);
        }
    }

    static RecordFormat of(int code) {
        for (RecordFormat format : values()) {
            if (format.code == code) {
                return format;
            }
        }
        throw new ProtocolException(
                ErrorCode.UNKNOWN_FORMAT,
                "no such record format; use 1 (text), 2 (compact), 3 or 4 (the same with references): format=" + code);
    }
}
