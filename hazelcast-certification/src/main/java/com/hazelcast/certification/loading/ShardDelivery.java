package com.hazelcast.certification.loading;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.Deliveries;
import com.hazelcast.certification.shard.ForgottenCards;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleListener;
import com.hazelcast.map.IMap;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what this member held on its side of a split to the owners on the other side, after a merge. Hazelcast's own merge gives up all
 * further shards when one call fails. This one repeats each call until it has succeeded, and only then reports to {@link Deliveries} that
 * this member has delivered.
 *
 * <p>Before Hazelcast takes anything away, all shards that are in place here are kept aside, those that this member owned and those of which it was a
 * backup: when another member of its side dies before it has delivered, its backups bring the same. Each is let go as soon as it
 * is delivered. When this member has to merge again before that, it keeps what is left and delivers that too. Among them may be copies that have left
 * before and that the garbage collector has not noticed: these are behind, add nothing, and are delivered without the cards that were
 * forgotten since.
 *
 * <p>Thread-safe. Delivers two shards at a time, each on a thread that waits for its call, so that a few of them are copied on the heap and not all.
 */
public final class ShardDelivery implements LifecycleListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShardDelivery.class);
    private static final int AT_A_TIME = 2;
    private static final long RETRY_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOOK_MS = 20;
    private static final long LINE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    /** The owners of shards, in the cluster that this member is in. */
    interface Owners {
        /**
         * Unites a shard with its owner's, and sends the union to the owner's backups.
         *
         * @param isRepeated backups may lack what the owner has of it
         * @return completes when owner and backups have it
         */
        CompletionStage<?> unite(HistoryShard shard, boolean isRepeated);

        /** A number that changes whenever the members change. */
        long view();

        /** Whether there are enough members: with fewer than {@code min-members} each call is rejected, and its copy of a shard is garbage. */
        default boolean areEnough() {
            return true;
        }
    }

    /** A shard that is to be delivered. */
    private static final class Aside {
        private final HistoryShard shard;
        private boolean isRepeated;
        private long notBeforeNs = System.nanoTime();

        Aside(HistoryShard shard) {
            this.shard = shard;
        }
    }

    private final Deliveries deliveries;
    private final ForgottenCards forgotten;
    private final Supplier<? extends Collection<HistoryShard>> installed;

    @GuardedBy("this")
    private final Deque<Aside> aside = new ArrayDeque<>();

    @GuardedBy("this")
    private final Set<Aside> out = Collections.newSetFromMap(new IdentityHashMap<>());

    @GuardedBy("this")
    private boolean isMerging;

    /** Merges so far: a call that was made before the last one may have reached an owner that has been reset since. */
    @GuardedBy("this")
    private long merges;

    @GuardedBy("this")
    private long nextLineNs;

    @GuardedBy("this")
    private boolean isClosed;

    /**
     * Of a member that has not joined yet.
     *
     * @param forgotten what copies on this member have missed
     * @param installed the shards that are in place on this member, as owner and as backup
     */
    public ShardDelivery(
            Deliveries deliveries, ForgottenCards forgotten, Supplier<? extends Collection<HistoryShard>> installed) {
        this.deliveries = deliveries;
        this.forgotten = forgotten;
        this.installed = installed;
    }

    /**
     * The member has joined: from now on what is kept aside can be delivered.
     *
     * @param view a number that changes whenever the members change
     * @param areEnough whether so many members are there that calls are not rejected
     */
    public void begin(IMap<Integer, HistoryShard> map, LongSupplier view, BooleanSupplier areEnough) {
        begin(new Owners() {
            @Override
            public CompletionStage<?> unite(HistoryShard shard, boolean isRepeated) {
                return map.submitToKey(shard.key(), new DeliverShard(shard, isRepeated));
            }

            @Override
            public long view() {
                return view.getAsLong();
            }

            @Override
            public boolean areEnough() {
                return areEnough.getAsBoolean();
            }
        });
    }

    void begin(Owners owners) {
        for (int i = 0; i < AT_A_TIME; i++) {
            Thread thread = new Thread(() -> work(owners), "fraud-delivery-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    // Hazelcast calls it before it takes anything away, and again when this member is in the other cluster.
    @Override
    public void stateChanged(LifecycleEvent event) {
        switch (event.getState()) {
            case MERGING -> keepAside();
            case MERGED -> goOn();
            case MERGE_FAILED -> {
                LOG.error(
                        "this member could not join the other side of a split; what it alone holds is lost if it ends now");
                goOn();
            }
            default -> {}
        }
    }

    private synchronized void keepAside() {
        // First: a batch that comes after this finds that nothing may be scored.
        deliveries.begin();
        isMerging = true;
        merges++;
        Set<HistoryShard> known = Collections.newSetFromMap(new IdentityHashMap<>());
        aside.forEach(kept -> known.add(kept.shard));
        out.forEach(kept -> known.add(kept.shard));
        List<HistoryShard> held = installed.get().stream()
                .filter(shard -> shard.key() != HistoryShard.NO_KEY && known.add(shard))
                .toList();
        held.forEach(shard -> aside.add(new Aside(shard)));
        LOG.info("{} copies of shards are kept aside until they are delivered", aside.size() + out.size());
    }

    private synchronized void goOn() {
        isMerging = false;
        LOG.info("{} copies of shards are being delivered", aside.size() + out.size());
        nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
        notifyAll();
        endWhenDelivered();
    }

    @GuardedBy("this")
    private void endWhenDelivered() {
        if (!isMerging && deliveries.isDelivering() && aside.isEmpty() && out.isEmpty()) {
            deliveries.end();
            notifyAll();
        }
    }

    private void work(Owners owners) {
        try {
            while (deliverNext(owners)) {
                // Until the member ends.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Delivers a shard, when there is one; returns false when the member ends. */
    private boolean deliverNext(Owners owners) throws InterruptedException {
        Aside next;
        long mergesBefore;
        synchronized (this) {
            while (!isClosed && !(isNextDue() && owners.areEnough())) {
                wait(isMerging || aside.isEmpty() ? 0 : LOOK_MS);
            }
            if (isClosed) {
                return false;
            }
            next = aside.remove();
            out.add(next);
            mergesBefore = merges;
        }
        String failure = tryOnce(owners, next);
        synchronized (this) {
            out.remove(next);
            if (failure.isEmpty() && merges == mergesBefore) {
                endWhenDelivered();
                return true;
            }
            // Behind the others: one that cannot be delivered now holds up no other.
            next.isRepeated = true;
            aside.add(next);
            logFailure(failure);
            next.notBeforeNs = System.nanoTime() + RETRY_PAUSE_NS;
        }
        return true;
    }

    @GuardedBy("this")
    private boolean isNextDue() {
        return !isMerging && !aside.isEmpty() && System.nanoTime() - aside.element().notBeforeNs >= 0;
    }

    /** Why the shard may not be everywhere, or nothing. */
    private String tryOnce(Owners owners, Aside next) throws InterruptedException {
        try {
            long view = owners.view();
            owners.unite(withoutForgotten(next.shard), next.isRepeated)
                    .toCompletableFuture()
                    .get();
            // Who left may have been the owner, after it had this shard and before a backup had it.
            return owners.view() == view ? "" : "the members have changed meanwhile";
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause());
        } catch (RuntimeException | OutOfMemoryError e) {
            // Also too little memory for a copy: else nobody would deliver the shard.
            return e.toString();
        }
    }

    /** The shard itself, which stays as it is; or a copy of it, if it has missed that cards were forgotten. */
    private HistoryShard withoutForgotten(HistoryShard shard) {
        List<Long> cards = forgotten.missedBy(shard);
        if (cards.isEmpty()) {
            return shard;
        }
        HistoryShard copy = shard.copy();
        copy.replaced();
        for (long card : cards) {
            int unused = copy.forget(card);
        }
        return copy;
    }

    @GuardedBy("this")
    private void logFailure(String failure) {
        if (System.nanoTime() - nextLineNs >= 0) {
            nextLineNs = System.nanoTime() + LINE_INTERVAL_NS;
            LOG.warn(
                    "{} copies of shards from this side of a split are not delivered yet, trying again: {}",
                    aside.size() + out.size(),
                    failure.isEmpty() ? "this member merges again" : failure);
        }
    }

    /** Copies of shards that are still to be delivered. */
    public synchronized int remaining() {
        return aside.size() + out.size();
    }

    /** Waits until everything is delivered, but no longer than that. */
    public synchronized void awaitDelivered(long timeoutMs) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        while (remaining() > 0 && !isClosed) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
            if (leftMs <= 0) {
                return;
            }
            wait(leftMs);
        }
    }

    /** Ends, whether or not everything is delivered. */
    @Override
    public synchronized void close() {
        isClosed = true;
        if (remaining() > 0) {
            LOG.error(
                    "this member ends before it has delivered {} copies of shards from its side of a split",
                    remaining());
        }
        aside.clear();
        notifyAll();
    }
}
