package com.hazelcast.certification.plan;

/**
 * How many shards a cluster should have. Few shards make large batches and few calls; many make small migrations, short
 * pauses on the partition thread, and even members. See {@code docs/decisions/0002-one-shard-a-partition.md}.
 */
public final class ShardPlan {
    /** Hazelcast's own bound on partitions, with room to spare. */
    public static final int SHARDS_MAX = 9_973;

    /** The least that is proposed. */
    private static final int SHARDS_MIN = 7;

    /** With 20 transactions a card, a shard of that many cards is some 65 MB: half a second to load or to move. */
    private static final int CARDS_PER_SHARD = 150_000;

    /** Two members of two cores did a quarter more with 7 shards than with 31; more evenness was not worth it. */
    private static final int SHARDS_PER_MEMBER = 3;

    private ShardPlan() {}

    /** Shards for that many cards and members: the least prime that gives both enough. */
    public static int shards(int cards, int members) {
        int required = Math.max(SHARDS_MIN, Math.max(cards / CARDS_PER_SHARD, members * SHARDS_PER_MEMBER));
        int prime = Math.min(required, SHARDS_MAX);
        while (!isPrime(prime)) {
            prime++;
        }
        return prime;
    }

    private static boolean isPrime(int number) {
        for (int divisor = 2; divisor * divisor <= number; divisor++) {
            if (number % divisor == 0) {
                return false;
            }
        }
        return true;
    }
}
