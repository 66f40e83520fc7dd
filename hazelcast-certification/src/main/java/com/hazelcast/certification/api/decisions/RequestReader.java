package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.mapping.JsonCells;
import com.hazelcast.certification.mapping.MappedRow;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.RowMapper;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the transactions that callers give: as the API's schema has them, or by the mapping of the member's configuration, as loads and Kafka do.
 * One a thread.
 */
public final class RequestReader {
    private final @Nullable Mapped mapped;

    /** @param mapping empty: the API's schema */
    public RequestReader(Optional<Mapping> mapping) {
        mapped = mapping.map(Mapped::new).orElse(null);
    }

    /**
     * Reads one transaction.
     *
     * @param key reference that came beside the JSON; null: none
     * @throws FieldProblem naming the field, its value and what to give instead
     */
    public RequestedTransaction read(byte[] json, int offset, int length, @Nullable String key) {
        return mapped == null
                ? TransactionJson.parse(json, offset, length, key)
                : mapped.read(json, offset, length, key);
    }

    private static final class Mapped {
        private final JsonCells cells;
        private final RowMapper mapper;
        private final MappedRow row = new MappedRow();

        Mapped(Mapping mapping) {
            // Which of two fields counts, each program on the way decides for itself.
            cells = mapping.jsonCellsOnce();
            mapper = mapping.mapperOfAnyTime();
        }

        RequestedTransaction read(byte[] json, int offset, int length, @Nullable String key) {
            if (!Utf8.isWellFormed(json, offset, length)) {
                throw FieldProblem.withoutValue(
                        "not_json", "", "the body is not UTF-8", "send one JSON object, as the mapping reads it");
            }
            mapper.map(cells.read(json, offset, length), row);
            String name = TransactionJson.reference(row.reference(), key);
            return new RequestedTransaction(
                    row.card(),
                    row.times(),
                    row.payment(),
                    row.outcome(),
                    name,
                    name == null ? Reference.NONE : Reference.hash(name),
                    0);
        }
    }
}
