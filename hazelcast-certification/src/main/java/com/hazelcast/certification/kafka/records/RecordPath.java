package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.mapping.FieldProblem;
import java.util.List;

/** The names that lead to a field, from the outermost record on. Immutable. */
final class RecordPath {
    private final String column;
    private final String[] names;

    private RecordPath(String column) {
        this.column = column;
        this.names = column.split("\\.", -1);
    }

    /** The paths of columns such as {@code merchant.country}. */
    static List<RecordPath> of(List<String> columns) {
        return columns.stream().map(RecordPath::new).toList();
    }

    int length() {
        return names.length;
    }

    String name(int index) {
        return names[index];
    }

    /** What is there is nothing that a column can have. */
    FieldProblem wrongType(String what) {
        return FieldProblem.withoutValue(
                "wrong_type",
                column,
                "the field is " + what + ", which is no single value",
                "name a field with a single value, or one inside a record with dots");
    }
}
