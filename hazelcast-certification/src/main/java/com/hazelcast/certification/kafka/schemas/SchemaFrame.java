package com.hazelcast.certification.kafka.schemas;

import com.hazelcast.certification.mapping.FieldProblem;
import java.nio.ByteBuffer;

/**
 * What stands in front of a value by the wire format that serializers of schema registries have in common, big-endian:
 *
 * <pre>
 *   0       1              5
 *   | 0     | schema's id  | value
 * </pre>
 *
 * <p>Pure.
 */
public final class SchemaFrame {
    /** Size of the frame. */
    public static final int SIZE_BYTES = 5;

    private static final byte MAGIC = 0;
    private static final int ID_OFFSET = 1;

    private SchemaFrame() {}

    /**
     * The id in front of a value.
     *
     * @throws FieldProblem when there is none
     */
    public static int id(byte[] record) {
        if (record.length < SIZE_BYTES || record[0] != MAGIC) {
            throw FieldProblem.withoutValue(
                    "no_schema_id",
                    "",
                    "the record does not begin with a byte 0 and the four bytes of a schema's id: bytes="
                            + record.length + (record.length == 0 ? "" : " first=" + (record[0] & 0xff)),
                    "write it by the serializer of a schema registry, with ids of four bytes in front of the value, or correct kafka-format");
        }
        return ByteBuffer.wrap(record).getInt(ID_OFFSET);
    }

    /** A value with the id of its schema in front of it. */
    public static byte[] of(int id, byte[] value) {
        return ByteBuffer.allocate(SIZE_BYTES + value.length)
                .put(MAGIC)
                .putInt(id)
                .put(value)
                .array();
    }
}
