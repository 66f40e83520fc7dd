package com.hazelcast.certification.console;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.scoring.ReadCard;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads a card's history where it lives. Thread-safe; blocks for one call to the shard. */
final class CardReader {
    private static final long TIMEOUT_MS = 5_000;

    private final MemberParts parts;

    CardReader(MemberParts parts) {
        this.parts = parts;
    }

    /**
     * The card's entries; none when it is unknown.
     *
     * @throws HttpFailure 503 when its shard is not in place or does not answer
     */
    CardEntries read(long card) {
        int shard = CardHash.shard(CardHash.of(card), parts.keys().shardCount());
        try {
            byte[] transactions = parts.map()
                    .submitToKey(parts.keys().keyOf(shard), new ReadCard(card))
                    .toCompletableFuture()
                    .get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
            if (transactions == null) {
                throw new HttpFailure(
                        HttpFailure.UNAVAILABLE, "the card's shard is not loaded, or lost; load it: shard=" + shard);
            }
            return CardEntries.of(transactions);
        } catch (ExecutionException | TimeoutException e) {
            throw new HttpFailure(
                    HttpFailure.UNAVAILABLE, "the card's shard does not answer; try again in a moment: shard=" + shard);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HttpFailure(HttpFailure.UNAVAILABLE, "the member is leaving; ask another one");
        }
    }
}
