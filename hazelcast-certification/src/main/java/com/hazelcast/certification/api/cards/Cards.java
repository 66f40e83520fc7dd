package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.audit.ReadCard;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardPresence;
import com.hazelcast.map.IMap;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The cards of the cluster. Thread-safe; never blocks. */
public final class Cards {
    /** How long a shard may take; a caller waits for no longer. */
    private static final long TIMEOUT_MS = 2_000;

    private final IMap<Integer, HistoryShard> map;
    private final ShardKeys keys;
    private final boolean isStrict;
    private final CopyGuard guard;
    private final Supplier<ShardPresence> missing;
    private final FastThreadLocal<CardReads> collecting = new FastThreadLocal<>();

    /**
     * Of that map.
     *
     * @param backups that each shard is to have
     * @param missing what a shard is now that is on no member
     */
    public Cards(
            IMap<Integer, HistoryShard> map,
            ShardKeys keys,
            int backups,
            Acks acks,
            CopyGuard guard,
            Supplier<ShardPresence> missing) {
        this.map = map;
        this.keys = keys;
        this.isStrict = acks == Acks.STRICT && backups > 0;
        this.guard = guard;
        this.missing = missing;
    }

    /** What became of a card that was to be opened. */
    public enum Opening {
        /** It is known from now on, and has no history. */
        OPENED,
        /** It was known already. */
        KNOWN,
        /** There is no room for it. */
        MEMORY_FULL,
        /** Nothing is loaded. */
        NOT_LOADED,
        /** All copies of its shard are lost, or its load has ended early. */
        SHARD_LOST,
        /** Its shard does not answer, waits for other members or its disk, or its copies are not confirmed in time. It may be open. */
        UNAVAILABLE
    }

    /**
     * Opens cards. When the stage completes, every copy knows those that are open, as strictly as transactions are answered. It never fails.
     * One answer a card, in their order.
     */
    public CompletableFuture<Opening[]> open(long[] cards) {
        Map<Integer, List<Integer>> byShard = new TreeMap<>();
        for (int i = 0; i < cards.length; i++) {
            byShard.computeIfAbsent(shardOf(cards[i]), shard -> new ArrayList<>())
                    .add(i);
        }
        Opening[] openings = new Opening[cards.length];
        List<CompletableFuture<Void>> calls = new ArrayList<>();
        byShard.forEach((shard, positions) -> calls.add(openIn(shard, cards, positions, openings)));
        return CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                .thenApplyAsync(ignored -> openings, Runnable::run);
    }

    private CompletableFuture<Void> openIn(int shard, long[] cards, List<Integer> positions, Opening[] openings) {
        long[] own = positions.stream().mapToLong(i -> cards[i]).toArray();
        return new ShardOpening(map, keys.keyOf(shard), shard, own, guard, isStrict)
                .within(TIMEOUT_MS)
                .handleAsync(
                        (answers, failure) -> {
                            for (int i = 0; i < own.length; i++) {
                                openings[positions.get(i)] = failure != null
                                        ? Opening.UNAVAILABLE
                                        : answers == null ? openingInMissing() : opening(answers[i]);
                            }
                            return null;
                        },
                        Runnable::run);
    }

    private Opening openingInMissing() {
        return switch (missing()) {
            case ABSENT -> Opening.NOT_LOADED;
            case LOST -> Opening.SHARD_LOST;
            default -> Opening.UNAVAILABLE;
        };
    }

    private static Opening opening(byte answer) {
        return switch (answer) {
            case OpenCards.OPENED -> Opening.OPENED;
            case OpenCards.KNOWN -> Opening.KNOWN;
            default -> Opening.MEMORY_FULL;
        };
    }

    /** What a shard is that is on no member, as this member sees it: never loaded, lost, or such that it may still come. */
    public ShardPresence missing() {
        return missing.get();
    }

    /**
     * From now on collects what the calling thread reads until a task runs that it gives to {@code whenPassEnds}, and reads it shard by shard.
     *
     * @param whenPassEnds runs a task on this thread, after what the thread does now
     */
    public void collectOnThisThread(Consumer<Runnable> whenPassEnds) {
        collecting.set(new CardReads(keys.shardCount(), whenPassEnds, this::read));
    }

    /** A card's entries as compact transactions, newest first; null when its shard is {@link #missing}. Fails when it does not answer. */
    public CompletableFuture<byte[]> read(long card) {
        CardReads reads = collecting.get();
        int shard = shardOf(card);
        return reads == null ? read(shard, new long[] {card}) : reads.read(shard, card);
    }

    private CompletableFuture<byte[]> read(int shard, long[] cards) {
        try {
            return map.submitToKey(keys.keyOf(shard), cards.length == 1 ? new ReadCard(cards[0]) : new ReadCards(cards))
                    .toCompletableFuture()
                    .copy()
                    .orTimeout(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private int shardOf(long card) {
        return CardHash.shard(CardHash.of(card), keys.shardCount());
    }
}
