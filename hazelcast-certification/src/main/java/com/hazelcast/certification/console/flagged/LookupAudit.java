package com.hazelcast.certification.console.flagged;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.access.Users;
import com.hazelcast.certification.console.http.Caller;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * Writes down who looked which card up, and with what result, in the log named {@value #NAME}. Cards are masked; a token is never
 * written. Every look-up that was carried out has its line. Those that were not cost their sender nothing, so of each kind at
 * most one line a second is written, and the next one says how many were left out. Thread-safe.
 */
public final class LookupAudit {
    static final String NAME = "fraud.audit";

    private static final String NO_CARD = "-";
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final Consumer<String> log;
    private final LongSupplier nanoClock;

    @GuardedBy("this")
    private final Map<Result, Suppressed> suppressed = new EnumMap<>(Result.class);

    /** How a look-up went. */
    enum Result {
        FOUND,
        NOT_FOUND,
        /** The card's shard did not answer, or is not loaded. */
        FAILED,
        /** What was sent is no card number and no link. */
        INVALID,
        /** The caller's role does not allow it. */
        DENIED,
        /** The caller has looked up too much. */
        RATE_LIMITED,
        /** The caller has presented a token that is none. */
        WRONG_TOKEN,
        /** A user has signed in. */
        SIGNED_IN,
        /** A user has signed out. */
        SIGNED_OUT,
        /** A user has presented a wrong secret. */
        WRONG_SECRET,
        /** There may be no attempts for some time. */
        LOCKED_OUT;

        boolean isCarriedOut() {
            return this == FOUND || this == NOT_FOUND || this == FAILED || this == SIGNED_IN || this == SIGNED_OUT;
        }
    }

    /** By what a card is named. */
    enum By {
        NUMBER,
        LINK,
        /** A flagged transaction, whose explanation shows its card's history. */
        TRANSACTION
    }

    private static final class Suppressed {
        private long nextLineNs;
        private long count;

        Suppressed(long nowNs) {
            this.nextLineNs = nowNs;
        }
    }

    /** To the log. */
    public LookupAudit() {
        this(line -> LoggerFactory.getLogger(NAME).info(line), System::nanoTime);
    }

    LookupAudit(Consumer<String> log, LongSupplier nanoClock) {
        this.log = log;
        this.nanoClock = nanoClock;
    }

    /** @param card masked, or the id of a flagged transaction */
    void write(Caller caller, By by, String card, Result result) {
        write(
                "card look-up: user=" + caller.name() + " role=" + caller.roleName() + " address=" + caller.address()
                        + " by=" + label(by) + " card=" + card,
                result);
    }

    /** A request, of whatever kind, with a token that gives no role. */
    void wrongToken(String address) {
        write("console: address=" + address, Result.WRONG_TOKEN);
    }

    /** A name and a secret that were checked, or refused unchecked. What is no user's name is not written: it may be a secret. */
    void signedIn(String name, String address, Users.SignIn signIn) {
        write(
                "console: user=" + (signIn.isKnown() ? name : Caller.NOBODY) + " address=" + address,
                switch (signIn.outcome()) {
                    case SIGNED_IN -> Result.SIGNED_IN;
                    case WRONG -> Result.WRONG_SECRET;
                    case WRONG_AND_LOCKED, LOCKED -> Result.LOCKED_OUT;
                });
    }

    void signedOut(Caller caller) {
        write("console: user=" + caller.name() + " address=" + caller.address(), Result.SIGNED_OUT);
    }

    private void write(String what, Result result) {
        long leftOut = 0;
        if (!result.isCarriedOut()) {
            synchronized (this) {
                long nowNs = nanoClock.getAsLong();
                Suppressed lines = suppressed.computeIfAbsent(result, ignored -> new Suppressed(nowNs));
                if (nowNs - lines.nextLineNs < 0) {
                    lines.count++;
                    return;
                }
                leftOut = lines.count;
                lines.count = 0;
                lines.nextLineNs = nowNs + LINE_INTERVAL_NS;
            }
        }
        log.accept(what + " result=" + label(result)
                + (leftOut == 0 ? "" : " and " + leftOut + " more of that result since the last line"));
    }

    /** One of which no card is known. */
    void write(Caller caller, By by, Result result) {
        write(caller, by, NO_CARD, result);
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
