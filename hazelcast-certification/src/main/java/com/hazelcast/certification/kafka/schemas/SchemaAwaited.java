package com.hazelcast.certification.kafka.schemas;

/** The registry has not said yet what a schema is: its record has to wait. The message says what is awaited, or why. Has no stack trace. */
public final class SchemaAwaited extends RuntimeException {
    private static final long serialVersionUID = 1;

    SchemaAwaited(String why) {
        super(why, null, false, false);
    }

    /** What is awaited. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
