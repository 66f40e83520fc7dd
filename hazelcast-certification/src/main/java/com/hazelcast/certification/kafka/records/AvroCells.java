package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.kafka.schemas.RegisteredSchema;
import com.hazelcast.certification.kafka.schemas.SchemaFrame;
import com.hazelcast.certification.kafka.schemas.SchemaRegistry;
import com.hazelcast.certification.mapping.FieldProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a record that is written in Avro, with the id of its schema in front; a field of a record inside is named with dots. Other
 * fields are left aside. One a thread: the array of cells is used again for the next record.
 */
final class AvroCells implements CellSource {
    private static final String TYPE = "AVRO";
    private static final GenericData DATA = data();

    private final SchemaRegistry registry;
    private final List<RecordPath> paths;
    private final @Nullable Object[] cells;
    private final Map<Integer, GenericDatumReader<Object>> readers = new SchemaCache<>();
    private @Nullable BinaryDecoder decoder;

    AvroCells(SchemaRegistry registry, List<String> columns) {
        this.registry = registry;
        paths = RecordPath.of(columns);
        cells = new Object[paths.size()];
    }

    private static GenericData data() {
        GenericData data = new GenericData();
        data.addLogicalTypeConversion(new Conversions.DecimalConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimestampMicrosConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimestampNanosConversion());
        data.addLogicalTypeConversion(new TimeConversions.LocalTimestampMillisConversion());
        data.addLogicalTypeConversion(new TimeConversions.LocalTimestampMicrosConversion());
        data.addLogicalTypeConversion(new TimeConversions.LocalTimestampNanosConversion());
        data.addLogicalTypeConversion(new TimeConversions.DateConversion());
        return data;
    }

    @Override
    public @Nullable Object[] read(byte[] value) {
        int id = SchemaFrame.id(value);
        GenericDatumReader<Object> reader = readers.get(id);
        if (reader == null) {
            Schema schema = schema(id, registry.schema(id));
            reader = new GenericDatumReader<>(schema, schema, DATA);
            readers.put(id, reader);
        }
        Object record = decoded(reader, id, value);
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(record, paths.get(i));
        }
        return cells;
    }

    private static Schema schema(int id, RegisteredSchema registered) {
        if (!registered.type().equals(TYPE)) {
            throw SchemaCache.wrongType(id, registered.type(), "avro");
        }
        try {
            Schema.Parser parser = new Schema.Parser();
            registered.references().values().forEach(parser::parse);
            return parser.parse(registered.text());
        } catch (AvroRuntimeException e) {
            throw SchemaCache.unreadable(id, e);
        }
    }

    private Object decoded(GenericDatumReader<Object> reader, int id, byte[] value) {
        try {
            decoder = DecoderFactory.get()
                    .binaryDecoder(value, SchemaFrame.SIZE_BYTES, value.length - SchemaFrame.SIZE_BYTES, decoder);
            Object record = reader.read(null, decoder);
            if (!decoder.isEnd()) {
                throw FieldProblem.withoutValue(
                        "not_avro",
                        "",
                        "something follows the record, so that it is not of the schema in front of it: schema=" + id,
                        "write it with the schema that it names");
            }
            return record;
        } catch (FieldProblem e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // Bytes of another schema make Avro throw almost anything. Its messages may repeat what was sent.
            throw FieldProblem.withoutValue(
                    "not_avro",
                    "",
                    "the record cannot be read by the schema in front of it: schema=" + id + " failure="
                            + e.getClass().getSimpleName(),
                    "write it with the schema that it names");
        }
    }

    private static @Nullable Object cell(@Nullable Object record, RecordPath path) {
        Object value = record;
        for (int i = 0; i < path.length() && value != null; i++) {
            if (!(value instanceof IndexedRecord inside)) {
                throw path.wrongType("inside something that is no record");
            }
            Schema.Field field = inside.getSchema().getField(path.name(i));
            value = field == null ? null : inside.get(field.pos());
        }
        if (value instanceof IndexedRecord
                || value instanceof Collection
                || value instanceof Map
                || value instanceof ByteBuffer
                || value instanceof GenericFixed) {
            throw path.wrongType("a record, a list, a map or bytes");
        }
        return value instanceof CharSequence || value instanceof GenericData.EnumSymbol ? value.toString() : value;
    }
}
