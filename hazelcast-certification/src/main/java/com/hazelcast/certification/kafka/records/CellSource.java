package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.kafka.schemas.SchemaAwaited;
import com.hazelcast.certification.mapping.FieldProblem;
import org.jspecify.annotations.Nullable;

/** Reads the cells that a mapping names out of the values of records. Used by one thread. */
@FunctionalInterface
interface CellSource {
    /**
     * Reads a value.
     *
     * @return cells in the order of the mapping's columns; valid until the next call
     * @throws FieldProblem when it cannot be read
     * @throws SchemaAwaited when it cannot be read yet
     */
    @Nullable
    Object[] read(byte[] value);
}
