package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.JsonCells;
import com.hazelcast.certification.mapping.MappedRow;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.RowMapper;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads records of any shape by the mapping that loads of histories have, too. */
final class MappedRecordReader implements TransactionReader {
    private final CellSource cells;
    private final Function<@Nullable Object[], RowMapper> mappers;
    private final MappedRow row = new MappedRow();

    /**
     * Of any form.
     *
     * @param mappers chooses by the cells of a record
     */
    MappedRecordReader(CellSource cells, Function<@Nullable Object[], RowMapper> mappers) {
        this.cells = cells;
        this.mappers = mappers;
    }

    MappedRecordReader(CellSource cells, Mapping mapping) {
        this.cells = cells;
        RowMapper mapper = mapping.mapperOfAnyTime();
        this.mappers = any -> mapper;
    }

    /** Of JSON. */
    static MappedRecordReader ofJson(Mapping mapping) {
        JsonCells json = mapping.jsonCells();
        return new MappedRecordReader(value -> json.read(value, 0, value.length), mapping);
    }

    @Override
    public @Nullable String read(byte[] value, @Nullable String reference, byte[] target, int offset)
            throws UnreadableRecord {
        try {
            @Nullable Object[] found = cells.read(value);
            mappers.apply(found).map(found, row);
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
