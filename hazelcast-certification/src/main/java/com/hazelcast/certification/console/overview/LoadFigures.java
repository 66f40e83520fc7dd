package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.loading.LoadProgress;
import org.jspecify.annotations.Nullable;

/**
 * How far the load is that a member drives or drove.
 *
 * @param cardsPerSecond null: not known yet
 * @param leftMs if it goes on like that; null: not known, or none is running
 */
public record LoadFigures(
        boolean active,
        int shardsDone,
        int shardCount,
        long cardsDone,
        int cardCount,
        @Nullable Double cardsPerSecond,
        @Nullable Long leftMs) {
    private static final double MS_PER_SECOND = 1e3;

    static LoadFigures of(LoadProgress load, boolean isActive) {
        long cardsDone = load.cardsLoaded();
        Double rate = load.elapsedMs() > 0 && cardsDone > 0
                ? (Double) Rounded.tenth(cardsDone * MS_PER_SECOND / load.elapsedMs())
                : null;
        Long leftMs = isActive && rate != null && rate > 0
                ? (Long) Math.round((load.cards() - cardsDone) * MS_PER_SECOND / rate)
                : null;
        return new LoadFigures(isActive, load.shardsLoaded(), load.shardCount(), cardsDone, load.cards(), rate, leftMs);
    }
}
