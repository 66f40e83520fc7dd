package com.hazelcast.certification.client.protocol;

/** How the records of a connection's batches are written. */
public enum RecordFormat {
    /** The 100-byte text record, newline included. */
    TEXT(1, 100),
    /** The binary record: {@link CompactRecord}. */
    COMPACT(2, CompactRecord.SIZE_BYTES);

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

    static RecordFormat of(int code) {
        for (RecordFormat format : values()) {
            if (format.code == code) {
                return format;
            }
        }
        throw new ProtocolException(
                ErrorCode.UNKNOWN_FORMAT, "no such record format; use 1 (text) or 2 (compact): format=" + code);
    }
}
