package com.hazelcast.certification.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A message between members with a value in each of its fields, as the bytes that it writes, in plain Java streams. A value follows from the
 * type and the name of its field: so fields that are exchanged, left out or added make other bytes. A shard inside a message is left out.
 */
final class RecordedMessage {
    /** Of what is scored, labelled or answered in one message. */
    private static final int COUNT = 2;

    /** Of a transaction between members, and so of those in a message. */
    private static final int TRANSACTION_SIZE_BYTES = 36;

    private RecordedMessage() {}

    /** What a message writes that has a value in each field. */
    static byte[] write(IdentifiedDataSerializable message) throws IOException, ReflectiveOperationException {
        for (Class<?> type = message.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                Object value = sample(field.getGenericType(), field.getName());
                if (value != null && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    field.set(message, value);
                }
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        message.writeData(proxy(ObjectDataOutput.class, (self, method, arguments) -> {
            switch (method.getName()) {
                case "writeString" -> out.writeUTF((String) arguments[0]);
                case "writeByteArray" -> {
                    out.writeInt(((byte[]) arguments[0]).length);
                    out.write((byte[]) arguments[0]);
                }
                case "writeIntArray" -> {
                    out.writeInt(((int[]) arguments[0]).length);
                    for (int one : (int[]) arguments[0]) {
                        out.writeInt(one);
                    }
                }
                case "writeLongArray" -> {
                    out.writeInt(((long[]) arguments[0]).length);
                    for (long one : (long[]) arguments[0]) {
                        out.writeLong(one);
                    }
                }
                case "writeObject" -> out.writeUTF("shard");
                default -> {
                    return call(out, method, arguments);
                }
            }
            return null;
        }));
        return bytes.toByteArray();
    }

    /**
     * Has a message read what an equal one wrote.
     *
     * @return how many bytes it left
     */
    static int read(IdentifiedDataSerializable message, byte[] written, HistoryShard shard) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(written));
        message.readData(proxy(ObjectDataInput.class, (self, method, arguments) -> switch (method.getName()) {
            case "readString" -> in.readUTF();
            case "readByteArray" -> in.readNBytes(in.readInt());
            case "readIntArray" -> {
                int[] ints = new int[in.readInt()];
                for (int i = 0; i < ints.length; i++) {
                    ints[i] = in.readInt();
                }
                yield ints;
            }
            case "readLongArray" -> {
                long[] longs = new long[in.readInt()];
                for (int i = 0; i < longs.length; i++) {
                    longs[i] = in.readLong();
                }
                yield longs;
            }
            case "readObject" -> {
                String unused = in.readUTF();
                yield shard;
            }
            default -> call(in, method, arguments);
        }));
        return in.available();
    }

    private static @Nullable Object call(Object stream, Method method, Object[] arguments) throws Throwable {
        try {
            return stream.getClass()
                    .getMethod(method.getName(), method.getParameterTypes())
                    .invoke(stream, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(RecordedMessage.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** A value of that type; null: it is nothing that travels. */
    private static @Nullable Object sample(Type type, String name) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return List.of(sample(arguments[0], name));
            }
            if (generic.getRawType() == Set.class) {
                return Set.of(sample(arguments[0], name));
            }
            return generic.getRawType() == Map.class
                    ? Map.of(sample(arguments[0], name), sample(arguments[1], name))
                    : null;
        }
        return type instanceof Class<?> one ? sample(one, name) : null;
    }

    private static @Nullable Object sample(Class<?> type, String name) throws ReflectiveOperationException {
        long number = number(name);
        if (type == long.class) {
            return number << 20 | 0xFFFFF;
        } else if (type == int.class || type == Integer.class) {
            return name.equals("count") ? COUNT : (int) number;
        } else if (type == boolean.class) {
            return true;
        } else if (type == String.class) {
            return name;
        } else if (type == byte[].class) {
            byte[] bytes = new byte[COUNT * TRANSACTION_SIZE_BYTES];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i + 1);
            }
            return bytes;
        } else if (type == short[].class) {
            return new short[COUNT];
        } else if (type == long[].class) {
            return new long[] {number, number + 1};
        } else if (type == BitSet.class) {
            return BitSet.valueOf(new long[] {1L << number % COUNT});
        } else if (type == UUID.class) {
            return new UUID(number, number + 1);
        } else if (type.isEnum()) {
            Object[] constants = type.getEnumConstants();
            return constants[constants.length - 1];
        }
        return type.isRecord() ? sampleRecord(type) : null;
    }

    private static Object sampleRecord(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = sample(components[i].getGenericType(), components[i].getName());
        }
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    private static long number(String name) {
        CRC32 sum = new CRC32();
        sum.update(name.getBytes(UTF_8));
        return sum.getValue();
    }
}
