package com.hazelcast.certification.loading;

import com.hazelcast.certification.history.CardHash;

/**
 * The cards 0 to n-1 by their shard: four bytes a card, made once for a load by a counting sort and dropped after it.
 * Immutable.
 */
final class CardIndex {
    private final int[] cards;
    private final int[] starts;

    CardIndex(int cardCount, int shardCount) {
        int[] ends = new int[shardCount + 1];
        for (int card = 0; card < cardCount; card++) {
            ends[CardHash.shard(CardHash.of(card), shardCount) + 1]++;
        }
        for (int shard = 0; shard < shardCount; shard++) {
            ends[shard + 1] += ends[shard];
        }
        starts = ends.clone();
        cards = new int[cardCount];
        for (int card = 0; card < cardCount; card++) {
            cards[ends[CardHash.shard(CardHash.of(card), shardCount)]++] = card;
        }
    }

    int count(int shard) {
        return starts[shard + 1] - starts[shard];
    }

    int card(int shard, int index) {
        return cards[starts[shard] + index];
    }
}
