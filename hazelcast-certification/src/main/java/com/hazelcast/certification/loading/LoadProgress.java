package com.hazelcast.certification.loading;

/**
 * How far a load is.
 *
 * @param shardsLoaded shards in place on owner and backups
 * @param shardCount all shards
 * @param cards all cards to load
 * @param elapsedMs since the load began; when it is done, how long it took
 */
public record LoadProgress(int shardsLoaded, int shardCount, int cards, long elapsedMs) {
    /** No load has been requested. */
    public static final LoadProgress NONE = new LoadProgress(0, 0, 0, 0);

    /** Cards in the loaded shards, taking shards as alike. */
    public long cardsLoaded() {
        return shardCount == 0 ? 0 : (long) cards * shardsLoaded / shardCount;
    }

    public boolean isDone() {
        return shardCount > 0 && shardsLoaded == shardCount;
    }
}
