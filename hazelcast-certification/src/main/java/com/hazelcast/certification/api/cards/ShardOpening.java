package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.routing.CopyGuard;
import com.hazelcast.map.IMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that open some cards of one shard, until every copy has them, as strictly as transactions are answered, or nobody waits any more.
 * What an owner cannot confirm is opened again: the second time the cards are known, and the answer still says which were opened. Its calls
 * follow each other; never blocks.
 */
final class ShardOpening {
    private static final Logger LOG = LoggerFactory.getLogger(ShardOpening.class);
    private static final long RETRY_DELAY_MS = 100;

    /** Not at once: Hazelcast lets no remote call be made on a thread that handles responses. */
    private static final Executor LATER = CompletableFuture.delayedExecutor(RETRY_DELAY_MS, TimeUnit.MILLISECONDS);

    private final IMap<Integer, HistoryShard> map;
    private final Integer key;
    private final int shard;
    private final long[] cards;
    private final CopyGuard guard;
    private final boolean isStrict;
    private final boolean[] wereOpened;
    private final CompletableFuture<byte @Nullable []> answer = new CompletableFuture<>();

    /**
     * Of cards of that shard.
     *
     * @param key of the shard
     * @param isStrict whether all copies have to be confirmed
     */
    ShardOpening(
            IMap<Integer, HistoryShard> map, Integer key, int shard, long[] cards, CopyGuard guard, boolean isStrict) {
        this.map = map;
        this.key = key;
        this.shard = shard;
        this.cards = cards;
        this.guard = guard;
        this.isStrict = isStrict;
        this.wereOpened = new boolean[cards.length];
    }

    /**
     * Begins. The stage completes with what became of each card, see {@link OpenCards}; with null when the shard is not there; with a failure
     * when not every copy has the cards in that time. Called once.
     */
    CompletableFuture<byte @Nullable []> within(long timeMs) {
        CompletableFuture<byte @Nullable []> ended = answer.orTimeout(timeMs, TimeUnit.MILLISECONDS);
        call();
        return ended;
    }

    private void call() {
        if (answer.isDone()) {
            return;
        }
        try {
            var unused = map.submitToKey(key, new OpenCards(cards)).whenCompleteAsync(this::called, Runnable::run);
        } catch (RuntimeException e) {
            // For example: the member is leaving.
            called(null, e);
        }
    }

    private void called(byte @Nullable [] found, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.debug("cards are opened again: shard={}", shard, failure);
            later();
        } else if (found == null || OpeningAnswer.state(found, cards.length) == OpeningAnswer.State.SETTLED) {
            finish(found);
        } else {
            for (int i = 0; i < cards.length; i++) {
                wereOpened[i] |= found[i] == OpenCards.OPENED;
            }
            guard.whenSafe(
                    shard,
                    isStrict,
                    OpeningAnswer.confirmedView(found, cards.length),
                    () -> finish(found),
                    this::later);
        }
    }

    private void later() {
        if (!answer.isDone()) {
            LATER.execute(this::call);
        }
    }

    private void finish(byte @Nullable [] found) {
        if (found != null) {
            for (int i = 0; i < cards.length; i++) {
                found[i] = found[i] == OpenCards.KNOWN && wereOpened[i] ? OpenCards.OPENED : found[i];
            }
        }
        boolean unused = answer.complete(found);
    }
}
