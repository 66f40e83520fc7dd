package com.hazelcast.certification.kafka.records;

/** How verdicts are written. */
public enum OutputForm {
    /** A JSON object, with the position of the input in headers. */
    JSON,
    /** The 28 bytes of {@link CompactVerdict}. */
    COMPACT,
    /** Avro by the schema of {@link AvroVerdicts}, with its id in front and the position of the input in headers. */
    AVRO
}
