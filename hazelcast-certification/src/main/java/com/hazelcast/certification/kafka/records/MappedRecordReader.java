package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.JsonCells;
import com.hazelcast.certification.mapping.MappedRow;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.RowMapper;
import com.hazelcast.certification.transaction.TransactionLayout;
import org.jspecify.annotations.Nullable;

/** Reads JSON of any shape by the mapping that loads of histories have, too. */
final class MappedRecordReader implements TransactionReader {
    private final JsonCells cells;
    private final RowMapper mapper;
    private final MappedRow row = new MappedRow();

    MappedRecordReader(Mapping mapping) {
        cells = mapping.jsonCells();
        mapper = mapping.mapperOfAnyTime();
    }

    @Override
    public @Nullable String read(byte[] value, @Nullable String reference, byte[] target, int offset)
            throws UnreadableRecord {
        try {
            mapper.map(cells.read(value, 0, value.length), row);
            String name = oneOf(row.reference(), reference);
            TransactionLayout.put(
                    target,
                    offset,
                    row.card(),
                    row.times(),
                    row.payment(),
                    row.outcome(),
                    name == null ? Reference.NONE : Reference.hash(name));
            return name;
        } catch (FieldProblem problem) {
            throw UnreadableRecord.of(problem);
        }
    }

    private static @Nullable String oneOf(@Nullable String ofField, @Nullable String ofHeader) {
        if (ofField != null && ofHeader != null && !ofField.equals(ofHeader)) {
            throw new FieldProblem(
                    "different_references",
                    "reference",
                    ofField,
                    "the reference differs from the one in the header",
                    "give one reference, or the same twice");
        }
        return ofField == null ? ofHeader : ofField;
    }
}
