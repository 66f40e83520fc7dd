package com.hazelcast.certification.storage;

/** What a record of the log holds. The codes are part of the format. */
public enum ChangeType {
    /** What a batch left on the shard. */
    OUTCOME(10),
    /** The shard's round and promise, 8 bytes each. */
    EPOCH(11),
    /** Cards that were opened without a history, 8 bytes each. */
    CARDS(12),
    /** Which transactions got which labels: {@link com.hazelcast.certification.labels.LabelRecord}. */
    LABELS(13),
    /** What left the shard: {@link com.hazelcast.certification.removal.RemovalRecord}. */
    REMOVAL(14);

    private final byte code;

    ChangeType(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }
}
