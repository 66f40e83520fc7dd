package com.hazelcast.certification.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Who has failed too often, by name at an address, by address, and by name. At the bound, further attempts are refused for {@value
 * #LOCKED_S} s, the right secret included. Failures count for {@value #LOCKED_S} s after the last of them. At most {@value #KEYS_MAX} are
 * remembered; who has failed longest ago is forgotten. Thread-safe; takes no time to speak of.
 */
final class LockOut {
    static final int LOCKED_S = 300;

    /** Of one name from one address. */
    static final int OF_BOTH_MAX = 5;

    /** From one address, whatever the names. */
    static final int OF_ADDRESS_MAX = 20;

    /** Of one name, from wherever: more, so that a stranger cannot keep somebody out with five attempts. */
    static final int OF_NAME_MAX = 100;

    static final int KEYS_MAX = 10_000;

    private final LongSupplier nanoClock;

    @GuardedBy("this")
    private final Map<String, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > KEYS_MAX;
        }
    };

    private record Failures(int count, long lastNs) {}

    LockOut(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Seconds for which that name cannot try from that address; 0: it can. */
    synchronized int lockedS(String name, String address) {
        return Math.max(
                lockedS(both(name, address), OF_BOTH_MAX),
                Math.max(lockedS(ofAddress(address), OF_ADDRESS_MAX), lockedS(ofName(name), OF_NAME_MAX)));
    }

    @GuardedBy("this")
    private int lockedS(String key, int failuresMax) {
        Failures found = failures.get(key);
        if (found == null) {
            return 0;
        }
        long leftNs = TimeUnit.SECONDS.toNanos(LOCKED_S) - (nanoClock.getAsLong() - found.lastNs);
        if (leftNs <= 0) {
            failures.remove(key);
            return 0;
        }
        return found.count < failuresMax ? 0 : (int) Math.max(1, TimeUnit.NANOSECONDS.toSeconds(leftNs));
    }

    /** Counts a failure; returns whether it is the one that locks. */
    synchronized boolean failed(String name, String address) {
        boolean isLockedBefore = lockedS(name, address) > 0;
        for (String key : new String[] {both(name, address), ofAddress(address), ofName(name)}) {
            Failures before = failures.get(key);
            failures.put(key, new Failures(before == null ? 1 : before.count + 1, nanoClock.getAsLong()));
        }
        return !isLockedBefore && lockedS(name, address) > 0;
    }

    /** Forgets the failures of that name at that address. Those of the address stay: it may try other names. */
    synchronized void succeeded(String name, String address) {
        failures.remove(both(name, address));
    }

    synchronized int rememberedCount() {
        return failures.size();
    }

    private static String both(String name, String address) {
        return "both " + name + " " + address;
    }

    private static String ofAddress(String address) {
        return "address " + address;
    }

    private static String ofName(String name) {
        return "name " + name;
    }
}
