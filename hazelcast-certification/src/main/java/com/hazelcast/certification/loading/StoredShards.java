package com.hazelcast.certification.loading;

import com.hazelcast.certification.audit.AskLaterRound;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.life.LifeAgreement;
import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.certification.shard.LineLimit;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the shards that a member has read from its disk to their owners, one after the other, when as many members are there as are expected, or
 * have been waited for long enough. Owners unite what they get, as after a split. Nothing is scored on a shard while a member has a copy of it to
 * bring, unless the cluster has {@linkplain AskLaterRound gone on} with the shard while that member was away: then what comes of the shard
 * to this member is {@linkplain ShardStorage#goneOn kept beside} the copy. The shards that wait come first. Whatever fails is tried again
 * until the member ends.
 */
public final class StoredShards implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoredShards.class);
    private static final long LOOK_MS = 100;
    private static final long LINE_MS = 5_000;

    /** So long is waited for the answers of all owners; that of a shard that moves may take longer. */
    private static final long ASK_MAX_MS = 2_000;

    private final HazelcastInstance hazelcast;
    private final IMap<Integer, HistoryShard> map;
    private final ShardStorage storage;
    private final LifeAgreement life;
    private final Deliveries deliveries;
    private final LongSupplier view;
    private final int membersExpected;
    private final Duration expectedWithin;
    private final Thread thread = new Thread(this::run, "fraud-stored-shards");

    /** Keys of those with which the cluster has gone on; used by that thread. */
    private final Set<Integer> goneOn = new HashSet<>();

    /** The view in which their owners were asked; used by that thread. */
    private long askedInView;

    /** Whether an owner has said then that it went on before this member came, whatever the rounds of its shards; used by that thread. */
    private boolean hasAnyGoneOn;

    /** Whether it has waited for all that it waits for before it brings anything; used by that thread. */
    private boolean isGathered;

    /** Whether all begin together, so that backups may not be assigned yet; used by that thread. */
    private boolean awaitsBackups;

    /** The key of the shard that is brought, or was last; used by that thread. */
    private int brought = HistoryShard.NO_KEY;

    private final LineLimit failures = new LineLimit(System::nanoTime);

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
        deliveries.gather();
        report();
        thread.setDaemon(true);
        thread.start();
    }

    /** What is on this member's disk, and what of it is to be awaited; the others ask for it. */
    private void report() {
        Set<Integer> others =
                storage.recoveredKeys().stream().filter(goneOn::contains).collect(Collectors.toSet());
        deliveries.hasOnDisk(self(), Set.copyOf(awaited()), others);
    }

    private UUID self() {
        return hazelcast.getCluster().getLocalMember().getUuid();
    }

    private void run() {
        try {
            while (!tryAll()) {
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Error e) {
            LOG.error(
                    "what was read from disk is not brought to its owners any more, and shards that wait for it are not scored; restart this member, which"
                            + " loses nothing: shards={}",
                    storage.recoveredKeys().size(),
                    e);
            throw e;
        } finally {
            deliveries.gathered(Set.of());
        }
    }

    /** Returns whether there is nothing more to do, as also when this member ends. */
    private boolean tryAll() throws InterruptedException {
        try {
            if (isGathered || gather()) {
                deliver();
            }
            return true;
        } catch (RuntimeException e) {
            if (!hazelcast.getLifecycleService().isRunning()) {
                LOG.debug("the member ends before it has brought what is on disk", e);
                return true;
            }
            long count = failures.add(1);
            if (count > 0) {
                LOG.warn(
                        "what was read from disk could not be brought to its owners, and is tried again; if this goes on, restart this member, which loses"
                                + " nothing: shardKey={} shards={} failures={}",
                        brought,
                        storage.recoveredKeys().size(),
                        count,
                        e);
            }
            return false;
        }
    }

    /** Waits until it may begin; returns false when this member must end. */
    private boolean gather() throws InterruptedException {
        List<Integer> keys = storage.recoveredKeys();
        findGoneOn(keys);
        awaitMembers(keys);
        life.waitIsOver();
        if (!keys.isEmpty()) {
            try {
                life.require();
            } catch (IllegalStateException e) {
                LOG.debug("the member ends before it has brought what is on disk", e);
                return false;
            }
        }
        if (view.getAsLong() != askedInView) {
            findGoneOn(keys);
        }
        deliveries.gathered(hazelcast.getCluster().getMembers().stream()
                .map(Member::getUuid)
                .collect(Collectors.toSet()));
        // Once: what is brought is in place afterwards, whoever began.
        awaitsBackups = !hasAnyGoneOn;
        isGathered = true;
        return true;
    }

    /**
     * Asks all owners at once. One that does not answer, or is of a release that does not know the question, has not gone on. What those
     * have brought who begin together with this member, and were quicker, says nothing.
     */
    private void findGoneOn(List<Integer> keys) throws InterruptedException {
        goneOn.clear();
        long inView = view.getAsLong();
        Map<Integer, UUID> owners = new HashMap<>();
        for (int key : keys) {
            Member owner = owner(key);
            if (owner != null) {
                owners.put(key, owner.getUuid());
            }
        }
        Map<Integer, CompletableFuture<Boolean>> later = ask(keys, AskLaterRound::new);
        Map<Integer, CompletableFuture<Boolean>> any =
                isGathered ? Map.of() : ask(keys, (round, member) -> AskLaterRound.any(member));
        long endNs = askedUntilNs();
        goneOn.addAll(saidSo(later, endNs));
        hasAnyGoneOn = !goneOn.isEmpty() || !saidSo(any, endNs).isEmpty();
        Set<UUID> others = hazelcast.getCluster().getMembers().stream()
                .filter(member -> !member.localMember())
                .map(Member::getUuid)
                .collect(Collectors.toSet());
        Set<UUID> havingGoneOn = new HashSet<>();
        owners.forEach((key, owner) -> {
            if (goneOn.contains(key)) {
                havingGoneOn.add(owner);
            }
        });
        if (!others.isEmpty() && havingGoneOn.containsAll(others)) {
            // What has moved here already came from one of them.
            List<Integer> here =
                    keys.stream().filter(key -> !goneOn.contains(key)).toList();
            goneOn.addAll(saidSo(ask(here, AskLaterRound::here), askedUntilNs()));
        }
        if (!goneOn.isEmpty()) {
            LOG.info(
                    "{} of {} shards that are on disk are scored by a cluster that has gone on, and wait for nothing of them",
                    goneOn.size(),
                    keys.size());
        }
        storage.goneOn(goneOn);
        report();
        askedInView = inView;
    }

    private @Nullable Member owner(int key) {
        return hazelcast.getPartitionService().getPartition(key).getOwner();
    }

    /** Asks the owners of these shards whether the cluster has gone on with them: in a later round than any copy here. */
    private Map<Integer, CompletableFuture<Boolean>> ask(
            List<Integer> keys, BiFunction<Long, UUID, AskLaterRound> question) {
        Map<Integer, CompletableFuture<Boolean>> asked = new HashMap<>();
        for (int key : keys) {
            OptionalLong round = storage.recovered(key).stream()
                    .mapToLong(copy -> copy.epoch().round())
                    .max();
            if (round.isPresent()) {
                asked.put(
                        key,
                        map.submitToKey(key, question.apply(round.getAsLong(), self()))
                                .toCompletableFuture());
            }
        }
        return asked;
    }

    private static long askedUntilNs() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_MAX_MS);
    }

    /** Keys of the shards whose owners have said so until then. */
    private static Set<Integer> saidSo(Map<Integer, CompletableFuture<Boolean>> asked, long endNs)
            throws InterruptedException {
        Set<Integer> saidSo = new HashSet<>();
        for (Map.Entry<Integer, CompletableFuture<Boolean>> answer : asked.entrySet()) {
            try {
                long leftNs = Math.max(0, endNs - System.nanoTime());
                if (answer.getValue().get(leftNs, TimeUnit.NANOSECONDS)) {
                    saidSo.add(answer.getKey());
                }
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("the owner of the shard with key {} did not report how far it is", answer.getKey(), e);
            }
        }
        return saidSo;
    }

    /** Keys of what is to be brought and waited for. */
    private List<Integer> awaited() {
        return storage.recoveredKeys().stream()
                .filter(key -> !goneOn.contains(key))
                .toList();
    }

    private void deliver() throws InterruptedException {
        List<Integer> keys = storage.recoveredKeys();
        if (keys.isEmpty()) {
            return;
        }
        long startNs = System.nanoTime();
        DiskDelivery delivery =
                new DiskDelivery(DiskDelivery.Owners.of(hazelcast, map, view, life::isAgreed), awaitsBackups);
        while (!storage.recoveredKeys().isEmpty()) {
            if (view.getAsLong() != askedInView) {
                // Whoever had gone on with a shard may have been lost, and then its copy is waited for.
                findGoneOn(storage.recoveredKeys());
            }
            HistoryShard copy = next(delivery);
            brought = copy.key();
            if (!delivery.bring(copy)) {
                return;
            }
            if (storage.isKeptBeside(copy.key()) && !delivery.awaitOnDisk(copy)) {
                // Another may be waited for now.
                continue;
            }
            storage.delivered(copy);
            report();
        }
        LOG.info(
                "{} shards that were on disk are with their owners after {} ms",
                keys.size(),
                (System.nanoTime() - startNs) / 1_000_000);
    }

    /**
     * One that is waited for, of those the first whose owner has its backups in place; else one beside which nothing is kept: the disk here
     * does not get the shard before. Else any. Of a shard with several the newest: on its owner the log of that one goes on.
     */
    private HistoryShard next(DiskDelivery delivery) throws InterruptedException {
        List<Integer> awaited = awaited();
        if (!awaited.isEmpty()) {
            return newest(delivery.awaitReady(awaited));
        }
        List<Integer> keys = storage.recoveredKeys();
        return newest(keys.stream()
                .filter(key -> !storage.isKeptBeside(key))
                .findFirst()
                .orElse(keys.get(0)));
    }

    private HistoryShard newest(int key) {
        return storage.recovered(key).get(0);
    }

    /** One that does not answer soon counts as not in place: a call to a member that hangs takes longer than others take to come. */
    private boolean isInPlace(int key) throws InterruptedException {
        try {
            return map.submitToKey(key, new TouchShard()).toCompletableFuture().get(ASK_MAX_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            LOG.debug("the owner of a shard did not answer", e);
            return false;
        }
    }

    private void awaitMembers(List<Integer> keys) throws InterruptedException {
        long endNs = System.nanoTime() + expectedWithin.toNanos();
        long lineNs = System.nanoTime();
        for (int look = 0; hazelcast.getCluster().getMembers().size() < membersExpected; look++) {
            // Another shard at each look: one that has moved here already is not in place until the disk has it.
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
