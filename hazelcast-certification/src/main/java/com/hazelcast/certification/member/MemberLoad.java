package com.hazelcast.certification.member;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.DesiredState;
import com.hazelcast.certification.importing.ImportedFolder;
import com.hazelcast.certification.life.LifeAgreement;
import com.hazelcast.certification.loading.LoadDriver;
import com.hazelcast.certification.loading.LoadProgress;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.loading.LoadState;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.core.HazelcastInstance;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads the cluster from a member, in the background. Thread-safe; a second load waits for the first. */
final class MemberLoad {
    private static final Logger LOG = LoggerFactory.getLogger(MemberLoad.class);

    private final HazelcastInstance hazelcast;
    private final LoadDriver driver;
    private final DesiredState desired;
    private final Deliveries deliveries;
    private final LifeAgreement life;
    private final MemberConfig.Generated generated;
    private final Optional<Path> folder;
    private final Clock clock;
    private final AtomicInteger running = new AtomicInteger();
    private volatile String problem = "";

    MemberLoad(
            HazelcastInstance hazelcast,
            LoadDriver driver,
            DesiredState desired,
            Deliveries deliveries,
            LifeAgreement life,
            MemberConfig.Generated generated,
            Optional<Path> folder,
            Clock clock) {
        this.hazelcast = hazelcast;
        this.driver = driver;
        this.desired = desired;
        this.deliveries = deliveries;
        this.life = life;
        this.generated = generated;
        this.folder = folder;
        this.clock = clock;
    }

    /**
     * Begins a load.
     *
     * @param requested what to load; empty: what the member is configured for, up to now
     * @return done when every shard is in place, or when the load has failed
     */
    CompletableFuture<Void> begin(Optional<LoadSpec> requested) {
        running.incrementAndGet();
        problem = "";
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> load(requested, done), "fraud-load");
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    private LoadSpec configured() {
        return folder.map(path -> LoadSpec.of(ImportedFolder.open(path)))
                .orElseGet(() -> new LoadSpec(
                        generated.cards(),
                        generated.historyPerCard(),
                        generated.seed(),
                        clock.millis(),
                        generated.traffic()));
    }

    private void load(Optional<LoadSpec> requested, CompletableFuture<Void> done) {
        try (ClusterControl cluster = ClusterControl.lent(hazelcast)) {
            try {
                requireNoRestore();
                life.require();
                driver.run(requested.orElseGet(this::configured), cluster::arm);
                hasHistories();
                LoadProgress progress = driver.progress();
                LogEvent.LOAD_ENDED
                        .at(LOG)
                        .addKeyValue(Fields.COUNT, progress.shardCount())
                        .addKeyValue(Fields.TOOK_MS, progress.elapsedMs())
                        .log("loaded {} shards in {} ms", progress.shardCount(), progress.elapsedMs());
                running.decrementAndGet();
                done.complete(null);
            } catch (InterruptedException | RuntimeException | Error e) {
                // Also an error: nobody else would report that the load has ended.
                if (driver.progress().shardsLoaded() > 0) {
                    // What is in place is scored, and must never be taken for what was never loaded.
                    hasHistories();
                }
                problem = Objects.requireNonNullElseGet(e.getMessage(), e::toString);
                running.decrementAndGet();
                LogEvent.LOAD_FAILED.at(LOG).setCause(e).log("load ended early: {}", e.toString());
                done.completeExceptionally(e);
            } finally {
                cluster.disarm(requested.map(LoadSpec::sentImport).orElseGet(OptionalLong::empty));
            }
        }
    }

    /**
     * Whoever loads, and whoever restores, says so first, and then looks whether the other one does.
     *
     * @throws IllegalStateException when a backup is being brought back, or was not to its end: it would be mixed with what is loaded
     */
    void requireNoRestore() {
        if (desired.isRestoring()) {
            throw new IllegalStateException(
                    "a restore is under way or has not ended, and what is loaded would be mixed with the backup; nothing was loaded. Wait until it"
                            + " has ended; if it was interrupted, stop all members, start them with empty data folders, and begin again");
        }
    }

    /** Some shard is in place: from now on none that is missing is taken for one that was never loaded. */
    void hasHistories() {
        desired.setHasHistories();
        deliveries.histories();
    }

    boolean isRunning() {
        return running.get() > 0;
    }

    LoadProgress progress() {
        return driver.progress();
    }

    /** The load that this member drives, or has driven. */
    LoadState state() {
        return new LoadState(isRunning(), driver.progress(), problem);
    }
}
