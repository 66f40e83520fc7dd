package com.hazelcast.certification.shard;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.history.HistoryShard;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which copies of shards on this member have missed that a card was forgotten: those that have left, or were replaced, and that the garbage
 * collector has not noticed yet. They count as in place until then, and after a split they would bring the card back.
 *
 * <p>Thread-safe. Keeps no shard from being collected, and no card when what had missed it is. Both lists are bounded: the oldest entry goes for a
 * new one beyond {@value #ENTRIES_MAX}.
 */
public final class ForgottenCards {
    private static final Logger LOG = LoggerFactory.getLogger(ForgottenCards.class);
    static final int ENTRIES_MAX = 10_000;
    private static final Cleaner CLEANER = Cleaner.create();

    private volatile Supplier<? extends Collection<HistoryShard>> installed = () -> List.of();

    /** Copies in place that have forgotten the card, which is not {@link #finished} yet: they may have got it again, as a new one. */
    @GuardedBy("this")
    private final Queue<CardOf> applied = new ArrayDeque<>();

    /** Copies that still had it when every copy in place had forgotten it. */
    @GuardedBy("this")
    private final Queue<CardOf> missed = new ArrayDeque<>();

    /** A card of an object. */
    private record CardOf(WeakReference<HistoryShard> shard, long card) {
        boolean isOf(HistoryShard object, long number) {
            return card == number && shard.refersTo(object);
        }

        boolean isKeptAt(int key) {
            HistoryShard object = shard.get();
            return object != null && object.key() == key;
        }

        boolean isCollected() {
            return shard.refersTo(null);
        }
    }

    ForgottenCards() {}

    /** From now on these are the copies on this member. */
    public void among(Supplier<? extends Collection<HistoryShard>> shards) {
        installed = shards;
    }

    /** That copy, which is in place, has forgotten the card. Called by the shard's thread, before {@link #finished}. */
    public synchronized void applied(HistoryShard shard, long card) {
        missed.removeIf(one -> one.isOf(shard, card));
        put(applied, shard, card);
    }

    /** Whether a copy of the shard with that key has forgotten the card here, which is not {@link #finished} yet. */
    public synchronized boolean isApplied(int key, long card) {
        return applied.stream().anyMatch(one -> one.card == card && one.isKeptAt(key));
    }

    /**
     * Every copy in place has forgotten the card of the shard with that key, on all members: who has not, and holds it, is in place no
     * more. One that has come here meanwhile, from a copy that had forgotten the card, does not hold it.
     */
    public synchronized void finished(int key, long card) {
        removeCollected();
        for (HistoryShard shard : installed.get()) {
            // Those that have applied it may leave, and miss that the card is forgotten another time.
            if (shard.key() == key
                    && !applied.removeIf(one -> one.isOf(shard, card))
                    && !has(missed, shard, card)
                    && isHeld(shard, card)) {
                if (missed.stream().noneMatch(one -> one.shard.refersTo(shard))) {
                    // Once a shard, which would have as many as cards otherwise.
                    var unused = CLEANER.register(shard, this::removeCollected);
                }
                put(missed, shard, card);
            }
        }
        // Also of those that have applied it and have left since.
        applied.removeIf(one -> one.card == card && one.isKeptAt(key));
    }

    /** Nobody asks for these any more, and nothing else may have their cards. */
    private synchronized void removeCollected() {
        applied.removeIf(CardOf::isCollected);
        missed.removeIf(CardOf::isCollected);
    }

    /** Cards of copies that are kept here; for tests. */
    synchronized int entryCount() {
        return applied.size() + missed.size();
    }

    /** On a copy that is in place no more, which nobody changes, exact. */
    private static boolean isHeld(HistoryShard shard, long card) {
        try {
            return shard.holds(card);
        } catch (IndexOutOfBoundsException e) {
            LOG.debug("a copy has grown meanwhile, so it is in place, and came here without the card", e);
            return false;
        }
    }

    /** The cards that the copy has missed. */
    public synchronized List<Long> missedBy(HistoryShard shard) {
        return missed.stream()
                .filter(one -> one.shard.refersTo(shard))
                .map(CardOf::card)
                .toList();
    }

    private static boolean has(Queue<CardOf> entries, HistoryShard shard, long card) {
        return entries.stream().anyMatch(one -> one.isOf(shard, card));
    }

    private static void put(Queue<CardOf> entries, HistoryShard shard, long card) {
        if (entries.size() == ENTRIES_MAX) {
            CardOf unused = entries.remove();
        }
        entries.add(new CardOf(new WeakReference<>(shard), card));
    }
}
