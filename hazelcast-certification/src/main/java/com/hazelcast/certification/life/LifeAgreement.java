package com.hazelcast.certification.life;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.config.Config;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleListener;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds that a data folder of one life of the cluster is never used in another. The cluster's life is one entry of a map, which is put there once: by
 * whoever first brings histories from a disk, or else loads or restores some. A folder without a life gets that of its cluster, and no
 * copy of a shard is written to it before. A member whose folder is of another life brings nothing, keeps nothing, and ends. So do all that
 * bring different lives while the cluster has none yet: none is chosen.
 *
 * <p>A member states the life of its folder as an attribute when it joins. When it merges into the other side of a split, it compares anew before it
 * delivers. A member without a folder takes the life of the cluster that it comes to. Thread-safe.
 */
public final class LifeAgreement implements LifecycleListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LifeAgreement.class);
    private static final String MAP = "fraud-life";
    private static final String KEY = "life";
    private static final String ATTRIBUTE = "fraud.life";

    /** The entry is on every member of a cluster of that size and one more. */
    private static final int BACKUPS = MapConfig.MAX_BACKUP_COUNT;

    private static final long LOOK_MS = 100;

    /** A member that follows the life looks whether the map still has it: with all its copies it is lost, and put there again. */
    private static final long LOOK_AGAIN_MS = 1_000;

    /** How long the map of the agreement may take to answer. */
    private static final long ANSWER_WITHIN_MS = 5_000;

    private final Optional<ShardStorage> storage;
    private final Optional<LifeFile> file;
    private final Clock clock;
    private final Thread thread = new Thread(this::watch, "fraud-life");
    private final Others others = new Others();
    private @Nullable HazelcastInstance hazelcast;
    private BooleanSupplier mayDecide = () -> false;
    private BooleanSupplier hasHistories = () -> false;

    /** Of the folder, or of the cluster that this member is in, or was in before a merge. */
    @GuardedBy("this")
    private Optional<Life> own;

    @GuardedBy("this")
    private boolean isOnFile;

    /** Lives that others have brought, by their addresses: also of those that have left, because they may have ended for that. */
    @GuardedBy("this")
    private final Map<String, Life> brought = new TreeMap<>();

    @GuardedBy("this")
    private boolean isMerging;

    /** Merges so far: what the map had before the last one is of no use. */
    @GuardedBy("this")
    private long merges;

    /** Whether this member has followed the life of a cluster before. */
    @GuardedBy("this")
    private boolean hasFollowed;

    @GuardedBy("this")
    private boolean isWaitOver;

    @GuardedBy("this")
    private String refusal = "";

    @GuardedBy("this")
    private @Nullable Consumer<String> whenRefused;

    private volatile boolean isAgreed;
    private volatile boolean isClosed;

    /**
     * Of a member that has not joined yet. Its storage takes no snapshots until the member has agreed with the others.
     *
     * @param storage empty: the member keeps nothing on disk
     * @throws com.hazelcast.certification.storage.files.StorageException when the folder's life cannot be read; says what to do
     */
    public LifeAgreement(Optional<ShardStorage> storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
        file = storage.map(kept -> new LifeFile(kept.disk()));
        storage.ifPresent(ShardStorage::hold);
        own = file.flatMap(LifeFile::read);
        isOnFile = own.isPresent();
    }

    /** Has the member state the life of its folder, and notice a merge. */
    public synchronized void configure(Config config) {
        own.ifPresent(life -> config.getMemberAttributeConfig().setAttribute(ATTRIBUTE, life.toString()));
        config.addMapConfig(new MapConfig(MAP).setBackupCount(BACKUPS));
        config.addListenerConfig(new ListenerConfig(this));
        // Before the join: a member that is there may have left again before this one's start goes on.
        config.addListenerConfig(new ListenerConfig(others));
    }

    /**
     * Compares with the cluster that this member has joined, and goes on doing so.
     *
     * @param decides whether enough members are there, and all others have said that they have nothing to deliver, so that a life may begin
     * @param loaded whether the cluster has histories: without a life, members of an earlier release have loaded them
     * @throws IllegalArgumentException when the folder is of another life; says which, and what to do
     */
    public void begin(HazelcastInstance joined, BooleanSupplier decides, BooleanSupplier loaded) {
        hazelcast = joined;
        mayDecide = decides;
        hasHistories = loaded;
        joined.getCluster().getMembers().forEach(this::recordLifeOf);
        look();
        synchronized (this) {
            if (!refusal.isEmpty()) {
                throw new IllegalArgumentException(refusal);
            }
        }
        thread.setDaemon(true);
        thread.start();
    }

    /** Is called when this member must end, with why; also when that was found before. */
    public synchronized void whenRefused(Consumer<String> action) {
        whenRefused = action;
        notifyAll();
    }

    /** The members that were expected are here, or were waited for long enough: from now on a life may be begun. */
    public synchronized void waitIsOver() {
        isWaitOver = true;
        notifyAll();
    }

    /** Whether this member follows the life of the cluster that it is in. */
    public boolean isAgreed() {
        return isAgreed;
    }

    /** The life of the cluster, {@code ID since TIME}; empty: none has begun, or this member does not follow it. */
    public synchronized String text() {
        return isAgreed ? own.map(Life::toString).orElse("") : "";
    }

    /**
     * Returns when this member follows the life of the cluster. Where none has begun and nobody brings one, it begins; not before the {@linkplain
     * #waitIsOver wait} for members is over.
     *
     * @throws IllegalStateException when the folder is of another life, or the member ends
     */
    public void require() throws InterruptedException {
        while (!isAgreed) {
            synchronized (this) {
                if (isClosed || !refusal.isEmpty()) {
                    throw new IllegalStateException(refusal.isEmpty() ? "this member ends" : refusal);
                }
            }
            decide();
            synchronized (this) {
                if (!isAgreed) {
                    wait(LOOK_MS);
                }
            }
        }
    }

    private void decide() {
        synchronized (this) {
            if (!isWaitOver || isMerging || !refusal.isEmpty()) {
                return;
            }
        }
        if (!mayDecide.getAsBoolean()) {
            return;
        }
        Set<Life> lives = new HashSet<>();
        for (Member member : joined().getCluster().getMembers()) {
            Life.parse(member.getAttribute(ATTRIBUTE)).ifPresent(lives::add);
        }
        synchronized (this) {
            own.ifPresent(lives::add);
        }
        if (lives.size() > 1) {
            LOG.warn("no life of the cluster is chosen, because members bring different ones: {}", lives);
            return;
        }
        try {
            Life life = lives.isEmpty() ? Life.fresh(clock) : lives.iterator().next();
            if (map().putIfAbsent(KEY, life.toString()) == null) {
                LOG.info(
                        "{} life of the cluster: life={}",
                        lives.isEmpty() ? "this begins a" : "this goes on with the",
                        life);
            }
        } catch (RuntimeException e) {
            LOG.debug("the life of the cluster could not be put", e);
        }
        look();
    }

    private void watch() {
        try {
            while (!isClosed) {
                look();
                decideForOthers();
                Consumer<String> refused = null;
                String why;
                synchronized (this) {
                    why = refusal;
                    if (!why.isEmpty()) {
                        refused = whenRefused;
                    }
                    if (refused == null && !isClosed) {
                        wait(isAgreed ? LOOK_AGAIN_MS : LOOK_MS);
                    }
                }
                if (refused != null) {
                    refused.accept(why);
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The histories are of members of an earlier release, which make no life. */
    private void decideForOthers() {
        try {
            if (!isAgreed && hasHistories.getAsBoolean()) {
                decide();
            }
        } catch (RuntimeException e) {
            // For example: this member is between two clusters. The next look is soon.
            LOG.debug("the members could not be asked", e);
        }
    }

    private void look() {
        long before;
        Optional<Life> lost;
        synchronized (this) {
            if (isMerging || !refusal.isEmpty()) {
                return;
            }
            before = merges;
            lost = hasFollowed ? own : Optional.empty();
        }
        try {
            Optional<Life> used =
                    Life.parse(map().getAsync(KEY).toCompletableFuture().get(ANSWER_WITHIN_MS, TimeUnit.MILLISECONDS));
            if (used.isEmpty() && lost.isPresent()) {
                String there = map().putIfAbsent(KEY, lost.get().toString());
                used = there == null ? lost : Life.parse(there);
            }
            synchronized (this) {
                if (merges == before) {
                    compare(used);
                }
            }
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            LOG.debug("the life of the cluster could not be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @GuardedBy("this")
    private void compare(Optional<Life> used) {
        if (file.isPresent() && own.isPresent()) {
            refusal = used.isPresent() ? differs(own.get(), used.get()) : differs(own.get(), brought);
        }
        if (used.isPresent() && refusal.isEmpty()) {
            follow(used.get());
        }
        notifyAll();
    }

    private String differs(Life folder, Life cluster) {
        return folder.equals(cluster)
                ? ""
                : "the data folder is of another life of the cluster than the members that run, so this member ends; nothing of the folder is"
                        + " used or changed. If the cluster is right, move the folder away and start with an empty one. If the folder is right,"
                        + " stop all members, and start first those with folders of its life: "
                        + folder(folder) + " clusterLife=" + cluster;
    }

    private String differs(Life folder, Map<String, Life> others) {
        Map<String, Life> different = new TreeMap<>(others);
        different.values().removeIf(folder::equals);
        return different.isEmpty()
                ? ""
                : "members that start together have data folders of different lives of the cluster, so none is used, and each that has one"
                        + " ends; nothing of the folders is changed. Decide which life is to go on, move the folders of the other away, and"
                        + " start all members: "
                        + folder(folder) + " others=" + different;
    }

    private String folder(Life life) {
        return "data-dir=" + storage.map(kept -> kept.disk().where()).orElse("") + " shards="
                + storage.map(kept -> kept.figures().copies()).orElse(0) + " life=" + life;
    }

    @GuardedBy("this")
    private void follow(Life used) {
        if (isAgreed) {
            return;
        }
        if (!isOnFile && file.isPresent()) {
            try {
                file.get().write(used);
                isOnFile = true;
            } catch (IOException e) {
                LogEvent.SNAPSHOT_FAILED
                        .at(LOG)
                        .setCause(e)
                        .log(
                                "the life of the cluster could not be written; nothing is kept until it is, and it is tried again: make room in"
                                        + " the data folder, or repair the disk: data-dir={}",
                                storage.map(kept -> kept.disk().where()).orElse(""));
                return;
            }
        }
        own.filter(before -> !before.equals(used))
                .ifPresent(before -> LOG.warn(
                        "this member, which keeps nothing on disk, comes to another life of the cluster: before={} life={}",
                        before,
                        used));
        own = Optional.of(used);
        hasFollowed = true;
        isAgreed = true;
        storage.ifPresent(kept -> kept.release(used.toString()));
        LOG.info("the life of the cluster: life={}", used);
    }

    @Override
    public synchronized void stateChanged(LifecycleEvent event) {
        switch (event.getState()) {
            case MERGING -> {
                isAgreed = false;
                isMerging = true;
                merges++;
                // Before anything of the other side comes here.
                storage.ifPresent(ShardStorage::hold);
            }
            case MERGED, MERGE_FAILED -> {
                isMerging = false;
                notifyAll();
            }
            default -> {}
        }
    }

    private HazelcastInstance joined() {
        HazelcastInstance member = hazelcast;
        if (member == null) {
            throw new IllegalStateException("the member has not joined yet");
        }
        return member;
    }

    private IMap<String, String> map() {
        return joined().getMap(MAP);
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }

    private synchronized void recordLifeOf(Member member) {
        Optional<Life> life = Life.parse(member.getAttribute(ATTRIBUTE));
        String address =
                member.getAddress().getHost() + ":" + member.getAddress().getPort();
        if (member.localMember() || life.isEmpty()) {
            brought.remove(address);
        } else {
            brought.put(address, life.get());
        }
    }

    /** Records what members bring, however soon they leave. */
    private final class Others implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            recordLifeOf(event.getMember());
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            // What it has brought stays recorded.
        }
    }
}
