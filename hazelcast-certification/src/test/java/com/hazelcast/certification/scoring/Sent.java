package com.hazelcast.certification.scoring;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** What a processor writes for another member, in plain Java streams: those methods of Hazelcast's that the package uses. */
final class Sent {
    private Sent() {}

    /** Reads into the second what the first writes. */
    static <T extends IdentifiedDataSerializable> T through(T written, T read) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        written.writeData(proxy(ObjectDataOutput.class, (self, method, arguments) -> {
            if (method.getName().equals("writeLongArray")) {
                long[] longs = (long[]) arguments[0];
                out.writeInt(longs.length);
                for (long one : longs) {
                    out.writeLong(one);
                }
                return null;
            }
            return call(out, method, arguments);
        }));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        read.readData(proxy(ObjectDataInput.class, (self, method, arguments) -> {
            if (method.getName().equals("readLongArray")) {
                long[] longs = new long[in.readInt()];
                for (int i = 0; i < longs.length; i++) {
                    longs[i] = in.readLong();
                }
                return longs;
            }
            return call(in, method, arguments);
        }));
        if (in.available() > 0) {
            throw new AssertionError("bytes were left: count=" + in.available());
        }
        return read;
    }

    private static Object call(Object stream, Method method, Object[] arguments) throws Exception {
        return stream.getClass()
                .getMethod(method.getName(), method.getParameterTypes())
                .invoke(stream, arguments);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Sent.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
