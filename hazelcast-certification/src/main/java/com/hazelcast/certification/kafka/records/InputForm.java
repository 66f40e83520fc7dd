package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.kafka.schemas.SchemaRegistry;
import com.hazelcast.certification.mapping.Mapping;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** How the records of the topics in are written. */
public enum InputForm {
    /** The 100-byte record, with or without its newline. */
    RECORD,
    /** A JSON object by the schema of the HTTP API, or of any shape by a mapping. */
    JSON,
    /** Avro, with the id of its schema in front. */
    AVRO,
    /** Protobuf, with the id of its schema in front. */
    PROTOBUF;

    /** Whether records name schemas of a registry. */
    public boolean hasSchemas() {
        return this == AVRO || this == PROTOBUF;
    }

    /** A reader of it that needs neither mapping nor registry, for one thread. */
    public TransactionReader newReader() {
        return readers(Optional.empty(), Optional.empty()).get();
    }

    /**
     * Makes readers of it, each for one thread.
     *
     * @param mapping empty: the fields have the names of the HTTP API's schema
     * @param registry that has the schemas, for forms that have any
     * @throws IllegalArgumentException when the form takes no mapping, or needs a registry
     */
    public Supplier<TransactionReader> readers(Optional<Mapping> mapping, Optional<SchemaRegistry> registry) {
        return switch (this) {
            case RECORD -> {
                if (mapping.isPresent()) {
                    throw new IllegalArgumentException("a record of 100 bytes has no fields that a mapping could name");
                }
                yield FixedRecordReader::new;
            }
            case JSON ->
                mapping.<Supplier<TransactionReader>>map(given -> () -> MappedRecordReader.ofJson(given))
                        .orElse(JsonRecordReader::new);
            case AVRO -> {
                SchemaRegistry schemas = required(registry);
                yield () -> reader(mapping, columns -> new AvroCells(schemas, columns));
            }
            case PROTOBUF -> {
                SchemaRegistry schemas = required(registry);
                yield () -> reader(mapping, columns -> new ProtobufCells(schemas, columns));
            }
        };
    }

    private static TransactionReader reader(Optional<Mapping> mapping, Function<List<String>, CellSource> cells) {
        return mapping.isPresent()
                ? new MappedRecordReader(cells.apply(mapping.get().columns()), mapping.get())
                : new MappedRecordReader(cells.apply(NamedFields.columns()), new NamedFields());
    }

    private SchemaRegistry required(Optional<SchemaRegistry> registry) {
        return registry.orElseThrow(
                () -> new IllegalArgumentException("records of this form need a schema registry: " + this));
    }
}
