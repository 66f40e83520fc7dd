package com.hazelcast.certification.kafka.records;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.WrappersProto;
import com.hazelcast.certification.kafka.schemas.RegisteredSchema;
import com.hazelcast.certification.kafka.schemas.SchemaFrame;
import com.hazelcast.certification.kafka.schemas.SchemaRegistry;
import com.hazelcast.certification.mapping.FieldProblem;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a record that is a message of Protobuf, with the id of its schema in front, and behind that the place of the message's
 * type in the schema. A field of a message inside is named with dots; a field has the name that the schema gives it, or the one that it
 * has in JSON. Other fields are left aside. One a thread: the array of cells is used again for the next record.
 */
final class ProtobufCells implements CellSource {
    private static final String TYPE = "PROTOBUF";

    /** How deep a type may be inside others. */
    private static final int DEPTH_MAX = 32;

    private final SchemaRegistry registry;
    private final List<RecordPath> paths;
    private final @Nullable Object[] cells;
    private final SchemaCache<Known> schemas = new SchemaCache<>();

    /**
     * A schema, and where its types have the columns.
     *
     * @param columns the fields that lead to each column, by types; without any where a type does not have the column
     */
    private record Known(FileDescriptor file, Map<Descriptor, FieldDescriptor[][]> columns) {}

    ProtobufCells(SchemaRegistry registry, List<String> columns) {
        this.registry = registry;
        paths = RecordPath.of(columns);
        cells = new Object[paths.size()];
    }

    @Override
    public @Nullable Object[] read(byte[] value) {
        int id = SchemaFrame.id(value);
        Known known = schemas.get(id);
        if (known == null) {
            known = new Known(file(id, registry.schema(id)), new HashMap<>());
            schemas.put(id, known);
        }
        DynamicMessage message = message(known.file, id, value);
        FieldDescriptor[][] columns = known.columns.computeIfAbsent(message.getDescriptorForType(), this::columns);
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(message, columns[i], paths.get(i));
        }
        return cells;
    }

    private static FileDescriptor file(int id, RegisteredSchema registered) {
        if (!registered.type().equals(TYPE)) {
            throw SchemaCache.wrongType(id, registered.type(), "protobuf");
        }
        try {
            return ProtoText.descriptor(registered);
        } catch (DescriptorValidationException | IllegalStateException | IllegalArgumentException e) {
            throw SchemaCache.unreadable(id, e);
        }
    }

    private static DynamicMessage message(FileDescriptor file, int id, byte[] value) {
        CodedInputStream in =
                CodedInputStream.newInstance(value, SchemaFrame.SIZE_BYTES, value.length - SchemaFrame.SIZE_BYTES);
        try {
            DynamicMessage message = DynamicMessage.parseFrom(type(file, in), in);
            in.checkLastTagWas(0);
            return message;
        } catch (IOException | IndexOutOfBoundsException e) {
            throw FieldProblem.withoutValue(
                    "not_protobuf",
                    "",
                    "the record cannot be read by the schema in front of it: schema=" + id + ": " + e.getMessage(),
                    "write it with the schema that it names, by a serializer of a schema registry");
        }
    }

    /** Behind the id: how many indices there are, and the index of a type in the file, of one inside it, and so on; 0 alone: the first. */
    private static Descriptor type(FileDescriptor file, CodedInputStream in) throws IOException {
        int count = in.readSInt32();
        if (count < 0 || count > DEPTH_MAX) {
            throw new IndexOutOfBoundsException("no place of a message's type behind the schema's id");
        }
        Descriptor type = file.getMessageTypes().get(count == 0 ? 0 : in.readSInt32());
        for (int i = 1; i < count; i++) {
            type = type.getNestedTypes().get(in.readSInt32());
        }
        return type;
    }

    private FieldDescriptor[][] columns(Descriptor type) {
        return paths.stream().map(path -> fields(type, path)).toArray(FieldDescriptor[][]::new);
    }

    private static FieldDescriptor[] fields(Descriptor type, RecordPath path) {
        FieldDescriptor[] fields = new FieldDescriptor[path.length()];
        Descriptor inside = type;
        for (int i = 0; i < fields.length; i++) {
            FieldDescriptor field = field(inside, path.name(i));
            if (field == null) {
                return new FieldDescriptor[0];
            }
            boolean isMessage = field.getJavaType() == JavaType.MESSAGE;
            if (field.isRepeated() || !isMessage && i < fields.length - 1) {
                throw path.wrongType(field.isRepeated() ? "a list or a map" : "inside something that is no message");
            }
            fields[i] = field;
            inside = isMessage ? field.getMessageType() : inside;
        }
        return fields;
    }

    private static @Nullable FieldDescriptor field(Descriptor type, String name) {
        FieldDescriptor named = type.findFieldByName(name);
        return named != null
                ? named
                : type.getFields().stream()
                        .filter(field -> field.getJsonName().equals(name))
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable Object cell(Message message, FieldDescriptor[] fields, RecordPath path) {
        Object value = fields.length == 0 ? null : message;
        for (FieldDescriptor field : fields) {
            Message inside = (Message) value;
            if (inside == null || field.hasPresence() && !inside.hasField(field)) {
                return null;
            }
            value = inside.getField(field);
        }
        return value == null ? null : single(value, fields[fields.length - 1], path);
    }

    private static Object single(Object value, FieldDescriptor field, RecordPath path) {
        if (value instanceof Message message) {
            return single(message, path);
        }
        if (value instanceof EnumValueDescriptor constant) {
            return constant.getName();
        }
        if (value instanceof ByteString) {
            throw path.wrongType("bytes");
        }
        return switch (field.getType()) {
            case UINT32, FIXED32 -> Integer.toUnsignedLong((int) value);
            // A text only where no number of the other types holds it: a text is no time in milliseconds.
            case UINT64, FIXED64 -> (long) value >= 0 ? value : Long.toUnsignedString((long) value);
            default -> value;
        };
    }

    /** Of the types that come with every compiler. */
    private static Object single(Message message, RecordPath path) {
        Descriptor type = message.getDescriptorForType();
        if (type.getFullName().equals(Timestamp.getDescriptor().getFullName())) {
            try {
                return Instant.ofEpochSecond(
                        (long) message.getField(type.findFieldByNumber(Timestamp.SECONDS_FIELD_NUMBER)),
                        (int) message.getField(type.findFieldByNumber(Timestamp.NANOS_FIELD_NUMBER)));
            } catch (DateTimeException | ArithmeticException e) {
                throw path.wrongType("a timestamp that no calendar has");
            }
        }
        if (type.getFile().getName().equals(WrappersProto.getDescriptor().getName())) {
            FieldDescriptor wrapped = type.findFieldByNumber(1);
            return single(message.getField(wrapped), wrapped, path);
        }
        throw path.wrongType("a message");
    }
}
