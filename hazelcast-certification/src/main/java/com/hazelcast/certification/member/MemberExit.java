package com.hazelcast.certification.member;

import com.hazelcast.certification.api.http.ApiPort;
import com.hazelcast.certification.copies.Copies;
import com.hazelcast.certification.kafka.verdicts.MemberVerdicts;
import com.hazelcast.certification.labelling.LabelDesk;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ways in which a member ends: it leaves in order, on request or because its data folder is of another life of the cluster, or Hazelcast
 * has stopped by itself. Thread-safe: one thread leaves, others that ask for it wait; what follows upon Hazelcast's end runs on the thread that
 * has noticed it.
 */
final class MemberExit {
    private static final Logger LOG = LoggerFactory.getLogger(MemberExit.class);

    private final OpenParts parts;
    private final MemberLifecycle lifecycle;
    private final JoinedMember joined;
    private final ScoringSwitch scoringSwitch;
    private final InFlightGate gate;
    private final Copies copies;
    private final Router router;
    private final LabelDesk labels;
    private final Optional<MemberVerdicts> verdicts;
    private final Optional<ApiPort> api;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Object closing = new Object(); // held by the one that closes
    private volatile Optional<String> refusal = Optional.empty();

    MemberExit(
            OpenParts parts,
            MemberLifecycle lifecycle,
            JoinedMember joined,
            ScoringSwitch scoringSwitch,
            InFlightGate gate,
            Copies copies,
            Router router,
            LabelDesk labels,
            Optional<MemberVerdicts> verdicts,
            Optional<ApiPort> api) {
        this.parts = parts;
        this.lifecycle = lifecycle;
        this.joined = joined;
        this.scoringSwitch = scoringSwitch;
        this.gate = gate;
        this.copies = copies;
        this.router = router;
        this.labels = labels;
        this.verdicts = verdicts;
        this.api = api;
    }

    /** From now on the member ends when it must. */
    void watch() {
        joined.life.whenRefused(this::refuse);
        var unusedListener = joined.hazelcast.getLifecycleService().addLifecycleListener(event -> {
            if (event.getState() == LifecycleState.SHUTDOWN) {
                ended();
            }
        });
    }

    private void refuse(String why) {
        LogEvent.OTHER_LIFE.at(LOG).log("{}", why);
        refusal = Optional.of(why);
        // What it keeps aside after a merge is of the other life.
        parts.close(MemberPart.DELIVERY);
        leave();
    }

    /** Why this member had to end by itself, its data folder being of another life of the cluster; empty: it had not. */
    Optional<String> refusal() {
        return refusal;
    }

    private void ended() {
        if (lifecycle.become(MemberPhase.FAILED)) {
            LogEvent.MEMBER_ENDED
                    .at(LOG)
                    .log("Hazelcast has stopped by itself; this member scores nothing any more, start it again");
            scoringSwitch.abandon();
        }
        // Nothing can be submitted any more, so nothing is tried again.
        router.close();
        labels.close();
        joined.delivery.close();
        joined.life.close();
        verdicts.ifPresent(lifecycle.phase().isOwnEnd() ? MemberVerdicts::close : MemberVerdicts::abandon);
        joined.storage.ifPresent(ShardStorage::close);
        api.ifPresent(ApiPort::close);
        end.countDown();
    }

    /**
     * Waits until Hazelcast has stopped.
     *
     * @return whether that was this member's own leaving
     */
    boolean awaitEnd() throws InterruptedException {
        while (!end.await(MemberLimits.END_STEP_MS, TimeUnit.MILLISECONDS)) {
            // After an error of its own Hazelcast stops without a word to its listeners.
            if (!lifecycle.phase().isEnd() && !joined.isRunning()) {
                ended();
            }
        }
        return lifecycle.phase().isOwnEnd();
    }

    /**
     * Leaves: closes the ways in, waits for the answers to what was read, hands the shards over, and closes the rest. Once it has left, this
     * does nothing more.
     *
     * @throws RuntimeException when a part could not be closed; all others are
     */
    void leave() {
        synchronized (closing) {
            var unusedLeaving = lifecycle.become(MemberPhase.LEAVING);
            try {
                handOver();
            } catch (Throwable e) {
                throw parts.unwind(e);
            }
            parts.close();
            var unusedLeft = lifecycle.become(MemberPhase.LEFT);
        }
    }

    private void handOver() {
        // First: clients go to other members while this one answers what it has taken.
        parts.close(MemberPart.DIRECTORY);
        parts.close(MemberPart.GATEWAY);
        parts.close(MemberPart.SCORING);
        scoringSwitch.drain();
        if (gate.inFlight() > 0) {
            LOG.warn(
                    "leaving while {} transactions that this member read are not answered: their senders get no"
                            + " answer here",
                    gate.inFlight());
        }
        parts.close(MemberPart.ROUTER);
        parts.close(MemberPart.LABELS);
        parts.close(MemberPart.SWEEPER);
        parts.close(MemberPart.RULE_CODES);
        parts.close(MemberPart.DELIVERY);
        parts.close(MemberPart.STORED_SHARDS);
        parts.close(MemberPart.DELIVERIES);
        parts.close(MemberPart.COPIES);
        copies.announceLeaving();
        joined.shortenLogOfLast();
        // The console answers until the shards are handed over; then the rest is closed.
        parts.close(MemberPart.HAZELCAST);
        // Nothing is decided here any more.
        parts.close(MemberPart.VERDICTS);
        parts.close(MemberPart.STORAGE);
    }
}
