package org.example;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** What an attacker would send: a foreign class that does something when it arrives and something when it runs. */
public final class CraftedProcessor implements EntryProcessor<Integer, Object, String> {
    /** How often one has come to life in this JVM by deserialisation. */
    public static final AtomicInteger ARRIVED = new AtomicInteger();

    private static final long serialVersionUID = 1;

    @Override
    public String process(Map.Entry<Integer, Object> entry) {
        return "has run";
    }

    private Object readResolve() {
        ARRIVED.incrementAndGet();
        return this;
    }
}
