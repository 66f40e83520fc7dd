package com.hazelcast.certification.loading;

import com.hazelcast.certification.audit.CompareCards;
import com.hazelcast.certification.audit.CopyDifference;
import com.hazelcast.certification.audit.CountShard;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.BackupWait;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings copies of shards that were read from disk to their owners. Where the owner is ahead, it is asked card by card what it lacks ({@link
 * CopyDifference}), and only that travels. A copy is there when its calls, these questions included, succeeded among members that are the same
 * afterwards. A call succeeds also where no member is assigned as a backup yet, and Hazelcast then makes none: so members that start together first
 * {@linkplain BackupWait wait} until the owner of the shard has its backups in place. Used by one thread.
 */
final class DiskDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(DiskDelivery.class);
    private static final long LOOK_MS = 100;

    /** The number of no view. */
    private static final long NONE = 0;

    /** Nothing was sent, so nothing can be with an owner and not with its backups. */
    private static final String ONLY_ASKED = "the members have changed while its owner was asked";

    private final Owners owners;
    private final boolean awaitsBackups;
    private final BackupWait.Time time;
    private final BackupWait backups;

    /** Until an owner does not know the question. */
    private boolean comparesCards = true;

    /** In which the last copy came to its owner. */
    private long viewOfLast = NONE;

    /** The owners of shards. */
    interface Owners {
        /** Whether the copy adds nothing to its owner's. */
        CompletionStage<Boolean> isSame(HistoryShard copy);

        /** Has the copy's owner answer. */
        CompletionStage<byte[]> compare(HistoryShard copy, CompareCards question);

        /** Unites a part of a copy, whose rest the owner has, with the owner's. If that changes it, sends the union to the owner's backups. */
        CompletionStage<Boolean> add(HistoryShard part);

        /** Unites the copy with its owner's, and sends the union to the owner's backups. */
        CompletionStage<Boolean> unite(HistoryShard copy);

        /** Whether the disk of the copy's owner has the shard as it is there now. */
        CompletionStage<Boolean> isOnDisk(HistoryShard copy);

        /** A number that changes whenever the members change; never 0. */
        long view();

        /** The owner of the shard with that key, as this member knows it. */
        BackupWait.Owner owner(int key);

        /** Whether this member can still reach any. */
        boolean isRunning();

        /** Whether these are of the life of the cluster that this member's disk is of. */
        default boolean areOfThisLife() {
            return true;
        }

        /**
         * The owners in a cluster.
         *
         * @param view a number that changes whenever the members change; never 0
         * @param isOfThisLife whether it is of the life of the cluster that this member's disk is of
         */
        static Owners of(
                HazelcastInstance hazelcast,
                IMap<Integer, HistoryShard> map,
                LongSupplier view,
                BooleanSupplier isOfThisLife) {
            return new Owners() {
                @Override
                public CompletionStage<Boolean> isSame(HistoryShard copy) {
                    // A digest is a look at each transaction, at both ends: only where as many are held. And not on the
                    // thread that brings the count.
                    return map.submitToKey(copy.key(), new CountShard())
                            .thenComposeAsync(counted ->
                                    counted != null && ShardSurvey.of(counted).held() == copy.heldCount()
                                            ? map.submitToKey(copy.key(), new SameShard(copy))
                                            : CompletableFuture.completedFuture(false));
                }

                @Override
                public CompletionStage<byte[]> compare(HistoryShard copy, CompareCards question) {
                    return map.submitToKey(copy.key(), question);
                }

                @Override
                public CompletionStage<Boolean> add(HistoryShard part) {
                    return map.submitToKey(part.key(), new DeliverShard.AddCards(part));
                }

                @Override
                public CompletionStage<Boolean> unite(HistoryShard copy) {
                    return map.submitToKey(copy.key(), DeliverShard.fromDisk(copy));
                }

                @Override
                public CompletionStage<Boolean> isOnDisk(HistoryShard copy) {
                    return map.submitToKey(copy.key(), new TouchShard());
                }

                @Override
                public long view() {
                    return view.getAsLong();
                }

                @Override
                public BackupWait.Owner owner(int key) {
                    return BackupWait.Owner.of(hazelcast, key);
                }

                @Override
                public boolean isRunning() {
                    return hazelcast.getLifecycleService().isRunning();
                }

                @Override
                public boolean areOfThisLife() {
                    return isOfThisLife.getAsBoolean();
                }
            };
        }
    }

    /** @param awaitsBackups not in a cluster that went on: its shards have the copies that it answers with, and moving them takes long */
    DiskDelivery(Owners owners, boolean awaitsBackups) {
        this(owners, awaitsBackups, BackupWait.Time.OF_PROCESS);
    }

    /** As the other, which waits by that time. */
    DiskDelivery(Owners owners, boolean awaitsBackups, BackupWait.Time time) {
        this.owners = owners;
        this.awaitsBackups = awaitsBackups;
        this.time = time;
        this.backups = new BackupWait(owners::view, owners::isRunning, owners::owner, time);
    }

    /**
     * Waits until a copy of one of these shards can be brought at once: its owner has its backups in place, or they were waited for too long.
     *
     * @param keys at least one; the first is returned of those that can be
     */
    int awaitReady(List<Integer> keys) throws InterruptedException {
        return awaitsBackups ? backups.await(keys).key() : keys.get(0);
    }

    /** Brings a copy to its owner, however often that has to be tried; false when this member has ended. */
    boolean bring(HistoryShard copy) throws InterruptedException {
        boolean isRepeated = false;
        while (true) {
            String failure = tryOnce(copy, isRepeated);
            if (failure.isEmpty()) {
                return true;
            }
            if (!owners.isRunning()) {
                return false;
            }
            LOG.warn(
                    "the shard with key {} is not with its owner yet, trying again; if this goes on, look into the log of its owner: {}",
                    copy.key(),
                    failure);
            isRepeated |= !failure.equals(ONLY_ASKED);
            time.pause(LOOK_MS);
        }
    }

    /** Why the copy may not be everywhere, or nothing. */
    private String tryOnce(HistoryShard copy, boolean isRepeated) throws InterruptedException {
        try {
            long view = awaitsBackups ? backups.await(List.of(copy.key())).view() : owners.view();
            if (!owners.areOfThisLife()) {
                return "it is not certain that the cluster is of the life that the data folder is of";
            }
            // After a call that failed the owner may have it, and not its backups: then it must travel again.
            if (isRepeated) {
                send(copy, CopyDifference.WHOLE);
            } else if (!owners.isSame(copy).toCompletableFuture().get()) {
                CopyDifference lacking = lacking(copy);
                if (owners.view() != view) {
                    return ONLY_ASKED;
                }
                send(copy, lacking);
            }
            // Who left may have been the owner, after it had this shard and before a backup had it.
            viewOfLast = view;
            return owners.view() == view ? "" : "the members have changed meanwhile";
        } catch (ExecutionException | RuntimeException e) {
            LOG.debug("the shard with key {} could not be brought to its owner", copy.key(), e);
            return e.toString();
        }
    }

    /**
     * Waits until the disk of its owner has what a copy was united to. Called when the copy was brought, and is to go from the disk here.
     *
     * @return false when the members have changed before, or this member has ended: then it is to be brought again
     */
    boolean awaitOnDisk(HistoryShard copy) throws InterruptedException {
        while (owners.view() == viewOfLast && owners.isRunning()) {
            try {
                if (owners.isOnDisk(copy).toCompletableFuture().get()) {
                    return true;
                }
            } catch (ExecutionException | RuntimeException e) {
                LOG.debug("the owner of the shard with key {} did not report whether its disk has it", copy.key(), e);
            }
            time.pause(LOOK_MS);
        }
        return false;
    }

    private CopyDifference lacking(HistoryShard copy) throws InterruptedException {
        if (!comparesCards) {
            return CopyDifference.WHOLE;
        }
        try {
            return CopyDifference.ask(copy, question -> owners.compare(copy, question));
        } catch (ExecutionException e) {
            LOG.debug("the cards of the shard with key {} cannot be compared, and all travel", copy.key(), e);
            comparesCards = !(e.getCause() instanceof HazelcastSerializationException);
            return CopyDifference.WHOLE;
        }
    }

    private void send(HistoryShard copy, CopyDifference lacking) throws InterruptedException, ExecutionException {
        if (lacking.isWhole()) {
            boolean unused = owners.unite(copy).toCompletableFuture().get();
        } else if (lacking.part().isPresent()) {
            boolean unused =
                    owners.add(lacking.part().get()).toCompletableFuture().get();
        }
    }
}
