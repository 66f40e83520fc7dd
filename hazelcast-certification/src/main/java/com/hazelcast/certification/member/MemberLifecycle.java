package com.hazelcast.certification.member;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** In which phase of its life a member is. The phase changes in one step, and only as {@link MemberPhase} allows. Thread-safe. */
final class MemberLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(MemberLifecycle.class);

    @GuardedBy("this")
    private MemberPhase phase = MemberPhase.STARTING;

    synchronized MemberPhase phase() {
        return phase;
    }

    boolean isScoring() {
        return phase() == MemberPhase.SCORING;
    }

    /** Whether {@link #become} would succeed now. */
    synchronized boolean mayBecome(MemberPhase next) {
        return phase == next || phase.mayBecome(next);
    }

    /**
     * Goes on to that phase.
     *
     * @return whether the member is in that phase now; it stays where it is when there is no such way
     */
    synchronized boolean become(MemberPhase next) {
        if (phase == next) {
            return true;
        }
        if (!phase.mayBecome(next)) {
            LOG.debug("no way from {} to {}", phase, next);
            return false;
        }
        LOG.debug("{} after {}", next, phase);
        phase = next;
        return true;
    }
}
