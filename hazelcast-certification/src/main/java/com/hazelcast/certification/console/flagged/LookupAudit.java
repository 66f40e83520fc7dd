package com.hazelcast.certification.console.flagged;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.access.AuditEvent;
import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.access.Users;
import com.hazelcast.certification.console.http.Caller;
import com.hazelcast.certification.console.http.Deed;
import com.hazelcast.certification.console.http.HttpFailure;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
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
    private static final String SIGN_IN = "sign-in";
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final AuditTrail trail;
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
        /** The caller's role does not allow to control the cluster, or to work on the rules. */
        DENIED_CONTROL,
        /** A user has signed in. */
        SIGNED_IN,
        /** A user has signed out. */
        SIGNED_OUT,
        /** Somebody wanted to sign out who has not signed in. */
        NOT_SIGNED_IN,
        /** A user has presented a wrong secret. */
        WRONG_SECRET,
        /** A sign-in by the provider of identities came to nothing. */
        REFUSED,
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

    /** To the log and to that trail. */
    public LookupAudit(AuditTrail trail) {
        this(trail, line -> LoggerFactory.getLogger(NAME).info(line), System::nanoTime);
    }

    LookupAudit(AuditTrail trail, Consumer<String> log, LongSupplier nanoClock) {
        this.trail = trail;
        this.log = log;
        this.nanoClock = nanoClock;
    }

    /**
     * A look-up.
     *
     * @param card masked, or the id of a flagged transaction
     * @throws HttpFailure 503 when it was carried out and cannot be written down; its answer must not go out then
     */
    void write(Caller caller, By by, String card, Result result) {
        write(
                "card look-up: user=" + caller.name() + " role=" + caller.roleName() + " address=" + caller.address()
                        + " by=" + label(by) + " card=" + card,
                result,
                more -> new AuditEvent(
                        caller.name(),
                        caller.roleName(),
                        caller.address(),
                        "look-up",
                        card.equals(NO_CARD) ? "" : card,
                        "by " + label(by) + more,
                        label(result)));
    }

    /** A caller whose role does not allow what it asked for. */
    void denied(Caller caller, Deed deed) {
        if (deed == Deed.LOOK_UP) {
            write(caller, By.NUMBER, Result.DENIED);
        } else {
            write(
                    deed.label() + ": user=" + caller.name() + " role=" + caller.roleName() + " address="
                            + caller.address(),
                    Result.DENIED_CONTROL,
                    more -> new AuditEvent(
                            caller.name(),
                            caller.roleName(),
                            caller.address(),
                            deed.label(),
                            "",
                            more.strip(),
                            label(Result.DENIED_CONTROL)));
        }
    }

    /** A request, of whatever kind, with a token that gives no role. */
    void wrongToken(String address) {
        write(
                "console: address=" + address,
                Result.WRONG_TOKEN,
                more -> signIn(Caller.NOBODY, address, Result.WRONG_TOKEN, more));
    }

    /**
     * A name and a secret that were checked, or refused unchecked. What is no user's name is not written: it may be a secret.
     *
     * @throws HttpFailure 503 when a user has signed in and that cannot be written down
     */
    void signedIn(String name, String address, Users.SignIn signIn) {
        String known = signIn.isKnown() ? name : Caller.NOBODY;
        Result result = switch (signIn.outcome()) {
            case SIGNED_IN -> Result.SIGNED_IN;
            case WRONG -> Result.WRONG_SECRET;
            case WRONG_AND_LOCKED, LOCKED -> Result.LOCKED_OUT;
        };
        write("console: user=" + known + " address=" + address, result, more -> signIn(known, address, result, more));
    }

    /**
     * Somebody whom the provider of identities has signed in.
     *
     * @throws HttpFailure 503 when it cannot be written down
     */
    void signedInByProvider(Caller caller) {
        write(
                "console: user=" + caller.name() + " role=" + caller.roleName() + " address=" + caller.address()
                        + " by=provider",
                Result.SIGNED_IN,
                more -> new AuditEvent(
                        caller.name(),
                        caller.roleName(),
                        caller.address(),
                        SIGN_IN,
                        "",
                        "by the provider" + more,
                        label(Result.SIGNED_IN)));
    }

    /**
     * A sign-in by the provider of identities that came to nothing.
     *
     * @param user who it is when that is known; else {@link Caller#NOBODY}
     * @param reason a word
     */
    void refusedByProvider(String user, String address, String reason) {
        write(
                "console: user=" + user + " address=" + address + " by=provider reason=" + reason,
                Result.REFUSED,
                more -> signIn(user, address, Result.REFUSED, "by the provider: " + reason + more));
    }

    /**
     * A sign-out.
     *
     * @throws HttpFailure 503 when the caller was signed in and that cannot be written down
     */
    void signedOut(Caller caller) {
        Result result = caller.isSignedIn() ? Result.SIGNED_OUT : Result.NOT_SIGNED_IN;
        write(
                "console: user=" + caller.name() + " address=" + caller.address(),
                result,
                more -> new AuditEvent(
                        caller.name(), "", caller.address(), "sign-out", "", more.strip(), label(result)));
    }

    private static AuditEvent signIn(String user, String address, Result result, String more) {
        return new AuditEvent(user, "", address, SIGN_IN, "", more.strip(), label(result));
    }

    /** @param event made of the words about lines that were left out */
    private void write(String what, Result result, Function<String, AuditEvent> event) {
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
        String more = leftOut == 0 ? "" : " and " + leftOut + " more of that result since the last line";
        log.accept(what + " result=" + label(result) + more);
        if (result.isCarriedOut()) {
            try {
                trail.write(event.apply(more));
            } catch (IllegalStateException e) {
                throw new HttpFailure(HttpFailure.UNAVAILABLE, String.valueOf(e.getMessage()));
            }
        } else {
            trail.offer(event.apply(more));
        }
    }

    /** One of which no card is known. */
    void write(Caller caller, By by, Result result) {
        write(caller, by, NO_CARD, result);
    }

    private static String label(Enum<?> constant) {
        return constant == Result.DENIED_CONTROL
                ? label(Result.DENIED)
                : constant.name().toLowerCase(Locale.ROOT);
    }
}
