package org.example;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializable;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;

/** Classes of a foreign package that do something when they arrive, one for each way in which Hazelcast makes an object by name. */
public final class Crafted {
    /** How often one has come to life in this JVM by deserialisation. */
    public static final AtomicInteger ARRIVED = new AtomicInteger();

    private Crafted() {}

    /** Made by name and asked to read itself. */
    public static final class ByName implements DataSerializable {
        @Override
        public void writeData(ObjectDataOutput out) throws IOException {
            out.writeInt(1);
        }

        @Override
        public void readData(ObjectDataInput in) throws IOException {
            ARRIVED.addAndGet(in.readInt());
        }
    }

    /** Made by name and given Java's stream. */
    public static final class External implements Externalizable {
        private static final long serialVersionUID = 1;

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(1);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            ARRIVED.addAndGet(in.readInt());
        }
    }

    /** Made by its components: a class that no configuration names, sent in the compact form. */
    public record Compact(int arrivals) {
        /** Counts those that are made, the attacker's own as well. */
        public Compact {
            ARRIVED.addAndGet(arrivals);
        }
    }

    /** A Java exception of a class that the cluster does not know. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Failure(String message) {
            super(message);
        }
    }

    /** What a dynamic proxy calls. */
    public static final class Handler implements InvocationHandler, java.io.Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return 0;
        }

        private Object readResolve() {
            ARRIVED.incrementAndGet();
            return this;
        }
    }
}
