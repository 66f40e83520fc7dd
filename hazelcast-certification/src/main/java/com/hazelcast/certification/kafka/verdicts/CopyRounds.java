package com.hazelcast.certification.kafka.verdicts;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which of what copies have taken on this member their owners have sent. Thread-safe; one thread calls {@link #tick}.
 *
 * <p>An owner writes an outcome to its own log before its backups get it. So a round is: this member records the end of its own log, and then the
 * end of each other member's. When each of these has sent its log up to there, all is sent that this member has of others before the noted
 * end: it is <b>released</b>. A round that is not completed releases nothing. When a member is gone, nobody knows what it had sent. All
 * that copies have taken here up to then is <b>due</b>, that is, sent from here, and what still comes within {@link #SETTLE_NS} as well.
 */
final class CopyRounds {
    /**
     * An outcome that a member has sent to its backups before it was lost is in their logs that much later at most. It is a message of a
     * connection that is closed already, on its way to a thread of this process.
     */
    static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(10);

    private static final LogPlace BEGIN = new LogPlace(0, 0);

    @GuardedBy("this")
    private LogPlace due = BEGIN;

    @GuardedBy("this")
    private LogPlace released = BEGIN;

    @GuardedBy("this")
    private @Nullable Round round;

    @GuardedBy("this")
    private Set<UUID> known = Set.of();

    @GuardedBy("this")
    private boolean isSettling = true;

    @GuardedBy("this")
    private long settlesFromNs;

    /**
     * What another member answers.
     *
     * @param end of its log, with all that it has appended
     * @param sent up to here it has sent what it has decided
     */
    record Places(LogPlace end, LogPlace sent) {}

    private record Round(LogPlace own, Map<UUID, LogPlace> ends) {
        boolean isSent(Map<UUID, Places> answers) {
            return ends.entrySet().stream().allMatch(end -> {
                Places answer = answers.get(end.getKey());
                return answer != null && answer.sent.compareTo(end.getValue()) >= 0;
            });
        }
    }

    /** Begins as after a loss: what was before is not known. */
    CopyRounds(long nowNs) {
        settlesFromNs = nowNs;
    }

    /** Another member is gone; may be called by any thread, as soon as that is known. */
    synchronized void memberLeft(long nowNs) {
        isSettling = true;
        settlesFromNs = nowNs;
    }

    /**
     * Takes what the others say.
     *
     * @param own end of this member's log, recorded before the others were listed
     * @param others that are in the cluster, listed before they were asked
     * @param answers of those that have answered
     */
    synchronized void tick(LogPlace own, Set<UUID> others, Map<UUID, Places> answers, long nowNs) {
        if (!others.containsAll(known)) {
            memberLeft(nowNs);
        }
        known = Set.copyOf(others);
        if (isSettling) {
            round = null;
            due = own;
            isSettling = nowNs - settlesFromNs < SETTLE_NS;
            if (isSettling) {
                return;
            }
        }
        Round begun = round;
        if (begun != null && begun.isSent(answers)) {
            released = begun.own;
            begun = null;
        }
        if (begun == null && answers.keySet().containsAll(others)) {
            Map<UUID, LogPlace> ends = new HashMap<>();
            answers.forEach((other, places) -> ends.put(other, places.end));
            begun = new Round(own, ends);
        }
        round = begun;
    }

    /** Up to here what copies have taken is to be sent from here. */
    synchronized LogPlace due() {
        return due;
    }

    /** Up to here what copies have taken and is not due is sent by others. */
    synchronized LogPlace released() {
        return released;
    }
}
