package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.mapping.FieldProblem;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a reader has made of the schemas that its records name, by their ids; the one that was not used the longest goes first. */
final class SchemaCache<T> extends LinkedHashMap<Integer, T> {
    private static final long serialVersionUID = 1;

    /** Schemas that are kept; the one that was used longest ago is forgotten beyond that. */
    private static final int SCHEMAS_MAX = 200;

    SchemaCache() {
        super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, T> eldest) {
        return size() > SCHEMAS_MAX;
    }

    /** The schema is of another language than the records are said to be. */
    static FieldProblem wrongType(int id, String type, String format) {
        return FieldProblem.withoutValue(
                "wrong_schema_type",
                "",
                "the schema in front of the record is not of the language that kafka-format names: schema=" + id
                        + " type=" + type + " kafka-format=" + format,
                "correct kafka-format, or keep such records out of the topic");
    }

    /** The schema cannot be used. */
    static FieldProblem unreadable(int id, Exception failure) {
        return FieldProblem.withoutValue(
                "unreadable_schema",
                "",
                "the schema in front of the record cannot be read: schema=" + id + ": " + failure.getMessage(),
                "register a schema that this member can read",
                failure);
    }
}
