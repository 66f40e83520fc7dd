package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.audit.ReadCard;
import com.hazelcast.certification.console.http.HttpFailure;
import com.hazelcast.certification.console.members.MemberParts;
import com.hazelcast.certification.history.CardHash;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads a card's history where it lives. Thread-safe; blocks for one call to the shard. */
public final class CardReader {
    /** How long the shard of a card may take. */
    private static final long TIMEOUT_MS = 2_000;

    private final MemberParts parts;

    /** Of a member. */
    public CardReader(MemberParts parts) {
        this.parts = parts;
    }

    /** From the code of a card's number to the card's word in this cluster. */
    public long identify(long code) {
        return parts.cardKey().map(key -> key.identify(code)).orElse(code);
    }

    private int shardOf(long card) {
        return CardHash.shard(CardHash.of(card), parts.shards().keys().shardCount());
    }

    /** Asks for the card's entries; null when its shard is not in place. */
    CompletableFuture<@Nullable CardEntries> begin(long card) {
        return parts.shards()
                .map()
                .submitToKey(parts.shards().keys().keyOf(shardOf(card)), new ReadCard(card))
                .thenApplyAsync(
                        transactions -> transactions == null ? null : CardEntries.of(transactions), Runnable::run)
                .toCompletableFuture();
    }

    /**
     * The card's entries; none when it is unknown.
     *
     * @throws HttpFailure 503 when its shard is not in place or does not answer
     */
    CardEntries read(long card) {
        int shard = shardOf(card);
        try {
            CardEntries entries = begin(card).get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
            if (entries == null) {
                throw new HttpFailure(
                        HttpFailure.UNAVAILABLE, "the card's shard is not loaded, or lost; load it: shard=" + shard);
            }
            return entries;
        } catch (ExecutionException | TimeoutException e) {
            throw new HttpFailure(
                    HttpFailure.UNAVAILABLE, "the card's shard does not answer; try again in a moment: shard=" + shard);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HttpFailure(HttpFailure.UNAVAILABLE, "the member is leaving; ask another one");
        }
    }
}
