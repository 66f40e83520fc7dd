package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.access.AuditEvent;
import com.hazelcast.certification.access.AuditTrail;
import com.hazelcast.certification.shard.LineLimit;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * Writes down which client of the HTTP API read which card's history, or reasons made of it, and who was turned away. Every history that goes
 * out has its line before. Requests without a valid token or with a wrong role cost their sender nothing, so of each kind at most one line
 * a second is written, which says how many it stands for. Thread-safe; never blocks.
 */
public final class ApiAudit {
    private static final String NOBODY = "-";

    private final AuditTrail trail;
    private final LineLimit wrongTokens;
    private final LineLimit denials;

    /** By what a card is named, and for what. */
    public enum By {
        NUMBER("by number"),
        TOKEN("by token"),
        /** By the transaction to be decided; not the history goes out but the reasons that were made of it. */
        REASONS("reasons of a decision");

        private final String label;

        By(String label) {
            this.label = label;
        }
    }

    /** How a look-up went. */
    public enum Result {
        FOUND("found"),
        NOT_FOUND("not_found"),
        /** The card's shard did not answer, or is not loaded. */
        FAILED("failed");

        private final String label;

        Result(String label) {
            this.label = label;
        }
    }

    /** @param nanoClock as {@code System.nanoTime()} */
    public ApiAudit(AuditTrail trail, LongSupplier nanoClock) {
        this.trail = trail;
        wrongTokens = new LineLimit(nanoClock);
        denials = new LineLimit(nanoClock);
    }

    /**
     * A client reads a card's history.
     *
     * @param from its address
     * @param card masked
     * @return done when that is written down; fails when it cannot be, and the history must not go out then
     */
    public CompletableFuture<Void> lookedUp(String client, String from, By by, String card, Result result) {
        return trail.submit(new AuditEvent(client, "", from, "look-up", card, "HTTP API, " + by.label, result.label));
    }

    /** A request with a token that is not known or has expired. */
    public void wrongToken(String from) {
        turnedAway(wrongTokens.add(1), NOBODY, from, "sign-in", "wrong_token");
    }

    /** A client has requested what its role does not allow. */
    public void denied(String client, String from, String call) {
        turnedAway(denials.add(1), client, from, call, "denied");
    }

    private void turnedAway(long standsFor, String client, String from, String what, String result) {
        if (standsFor > 0) {
            String more = standsFor == 1 ? "" : ", and " + (standsFor - 1) + " more of that result since the last line";
            trail.offer(new AuditEvent(client, "", from, what, "", "HTTP API" + more, result));
        }
    }
}
