package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.CardKey;
import java.util.Optional;

/**
 * The cards of 14 digits from 0 to n-1 by their shard: four bytes a card, made once for a load by a counting sort and dropped after it.
 * Immutable.
 */
final class CardIndex {
    private static final int GROUP = 1_024;

    private final int[] cards;
    private final int[] starts;

    CardIndex(int cardCount, int shardCount, Optional<CardKey> key) {
        int[] ends = new int[shardCount + 1];
        forEach(cardCount, shardCount, key, (card, shard) -> ends[shard + 1]++);
        for (int shard = 0; shard < shardCount; shard++) {
            ends[shard + 1] += ends[shard];
        }
        starts = ends.clone();
        cards = new int[cardCount];
        forEach(cardCount, shardCount, key, (card, shard) -> cards[ends[shard]++] = card);
    }

    private interface CardAndShard {
        void accept(int card, int shard);
    }

    private static void forEach(int cardCount, int shardCount, Optional<CardKey> key, CardAndShard consumer) {
        CardIdentifier identifier = new CardIdentifier(key);
        long[] group = new long[GROUP];
        for (int first = 0; first < cardCount; first += GROUP) {
            int count = Math.min(GROUP, cardCount - first);
            for (int i = 0; i < count; i++) {
                group[i] = (long) first + i;
            }
            identifier.identify(group, count);
            for (int i = 0; i < count; i++) {
                consumer.accept(first + i, CardHash.shard(CardHash.of(group[i]), shardCount));
            }
        }
    }

    int shardCount() {
        return starts.length - 1;
    }

    int count(int shard) {
        return starts[shard + 1] - starts[shard];
    }

    int card(int shard, int index) {
        return cards[starts[shard] + index];
    }
}
