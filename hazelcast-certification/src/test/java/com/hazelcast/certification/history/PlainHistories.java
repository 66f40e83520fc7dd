package com.hazelcast.certification.history;

import com.hazelcast.certification.history.layout.ChunkLayout;
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
        card(card).isFloorExpired = false;
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
        if (card(card).hasDropped && placed.timeMs() <= oldest(newestFirst).timeMs()) {
            return Placement.TOO_OLD;
        }
        if (newestFirst.size() >= entriesPerCardMax && isNotNewerThanWhatGoes(card, placed)) {
            return Placement.TOO_OLD;
        }
        int held = newestFirst.size();
        while (!newestFirst.isEmpty() && oldest(newestFirst).timeMs() <= placed.timeMs() - HistoryLimits.HORIZON_MS) {
            card(card).dropOldest();
        }
        expiredCount += held - newestFirst.size();
        card(card).isFloorExpired = held > newestFirst.size();
        return Placement.FRESH;
    }

    /** Whether room for the transaction would cost an entry that is not older. */
    boolean isNotNewerThanWhatGoes(long card, Entry placed) {
        List<Entry> newestFirst = entries(card);
        int going = card(card).going();
        return going > 0
                && placed.timeMs()
                        <= newestFirst.get(newestFirst.size() - going).timeMs();
    }

    void insert(long card, Entry inserted) {
        List<Entry> newestFirst = entries(card);
        if (newestFirst.size() >= entriesPerCardMax) {
            droppedByBoundCount += card(card).makeRoom();
        }
        card(card).hasDropped &= !card(card).isFloorExpired;
        int newer = 0;
        while (newer < newestFirst.size() && newestFirst.get(newer).timeMs() > inserted.timeMs()) {
            newer++;
        }
        newestFirst.add(newer, inserted);
        card(card).emptySinceTick = 0;
    }

    /** From now on it is not known of any entry that is held whether it was decided promptly. */
    void forgetPrompt() {
        cards.values().forEach(card -> card.newestFirst.replaceAll(entry -> entry.withPrompt(false)));
    }

    void recycleOldest(long card) {
        droppedByMemoryCount += card(card).makeRoom();
    }

    /** Drops what is 90 days older than that time, and cards that have been empty for so many ticks. */
    void sweep(long timeMs, int emptyTicksMax) {
        cards.values().removeIf(card -> card.emptyTicks(timeMs) >= emptyTicksMax);
        cards.values().forEach(card -> expiredCount += card.expire(timeMs));
    }

    int flags(long card) {
        return entries(card).stream().mapToInt(Entry::flags).reduce(0, (a, b) -> a | b);
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
        private boolean hasDropped;
        private boolean isFloorExpired;

        /** 0: not known. */
        private int emptySinceTick;

        int emptyTicks(long timeMs) {
            int ticks = Math.floorMod((timeMs >>> 21) - emptySinceTick, 8192);
            return emptySinceTick == 0 || !newestFirst.isEmpty() || ticks >= 6144 ? -1 : ticks;
        }

        int expire(long timeMs) {
            int held = newestFirst.size();
            while (!newestFirst.isEmpty() && oldest(newestFirst).timeMs() <= timeMs - HistoryLimits.HORIZON_MS) {
                dropOldest();
                hasDropped = false;
            }
            if (newestFirst.isEmpty() && (held > 0 || emptySinceTick == 0)) {
                emptySinceTick = Math.max(1, (int) (timeMs >>> 21) % 8192);
            }
            return held - newestFirst.size();
        }

        void dropOldest() {
            newestFirst.remove(newestFirst.size() - 1);
            droppedOfOldestFive = newestFirst.isEmpty() ? 0 : (droppedOfOldestFive + 1) % ChunkLayout.ENTRIES;
            hasDropped &= !newestFirst.isEmpty();
        }

        private boolean isSingleFive() {
            return newestFirst.size() + droppedOfOldestFive <= ChunkLayout.ENTRIES;
        }

        int going() {
            if (!isSingleFive()) {
                return ChunkLayout.ENTRIES - droppedOfOldestFive;
            }
            return newestFirst.size() == ChunkLayout.ENTRIES ? 1 : 0;
        }

        int makeRoom() {
            int going = going();
            boolean isSingleFive = isSingleFive();
            for (int i = 0; i < going; i++) {
                dropOldest();
                hasDropped = true;
                isFloorExpired = false;
            }
            if (isSingleFive) {
                droppedOfOldestFive = 0;
            }
            return going;
        }
    }
}
