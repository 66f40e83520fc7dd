package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.kafka.schemas.SchemaAwaited;
import org.jspecify.annotations.Nullable;

/** Reads transactions out of the values of records. Used by one thread. */
public interface TransactionReader {
    /**
     * Writes a transaction, with the verdict 0 and the card as the code of its number.
     *
     * @param value of the record
     * @param reference that came in a header; null: none did
     * @param target receives {@code TransactionLayout.TRANSACTION_SIZE_BYTES} bytes at the offset
     * @return the reference of the transaction; null: it has none
     * @throws UnreadableRecord saying why when there is no transaction in it; what the target has there is undefined then
     * @throws SchemaAwaited when the registry has not said yet by which schema it is to be read
     */
    @Nullable
    String read(byte[] value, @Nullable String reference, byte[] target, int offset) throws UnreadableRecord;
}
