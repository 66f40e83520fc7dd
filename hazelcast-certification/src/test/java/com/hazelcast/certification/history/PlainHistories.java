package com.hazelcast.certification.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a shard must do, written the plain way: a list of entries a card, newest first. */
final class PlainHistories {
    private final int entriesPerCardMax;
    private final Map<Long, Card> cards = new HashMap<>();
    private long expiredCount;
    private long droppedByBoundCount;
    private long droppedByMemoryCount;

    PlainHistories(int entriesPerCardMax) {
        this.entriesPerCardMax = entriesPerCardMax;
    }

    /** Cards opened so far, those without entries included. */
    Iterable<Long> cards() {
        return cards.keySet();
    }

    int cardCount() {
        return cards.size();
    }

    boolean holds(long card) {
        return cards.containsKey(card);
    }

    List<Entry> entries(long card) {
        return card(card).newestFirst;
    }

    private Card card(long card) {
        return cards.computeIfAbsent(card, number -> new Card());
    }

    int place(long card, Entry placed) {
        List<Entry> newestFirst = entries(card);
        if (newestFirst.isEmpty()) {
            return Placement.FRESH;
        }
        if (placed.timeMs() <= newestFirst.get(0).timeMs() - HistoryLimits.HORIZON_MS) {
            return Placement.TOO_OLD;
        }
        for (Entry held : newestFirst) {
            if (held.isSameTransaction(placed)) {
                return held.verdict();
            }
        }
        boolean isAtBound = newestFirst.size() > entriesPerCardMax - ChunkLayout.ENTRIES;
        if (isAtBound && placed.timeMs() < oldest(newestFirst).timeMs()) {
            return Placement.TOO_OLD;
        }
        int held = newestFirst.size();
        while (!newestFirst.isEmpty() && oldest(newestFirst).timeMs() <= placed.timeMs() - HistoryLimits.HORIZON_MS) {
            card(card).dropOldest();
        }
        expiredCount += held - newestFirst.size();
        return Placement.FRESH;
    }

    void insert(long card, Entry inserted) {
        List<Entry> newestFirst = entries(card);
        if (newestFirst.size() >= entriesPerCardMax) {
            droppedByBoundCount += card(card).dropOldestChunk();
        }
        int newer = 0;
        while (newer < newestFirst.size() && newestFirst.get(newer).timeMs() > inserted.timeMs()) {
            newer++;
        }
        newestFirst.add(newer, inserted);
    }

    void recycleOldest(long card) {
        droppedByMemoryCount += card(card).dropOldestChunk();
    }

    int marks(long card) {
        return entries(card).stream().mapToInt(Entry::marks).reduce(0, (a, b) -> a | b);
    }

    long heldCount() {
        return cards.values().stream()
                .mapToLong(card -> card.newestFirst.size())
                .sum();
    }

    long expiredCount() {
        return expiredCount;
    }

    long droppedByBoundCount() {
        return droppedByBoundCount;
    }

    long droppedByMemoryCount() {
        return droppedByMemoryCount;
    }

    private static Entry oldest(List<Entry> newestFirst) {
        return newestFirst.get(newestFirst.size() - 1);
    }

    /** Entries lie in fives, counted from the oldest since the card was last empty. */
    private static final class Card {
        private final List<Entry> newestFirst = new ArrayList<>();
        private int droppedOfOldestFive;

        void dropOldest() {
            newestFirst.remove(newestFirst.size() - 1);
            droppedOfOldestFive = newestFirst.isEmpty() ? 0 : (droppedOfOldestFive + 1) % ChunkLayout.ENTRIES;
        }

        int dropOldestChunk() {
            int dropped = Math.min(newestFirst.size(), ChunkLayout.ENTRIES - droppedOfOldestFive);
            for (int i = 0; i < dropped; i++) {
                dropOldest();
            }
            return dropped;
        }
    }
}
