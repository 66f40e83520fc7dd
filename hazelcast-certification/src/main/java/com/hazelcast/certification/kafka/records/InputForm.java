package com.hazelcast.certification.kafka.records;

/** How the records of the topics in are written. */
public enum InputForm {
    /** The 100-byte record, with or without its newline. */
    RECORD,
    /** A JSON object by the schema of the HTTP API. */
    JSON;

    /** A reader of it, for one thread. */
    public TransactionReader newReader() {
        return this == RECORD ? new FixedRecordReader() : new JsonRecordReader();
    }
}
