package com.hazelcast.certification.member;

import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.copies.CopyFigures;
import com.hazelcast.certification.metrics.LastMinute;
import com.hazelcast.certification.metrics.Vitals;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.source.SourceReaders;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Whether a member's answers flow, and what it is shown as doing. Thread-safe; a look takes each lane's lock for a moment. */
final class MemberPulse {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final BooleanSupplier isStarted;
    private final Supplier<CopyFigures> copies;
    private final IntSupplier copiesRequired;
    private final Router router;
    private final SourceReaders readers;
    private final LastMinute lastMinute;
    private volatile long lookedNs = System.nanoTime() - 2 * LOOK_NS;
    private volatile boolean isCutOff;

    MemberPulse(
            BooleanSupplier isStarted,
            Supplier<CopyFigures> copies,
            IntSupplier copiesRequired,
            Router router,
            SourceReaders readers,
            LastMinute lastMinute) {
        this.isStarted = isStarted;
        this.copies = copies;
        this.copiesRequired = copiesRequired;
        this.router = router;
        this.readers = readers;
        this.lastMinute = lastMinute;
    }

    Vitals vitals() {
        CopyFigures now = copies.get();
        return new Vitals(
                isStarted.getAsBoolean(),
                now.shardsWaiting(),
                now.degradedBecause(),
                now.membersAwaited(),
                copiesRequired.getAsInt(),
                TimeUnit.NANOSECONDS.toMillis(router.oldestInFlightNs()),
                readers.sourceCount(),
                readers.figures());
    }

    /**
     * Whether nothing is answered until members are back that may have gone on without this one; as it was some milliseconds ago at most.
     * Each request of the HTTP API asks, and to look took a twelfth of what a request takes.
     */
    boolean isCutOff() {
        long nowNs = System.nanoTime();
        if (nowNs - lookedNs > LOOK_NS) {
            isCutOff = !copies.get().membersAwaited().isEmpty();
            lookedNs = nowNs;
        }
        return isCutOff;
    }

    /** What a member in that state does in truth: one where scoring is started and nothing is scored is shown as such. */
    MemberState shown(MemberState state) {
        if (state != MemberState.SCORING) {
            return state;
        }
        if (vitals().isHeld()) {
            return MemberState.HELD;
        }
        return lastMinute.isScoring() ? MemberState.SCORING : MemberState.WAITING;
    }
}
