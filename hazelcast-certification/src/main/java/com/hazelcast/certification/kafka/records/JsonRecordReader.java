package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.api.decisions.RequestedTransaction;
import com.hazelcast.certification.api.decisions.TransactionJson;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.transaction.TransactionLayout;
import org.jspecify.annotations.Nullable;

/** Reads JSON by the schema of the HTTP API; a deadline in it counts for nothing here. */
final class JsonRecordReader implements TransactionReader {

    @Override
    public @Nullable String read(byte[] value, @Nullable String reference, byte[] target, int offset)
            throws UnreadableRecord {
        try {
            RequestedTransaction transaction = TransactionJson.parse(value, 0, value.length, reference);
            TransactionLayout.put(
                    target,
                    offset,
                    transaction.card(),
                    transaction.times(),
                    transaction.payment(),
                    transaction.outcome(),
                    transaction.referenceHash());
            return transaction.reference();
        } catch (FieldProblem problem) {
            throw UnreadableRecord.of(problem);
        }
    }
}
