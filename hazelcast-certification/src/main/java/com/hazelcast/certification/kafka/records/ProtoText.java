package com.hazelcast.certification.kafka.records;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import com.hazelcast.certification.kafka.schemas.RegisteredSchema;
import com.squareup.wire.schema.Field;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.internal.parser.EnumElement;
import com.squareup.wire.schema.internal.parser.FieldElement;
import com.squareup.wire.schema.internal.parser.MessageElement;
import com.squareup.wire.schema.internal.parser.OneOfElement;
import com.squareup.wire.schema.internal.parser.ProtoFileElement;
import com.squareup.wire.schema.internal.parser.ProtoParser;
import com.squareup.wire.schema.internal.parser.TypeElement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Descriptors out of the texts of {@code .proto} files, which is what registries have. What no field of a payment needs is left out:
 * options, services, extensions, groups and defaults. Types of files that are not there are messages of unknown content. Pure.
 */
final class ProtoText {
    private static final String PROTO_3 = "proto3";
    private static final String MAP = "map<";

    private static final Set<FieldDescriptorProto.Type> NOT_SCALAR = EnumSet.of(
            FieldDescriptorProto.Type.TYPE_MESSAGE,
            FieldDescriptorProto.Type.TYPE_ENUM,
            FieldDescriptorProto.Type.TYPE_GROUP);

    /** The names of scalar types in texts. */
    private static final Map<String, FieldDescriptorProto.Type> SCALARS = Stream.of(FieldDescriptorProto.Type.values())
            .filter(type -> !NOT_SCALAR.contains(type))
            .collect(Collectors.toMap(
                    type -> type.name().substring("TYPE_".length()).toLowerCase(Locale.ROOT), type -> type));

    /** Files that registries do not have, because every compiler brings them. */
    private static final List<FileDescriptor> COMMON = List.of(
            TimestampProto.getDescriptor(),
            WrappersProto.getDescriptor(),
            DurationProto.getDescriptor(),
            StructProto.getDescriptor(),
            AnyProto.getDescriptor());

    private ProtoText() {}

    /**
     * The descriptor of a schema.
     *
     * @throws IllegalStateException when the text is no {@code .proto} file
     * @throws DescriptorValidationException when what it says does not fit together
     */
    static FileDescriptor descriptor(RegisteredSchema schema) throws DescriptorValidationException {
        Map<String, FileDescriptor> known = new HashMap<>();
        COMMON.forEach(file -> known.put(file.getName(), file));
        for (Map.Entry<String, String> reference : schema.references().entrySet()) {
            known.put(reference.getKey(), file(reference.getKey(), reference.getValue(), known));
        }
        return file("schema.proto", schema.text(), known);
    }

    private static FileDescriptor file(String name, String text, Map<String, FileDescriptor> known)
            throws DescriptorValidationException {
        ProtoFileElement parsed = ProtoParser.Companion.parse(Location.get(name), text);
        boolean isProto3 = PROTO_3.equals(String.valueOf(parsed.getSyntax()));
        FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder().setName(name);
        if (isProto3) {
            file.setSyntax(PROTO_3);
        }
        String inPackage = parsed.getPackageName();
        if (inPackage != null) {
            file.setPackage(inPackage);
        }
        List<FileDescriptor> imported = new ArrayList<>();
        for (String path : parsed.getImports()) {
            addImport(path, known, file, imported);
        }
        for (String path : parsed.getPublicImports()) {
            if (addImport(path, known, file, imported)) {
                file.addPublicDependency(imported.size() - 1);
            }
        }
        for (TypeElement type : parsed.getTypes()) {
            if (type instanceof MessageElement message) {
                file.addMessageType(message(message, isProto3));
            } else if (type instanceof EnumElement values) {
                file.addEnumType(values(values));
            }
        }
        return FileDescriptor.buildFrom(file.build(), imported.toArray(FileDescriptor[]::new), true);
    }

    private static boolean addImport(
            String path,
            Map<String, FileDescriptor> known,
            FileDescriptorProto.Builder file,
            List<FileDescriptor> imported) {
        FileDescriptor found = known.get(path);
        if (found != null) {
            file.addDependency(path);
            imported.add(found);
        }
        return found != null;
    }

    private static DescriptorProto message(MessageElement parsed, boolean isProto3) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(parsed.getName());
        for (TypeElement type : parsed.getNestedTypes()) {
            if (type instanceof MessageElement nested) {
                message.addNestedType(message(nested, isProto3));
            } else if (type instanceof EnumElement values) {
                message.addEnumType(values(values));
            }
        }
        for (OneOfElement oneOf : parsed.getOneOfs()) {
            for (FieldElement field : oneOf.getFields()) {
                message.addField(field(field).setOneofIndex(message.getOneofDeclCount()));
            }
            message.addOneofDecl(OneofDescriptorProto.newBuilder().setName(oneOf.getName()));
        }
        for (FieldElement field : parsed.getFields()) {
            if (field.getType().startsWith(MAP)) {
                addMap(field, message);
            } else if (isProto3 && field.getLabel() == Field.Label.OPTIONAL) {
                message.addField(field(field).setProto3Optional(true).setOneofIndex(message.getOneofDeclCount()));
                message.addOneofDecl(OneofDescriptorProto.newBuilder().setName("_" + field.getName()));
            } else {
                message.addField(field(field));
            }
        }
        return message.build();
    }

    /** A map is a list of entries, each a message of a key and a value. */
    private static void addMap(FieldElement field, DescriptorProto.Builder message) {
        String[] types = field.getType()
                .substring(MAP.length(), field.getType().length() - 1)
                .split(",", 2);
        String name = Stream.of(field.getName().split("_", -1))
                        .filter(part -> !part.isEmpty())
                        .map(part -> part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1))
                        .collect(Collectors.joining())
                + "Entry";
        DescriptorProto.Builder entry = DescriptorProto.newBuilder().setName(name);
        entry.getOptionsBuilder().setMapEntry(true);
        entry.addField(typed(types[0].strip()).setName("key").setNumber(1).setLabel(Label.LABEL_OPTIONAL));
        entry.addField(typed(types[1].strip()).setName("value").setNumber(2).setLabel(Label.LABEL_OPTIONAL));
        message.addNestedType(entry);
        message.addField(FieldDescriptorProto.newBuilder()
                .setName(field.getName())
                .setNumber(field.getTag())
                .setLabel(Label.LABEL_REPEATED)
                .setTypeName(name));
    }

    private static FieldDescriptorProto.Builder field(FieldElement parsed) {
        FieldDescriptorProto.Builder field =
                typed(parsed.getType()).setName(parsed.getName()).setNumber(parsed.getTag());
        String jsonName = parsed.getJsonName();
        if (jsonName != null) {
            field.setJsonName(jsonName);
        }
        Field.Label label = parsed.getLabel();
        return field.setLabel(
                label == Field.Label.REQUIRED
                        ? Label.LABEL_REQUIRED
                        : label == Field.Label.REPEATED ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL);
    }

    private static FieldDescriptorProto.Builder typed(String name) {
        FieldDescriptorProto.Type scalar = SCALARS.get(name);
        FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder();
        return scalar == null ? field.setTypeName(name) : field.setType(scalar);
    }

    private static EnumDescriptorProto values(EnumElement parsed) {
        EnumDescriptorProto.Builder values = EnumDescriptorProto.newBuilder().setName(parsed.getName());
        parsed.getConstants()
                .forEach(value ->
                        values.addValueBuilder().setName(value.getName()).setNumber(value.getTag()));
        return values.build();
    }
}
