package com.hazelcast.certification.mapping;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a field comes from.
 *
 * @param index of its column among those that the mapping reads; {@link #NO_COLUMN}: it is a constant
 * @param constant what every row has; null: each has its own
 * @param missing what stands for an empty cell; null: nothing does
 * @param values translations of cells; a cell without one stays as it is
 * @param digits that a card's number has at least, where its column holds numbers, which have lost their leading zeros; 0: not said
 */
record MappedColumn(
        MappedField field,
        int index,
        @Nullable String constant,
        @Nullable String missing,
        Map<String, String> values,
        int digits) {
    static final int NO_COLUMN = -1;
}
