package com.hazelcast.certification.access.oidc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Nonce;
import java.net.URI;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Sign-ins that have begun here and not come back, by their state. Each is taken once, and within {@value #SECONDS_MAX} s. At most {@value
 * #OF_ADDRESS_MAX} of an address and {@value #ALL_MAX} in all; beyond that the oldest is forgotten. Thread-safe.
 */
final class PendingSignIns {
    static final int SECONDS_MAX = 600;

    /** Sign-ins under way of one address, so that one cannot push out those of all others. */
    static final int OF_ADDRESS_MAX = 20;

    static final int ALL_MAX = 1_000;

    private final LongSupplier nanoClock;

    /** The oldest first. */
    @GuardedBy("this")
    private final Map<String, Pending> pending = new LinkedHashMap<>();

    /**
     * What a sign-in is held against when it comes back.
     *
     * @param redirect where the provider was to send the browser
     * @param from the address that it began at
     */
    record Pending(Nonce nonce, CodeVerifier verifier, URI redirect, String from, long beganNs) {}

    PendingSignIns(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** One that begins. */
    Pending begin(Nonce nonce, CodeVerifier verifier, URI redirect, String from) {
        return new Pending(nonce, verifier, redirect, from, nanoClock.getAsLong());
    }

    /** Keeps one. */
    synchronized void put(String state, Pending begun) {
        long nowNs = nanoClock.getAsLong();
        pending.values().removeIf(each -> isOver(each, nowNs));
        if (pending.values().stream()
                        .filter(each -> each.from.equals(begun.from))
                        .count()
                >= OF_ADDRESS_MAX) {
            removeOldest(begun.from);
        }
        if (pending.size() >= ALL_MAX) {
            String oldest = pending.keySet().iterator().next();
            pending.remove(oldest);
        }
        pending.put(state, begun);
    }

    @GuardedBy("this")
    private void removeOldest(String from) {
        for (Iterator<Pending> each = pending.values().iterator(); each.hasNext(); ) {
            if (each.next().from.equals(from)) {
                each.remove();
                return;
            }
        }
    }

    /** The one of that state, which is then known no more. */
    synchronized Optional<Pending> take(String state) {
        return Optional.ofNullable(pending.remove(state)).filter(each -> !isOver(each, nanoClock.getAsLong()));
    }

    private static boolean isOver(Pending pending, long nowNs) {
        return nowNs - pending.beganNs >= TimeUnit.SECONDS.toNanos(SECONDS_MAX);
    }
}
