package com.hazelcast.certification.member;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.cluster.DesiredState;
import com.hazelcast.certification.cluster.DesiredState.Scoring;
import com.hazelcast.certification.cluster.StartWhen;
import com.hazelcast.certification.gateway.Gateway;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.kafka.group.MemberKafka;
import com.hazelcast.certification.life.RestoreUnderWay;
import com.hazelcast.certification.loading.ShardDelivery;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.source.SourceReaders;
import com.hazelcast.map.IMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts and stops what a member reads: its sources, Kafka and its gateway. Thread-safe; one start or stop at a time, the next waits for
 * it.
 */
final class ScoringSwitch {
    private static final Logger LOG = LoggerFactory.getLogger(ScoringSwitch.class);

    private final MemberLifecycle lifecycle;
    private final DesiredState desired;
    private final RestoreUnderWay restoring;
    private final SourceReaders readers;
    private final Optional<MemberKafka> kafka;
    private final Optional<Gateway> gateway;
    private final InFlightGate gate;
    private final ShardDelivery delivery;
    private final BooleanSupplier isClusterRunning;
    private final StartWhenLoaded starter;

    /** Nothing was requested of this member: it does what the others do. */
    private volatile boolean isFollowing;

    /** @param isClusterRunning whether Hazelcast runs: without it nothing is answered any more */
    ScoringSwitch(
            MemberLifecycle lifecycle,
            DesiredState desired,
            RestoreUnderWay restoring,
            SourceReaders readers,
            Optional<MemberKafka> kafka,
            Optional<Gateway> gateway,
            InFlightGate gate,
            ShardDelivery delivery,
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            BooleanSupplier isClusterRunning) {
        this.lifecycle = lifecycle;
        this.desired = desired;
        this.restoring = restoring;
        this.readers = readers;
        this.kafka = kafka;
        this.gateway = gateway;
        this.gate = gate;
        this.delivery = delivery;
        this.isClusterRunning = isClusterRunning;
        this.starter = new StartWhenLoaded(map, keys, this::startWhenLoaded);
    }

    /**
     * Does what a member does by itself when it has started: loads, and scores, as it is configured or as the others do. Nothing of that
     * while a restore is under way. Returns at once.
     *
     * @param hasStoredShards whether there were shards on the member's disk
     */
    void begin(MemberConfig.AtStart atStart, boolean hasStoredShards, MemberLoad load) {
        if (restoring.look()) {
            waitForRestore();
            return;
        }
        // Nothing is read while shards are missing, unless the others read already. Where they were stopped, it waits
        // with them.
        Optional<Scoring> requested = desired.scoring();
        Scoring others = requested.orElse(Scoring.STOPPED);
        boolean startRequested = requested.isEmpty() ? atStart.start() : others != Scoring.STOPPED;
        if (!startRequested) {
            followOthers();
        }
        if (hasStoredShards && startRequested) {
            // Each shard is scored as soon as it is with its owner.
            start(StartWhen.NOW);
        } else if (atStart.load() && hasStoredShards) {
            LOG.info("nothing is loaded: the data folder has histories; what is not in it, load with ctl load");
        } else if (atStart.load()) {
            CompletableFuture<Void> unused = load.begin(Optional.empty()).thenRun(() -> {
                if (startRequested) {
                    start(StartWhen.NOW);
                }
            });
        } else if (startRequested) {
            start(others == Scoring.SCORING ? StartWhen.NOW : StartWhen.LOADED);
        }
    }

    /** Starts; a member that leaves does not start any more. */
    void start(StartWhen when) {
        isFollowing = false;
        if (when == StartWhen.LOADED && !lifecycle.isScoring()) {
            if (lifecycle.become(MemberPhase.WAITING_FOR_LOAD)) {
                desired.setScoring(Scoring.SCORING_WHEN_LOADED);
                starter.begin();
            }
        } else {
            starter.cancel();
            startNow();
        }
    }

    private void startWhenLoaded() {
        // What is there may be of disks whose members have all ended during a restore.
        if (restoring.isOn()) {
            waitForRestore();
        } else {
            startNow();
        }
    }

