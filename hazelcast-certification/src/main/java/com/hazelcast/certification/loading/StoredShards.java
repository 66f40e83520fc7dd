package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.life.LifeAgreement;
import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the shards that a member has read from its disk to their owners, one after the other, when as many members are there as are expected, or
 * have been waited for long enough. Owners unite what they get, as after a split. Nothing is scored on a shard while a member has a copy of it to
 * bring.
 */
public final class StoredShards implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoredShards.class);
    private static final long LOOK_MS = 100;
    private static final long LINE_MS = 5_000;

    private final HazelcastInstance hazelcast;
    private final IMap<Integer, HistoryShard> map;
    private final ShardStorage storage;
    private final LifeAgreement life;
    private final Deliveries deliveries;
    private final LongSupplier view;
    private final int membersExpected;
    private final Duration expectedWithin;
    private final Thread thread = new Thread(this::run, "fraud-stored-shards");

    /**
     * Begins.
     *
     * @param life of the cluster: what is on disk must be of it
     * @param view a number that changes whenever the members change; never 0
     * @param membersExpected so many members are waited for
     * @param expectedWithin but no longer than that
     */
    public StoredShards(
            HazelcastInstance hazelcast,
            ShardStorage storage,
            LifeAgreement life,
            Deliveries deliveries,
            LongSupplier view,
            int membersExpected,
            Duration expectedWithin) {
        this.hazelcast = hazelcast;
        this.map = ShardMap.of(hazelcast);
        this.storage = storage;
        this.life = life;
        this.deliveries = deliveries;
        this.view = view;
        this.membersExpected = membersExpected;
        this.expectedWithin = expectedWithin;
        storage.touchBy(key -> map.submitToKey(key, new TouchShard()));
        deliveries.gathers(true);
        report();
        thread.setDaemon(true);
        thread.start();
    }

    /** What is on this member's disk; the others ask for it. */
    private void report() {
        UUID self = hazelcast.getCluster().getLocalMember().getUuid();
        deliveries.hasOnDisk(self, Set.copyOf(storage.recoveredKeys()));
    }

    private void run() {
        try {
            List<Integer> keys = storage.recoveredKeys();
            awaitMembers(keys);
            life.waitIsOver();
            if (!keys.isEmpty()) {
                life.require();
            }
            deliveries.gathers(false);
            long startNs = System.nanoTime();
            deliver(keys);
            if (!keys.isEmpty()) {
                LOG.info(
                        "{} shards that were on disk are with their owners after {} ms",
                        keys.size(),
                        (System.nanoTime() - startNs) / 1_000_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            LOG.debug("the member ends before it has brought what is on disk", e);
        } finally {
            deliveries.gathers(false);
        }
    }

    private void deliver(List<Integer> keys) throws InterruptedException {
        DiskDelivery delivery =
                new DiskDelivery(DiskDelivery.Owners.of(hazelcast, map, view, life::isAgreed), !hasGoneOn(keys));
        for (int key : keys) {
            HistoryShard shard = storage.recovered(key);
            if (shard != null && delivery.bring(shard)) {
                storage.delivered(key);
            }
            report();
        }
    }

    /** A cluster that went on has shards in place: nobody else is needed, and it must not wait. */
    private boolean hasGoneOn(List<Integer> keys) throws InterruptedException {
        for (int key : keys) {
            if (isInPlace(key)) {
                return true;
            }
        }
        return false;
    }

    private boolean isInPlace(int key) throws InterruptedException {
        try {
            return map.submitToKey(key, new TouchShard()).toCompletableFuture().get();
        } catch (ExecutionException | IllegalStateException e) {
            LOG.debug("the owner of a shard did not answer", e);
            return false;
        }
    }

    private void awaitMembers(List<Integer> keys) throws InterruptedException {
        long endNs = System.nanoTime() + expectedWithin.toNanos();
        long lineNs = System.nanoTime();
        for (int look = 0; hazelcast.getCluster().getMembers().size() < membersExpected; look++) {
            // Another shard at each look: one that has moved here already is not in place until this member has brought
            // its own copy.
            if (!keys.isEmpty() && isInPlace(keys.get(look % keys.size()))) {
                return;
            }
            long nowNs = System.nanoTime();
            if (nowNs - endNs >= 0) {
                LOG.warn(
                        "going on with {} of {} members: a shard of which only the others have a copy is lost until"
                                + " they come",
                        hazelcast.getCluster().getMembers().size(),
                        membersExpected);
                return;
            }
            if (nowNs - lineNs >= 0) {
                lineNs = nowNs + LINE_MS * 1_000_000;
                LOG.info(
                        "{} of {} members are here; nothing is scored for another {} s, until all are (expect-members,"
                                + " expect-within)",
                        hazelcast.getCluster().getMembers().size(),
                        membersExpected,
                        (endNs - nowNs) / 1_000_000_000);
            }
            Thread.sleep(LOOK_MS);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
