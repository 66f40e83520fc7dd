package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of the histories of some cards that a member holds: what a set sees when it decides. Copied in slices on the partition threads, which
 * run no rules for it, with pauses between them. Immutable.
 */
final class ResidentHistories {
    /** None: where nothing is loaded, or it cannot be read now. */
    static final ResidentHistories NONE = new ResidentHistories(List.of());

    /** Of a member. */
    static final int CARDS_MAX = 2_000;

    private static final Logger LOG = LoggerFactory.getLogger(ResidentHistories.class);

    /** A partition thread copies so many usual histories within a tenth of a millisecond. */
    private static final int CARDS_PER_SLICE = 100;

    /** So many times as long as a slice took, the next one waits: cards are scored meanwhile. */
    private static final int PAUSE_FACTOR = 4;

    private static final long SLICE_MAX_S = 5;

    /** A member may own hundreds of shards, and under load a slice takes some 70 ms with its pause: all could take twenty seconds. */
    private static final long READ_MAX_NS = TimeUnit.SECONDS.toNanos(2);

    private static final int WORDS_OF_ENTRY = 3;

    /** As {@link CopyHistories} answers: a position, then of each card its word, how many entries, and these, newest first. */
    private final List<long[]> slices;

    private ResidentHistories(List<long[]> slices) {
        this.slices = slices;
    }

    /** Of answers of {@link CopyHistories}. */
    static ResidentHistories of(List<long[]> slices) {
        return new ResidentHistories(List.copyOf(slices));
    }

    /** Takes one entry of a card. */
    @FunctionalInterface
    interface Visitor {
        /** An entry, and the card that it is of. */
        void visit(long card, long times, long payment, int outcome);
    }

    /** Of the shards that a member owns now, as far as they can be read; after two seconds no other shard is begun. An interrupt ends it. */
    static ResidentHistories read(HazelcastInstance hazelcast) {
        return read(hazelcast, System::nanoTime);
    }

    /** @param clock in nanoseconds */
    static ResidentHistories read(HazelcastInstance hazelcast, LongSupplier clock) {
        long beginNs = clock.getAsLong();
        List<long[]> slices = new ArrayList<>();
        try {
            IMap<Integer, HistoryShard> map = ShardMap.of(hazelcast);
            ShardKeys keys = ShardKeys.of(hazelcast);
            List<Integer> owned = keys.owned(hazelcast);
            int cardsOfShard = (CARDS_MAX - 1) / Math.max(1, owned.size()) + 1;
            for (int shard : owned) {
                if (clock.getAsLong() - beginNs > READ_MAX_NS) {
                    break;
                }
                read(map, keys.keyOf(shard), cardsOfShard, slices);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            LOG.debug("rules are warmed up on the histories that could be read", e);
        }
        return of(slices);
    }

    private static void read(IMap<Integer, HistoryShard> map, Integer key, int cards, List<long[]> into)
            throws InterruptedException, ExecutionException, TimeoutException {
        long from = 0;
        for (int left = cards; left > 0 && from < CardHash.POSITIONS; left -= CARDS_PER_SLICE) {
            long beginNs = System.nanoTime();
            long[] slice = map.submitToKey(key, new CopyHistories(from, Math.min(left, CARDS_PER_SLICE)))
                    .toCompletableFuture()
                    .get(SLICE_MAX_S, TimeUnit.SECONDS);
            if (slice == null) {
                return;
            }
            into.add(slice);
            from = slice[0];
            TimeUnit.NANOSECONDS.sleep(PAUSE_FACTOR * (System.nanoTime() - beginNs));
        }
    }

    /**
     * Visits all entries: of each card the oldest first, and one after another of different cards, as transactions come.
     *
     * @throws ArrayIndexOutOfBoundsException when a slice ends before what it should have
     */
    void forEach(Visitor visitor) {
        for (long[] slice : slices) {
            int older = 0;
            while (visit(slice, older, visitor)) {
                older++;
            }
        }
    }

    /** Visits of each card of a slice the entry with so many older ones; returns whether there was one. */
    private static boolean visit(long[] slice, int older, Visitor visitor) {
        boolean isAny = false;
        int at = 1;
        while (at < slice.length) {
            long card = slice[at];
            int count = (int) slice[at + 1];
            at += 2 + count * WORDS_OF_ENTRY;
            if (older < count) {
                int entry = at - (older + 1) * WORDS_OF_ENTRY;
                visitor.visit(card, slice[entry], slice[entry + 1], (int) slice[entry + 2]);
                isAny = true;
            }
        }
        return isAny;
    }
}