    /** Starts with the others, when the restore has ended or a person starts them. */
    private void waitForRestore() {
        LOG.warn(
                "this member does not start by itself: a restore is under way or has not ended, and shards may be older than in the backup. If"
                        + " it was interrupted, stop all members, start them with empty data folders, and run 'ctl restore' again; or, to go on"
                        + " with what is there, run 'ctl start'");
        var unused = lifecycle.become(MemberPhase.IDLE);
        if (desired.scoring().filter(Scoring.SCORING::equals).isEmpty()) {
            desired.setScoring(Scoring.STOPPED);
        }
        followOthers();
    }

    private void startNow() {
        if (!lifecycle.mayBecome(MemberPhase.SCORING)) {
            LOG.info("this member does not start to score, because it leaves");
            return;
        }
        desired.setScoring(Scoring.SCORING);
        read();
    }

    private void read() {
        synchronized (this) {
            if (lifecycle.become(MemberPhase.SCORING)) {
                readers.start();
                kafka.ifPresent(MemberKafka::start);
                gateway.ifPresent(Gateway::serve);
            }
        }
    }

    /**
     * Does what the others do from now on, until something is requested of this member. A member that began alone learns it only when
     * it finds them: after a split, for example.
     */
    private void followOthers() {
        isFollowing = true;
    }

    /** Starts when the others have been requested to, and this member has not. Costs next to nothing, and is to be called again and again. */
    void follow() {
        restoring.follow();
        if (!isFollowing || lifecycle.phase() != MemberPhase.IDLE || restoring.isOn()) {
            return;
        }
        switch (desired.scoring().orElse(Scoring.STOPPED)) {
            case SCORING -> {
                // A stop that comes meanwhile waits here, and stops what has been started.
                synchronized (this) {
                    if (isFollowing) {
                        isFollowing = false;
                        LOG.info("this member starts, because the others score");
                        read();
                    }
                }
            }
            case SCORING_WHEN_LOADED -> {
                isFollowing = false;
                if (lifecycle.become(MemberPhase.WAITING_FOR_LOAD)) {
                    starter.begin();
                }
            }
            case STOPPED -> {}
        }
    }

    /**
     * Stops, and waits until everything that was read is answered, or too long.
     *
     * @return transactions that are still not answered
     */
    int stop() {
        isFollowing = false;
        desired.setScoring(Scoring.STOPPED);
        starter.cancel();
        synchronized (this) {
            var unused = lifecycle.become(MemberPhase.IDLE);
            try {
                if (gateway.isPresent()) {
                    gateway.get().pause();
                }
                // Before the lock is given back: whoever starts then starts the readers again.
                stopReaders();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        awaitAnswered();
        int inFlight = gate.inFlight();
        if (inFlight > 0) {
            LOG.warn("stopped reading; {} transactions that were read are still not answered", inFlight);
        }
        return inFlight;
    }

    /** Starts nothing any more by itself. */
    void cancel() {
        starter.cancel();
    }

    /**
     * Stops the readers when Hazelcast has ended by itself, in a thread of its own: whoever ended it does not wait for them. Partitions of
     * Kafka go to other members, and sources are not read on.
     */
    void abandon() {
        starter.cancel();
        Thread stopping = new Thread(this::drain, "fraud-stop-readers");
        stopping.setDaemon(true);
        stopping.start();
    }

    @GuardedBy("this")
    private void stopReaders() throws InterruptedException {
        readers.stop();
        if (kafka.isPresent()) {
            kafka.get().stop();
        }
    }

    /** Stops the readers for good, and waits until everything that was read is answered, or too long. */
    void drain() {
        try {
            synchronized (this) {
                stopReaders();
                if (kafka.isPresent()) {
                    kafka.get().close();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        awaitAnswered();
    }

    private void awaitAnswered() {
        try {
            // Nothing is answered before, and nobody else may have it.
            delivery.awaitDelivered(MemberLimits.DRAIN_MAX_MS);
            long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MemberLimits.DRAIN_MAX_MS);
            while (gate.inFlight() > 0 && isClusterRunning.getAsBoolean() && System.nanoTime() < deadlineNs) {
                Thread.sleep(MemberLimits.DRAIN_STEP_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
