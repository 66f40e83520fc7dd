package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.TransactionReader;
import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.kafka.schemas.TestRegistry;
import com.hazelcast.certification.transaction.TransactionLayout;

/** Reads records whose schemas are in a registry, in tests. */
final class SchemaRecords {
    static final String JSON = """
            {"card":"4929000000000017","time":1795593600000,"amount":"12.50","currency":"EUR","country":"DE","mcc":5411,
             "responseCode":5,"reference":"p-1"}""";

    /** A record that is read, and has this reference. */
    static byte[] read(TransactionReader reader, byte[] value) {
        byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        assertThat(TestRegistry.<String>answered(() -> {
                    try {
                        return reader.read(value, null, transaction, 0);
                    } catch (UnreadableRecord e) {
                        throw new AssertionError(e.reason() + ": " + e.detail(), e);
                    }
                }))
                .isEqualTo("p-1");
        return transaction;
    }

    /** What the same record in JSON is read as. */
    static byte[] ofJson() {
        return read(InputForm.JSON.newReader(), TestTopics.bytes(JSON));
    }

    /** Why a record is not read. */
    static UnreadableRecord problem(TransactionReader reader, byte[] value) {
        return TestRegistry.answered(() -> {
            try {
                reader.read(value, null, new byte[TransactionLayout.TRANSACTION_SIZE_BYTES], 0);
            } catch (UnreadableRecord e) {
                return e;
            }
            throw new AssertionError("it was read");
        });
    }

    private SchemaRecords() {}
}
