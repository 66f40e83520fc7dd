package com.hazelcast.certification.kafka.schemas;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A schema as the registry has it. Immutable.
 *
 * @param type {@code AVRO}, {@code PROTOBUF} or another one
 * @param text of the schema
 * @param references texts of the schemas that it refers to, by the names that it has for them; each after those that it refers to itself
 */
public record RegisteredSchema(String type, String text, Map<String, String> references) {
    public RegisteredSchema {
        references = Collections.unmodifiableMap(new LinkedHashMap<>(references));
    }
}
