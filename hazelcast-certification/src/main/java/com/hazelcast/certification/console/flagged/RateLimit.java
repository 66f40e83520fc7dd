package com.hazelcast.certification.console.flagged;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How often callers may do something: so many a second for each caller and so many for all together, with bursts. Each has an
 * account that fills with time; a deed takes from the caller's and from that of all. Keeps the accounts of the latest
 * {@value #CALLERS_MAX} callers: one that is forgotten begins with a full account, and that of all still holds it. Thread-safe.
 */
final class RateLimit {
    static final int CALLERS_MAX = 1_024;

    private final Rate each;
    private final LongSupplier nanoClock;

    @GuardedBy("this")
    private final Account all;

    @GuardedBy("this")
    private final Map<String, Account> accounts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Account> eldest) {
            return size() > CALLERS_MAX;
        }
    };

    /** A rate, and how many may come at once after a quiet time. */
    record Rate(double perSecond, int burst) {}

    /** @param nanoClock as {@link System#nanoTime} */
    RateLimit(Rate each, Rate all, LongSupplier nanoClock) {
        this.each = each;
        this.nanoClock = nanoClock;
        this.all = new Account(all, nanoClock.getAsLong());
    }

    /** What a caller may still do. */
    private static final class Account {
        private final Rate rate;
        private double left;
        private long atNs;

        Account(Rate rate, long nowNs) {
            this.rate = rate;
            this.left = rate.burst();
            this.atNs = nowNs;
        }

        void fill(long nowNs) {
            left = Math.min(rate.burst(), left + rate.perSecond() * (nowNs - atNs) / TimeUnit.SECONDS.toNanos(1));
            atNs = nowNs;
        }

        double secondsUntilOne() {
            return left >= 1 ? 0 : (1 - left) / rate.perSecond();
        }
    }

    /**
     * Takes one from the caller's account.
     *
     * @return 0 when it may; else whole seconds after which it may try again, and nothing has been taken
     */
    synchronized int take(String caller) {
        long nowNs = nanoClock.getAsLong();
        Account own = accounts.computeIfAbsent(caller, ignored -> new Account(each, nowNs));
        own.fill(nowNs);
        all.fill(nowNs);
        double waitS = Math.max(own.secondsUntilOne(), all.secondsUntilOne());
        if (waitS > 0) {
            return (int) Math.ceil(waitS);
        }
        own.left--;
        all.left--;
        return 0;
    }

    /** Takes more for a deed that was done; the account may fall below nothing, and the caller waits longer then. */
    synchronized void charge(String caller, int more) {
        Account own = accounts.get(caller);
        if (own != null) {
            own.left -= more;
        }
    }
}
