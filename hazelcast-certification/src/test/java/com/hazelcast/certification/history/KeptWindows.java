package com.hazelcast.certification.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.List;

/**
 * What a shard keeps beside each card, the total and the counts and sums of windows, against the same of a plain list of the card's entries.
 * A shard that is asked stays as it is.
 */
public final class KeptWindows {
    private KeptWindows() {}

    /** Of all cards, against what a walk shows. */
    public static void assertAgree(HistoryShard shard) {
        shard.forEachCard(card -> {
            CardHistory history = shard.open(card);
            assertAgree(history, card, Shards.walk(history));
        });
    }

    /** As rules ask for a transaction of that card and time before it is inserted, against what a walk shows. */
    public static void assertAgreeAt(CardHistory history, long card, long timeMs) {
        assertAgreeAt(history, card, Shards.walk(history), timeMs);
    }

    /** Of an opened card: at its newest entry, and on both sides of the moment at which the next entry leaves each window. */
    static void assertAgree(CardHistory history, long card, List<Entry> newestFirst) {
        if (newestFirst.isEmpty()) {
            assertAgreeAt(history, card, newestFirst, Shards.START_MS);
            return;
        }
        long newestMs = newestFirst.get(0).timeMs();
        assertAgreeAt(history, card, newestFirst, newestMs);
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            long widthMs = HistoryLimits.edgeWidthMs(edge);
            List<Entry> inside = inside(newestFirst, newestMs - widthMs);
            long leavesMs = inside.get(inside.size() - 1).timeMs() + widthMs;
            assertWindow(history, card, newestFirst, leavesMs - 1, widthMs);
            assertWindow(history, card, newestFirst, leavesMs, widthMs);
        }
    }

    /** The total, and all kept windows that end with that time. */
    static void assertAgreeAt(CardHistory history, long card, List<Entry> newestFirst, long timeMs) {
        assertThat(history.count()).as("count of card %d", card).isEqualTo(newestFirst.size());
        assertThat(history.sumUnits()).as("sum of card %d", card).isEqualTo(sumUnits(newestFirst));
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            assertWindow(history, card, newestFirst, timeMs, HistoryLimits.edgeWidthMs(edge));
        }
    }

    /** One window, of whatever width. */
    static void assertWindow(CardHistory history, long card, List<Entry> newestFirst, long timeMs, long widthMs) {
        List<Entry> inside = inside(newestFirst, timeMs - widthMs);
        WindowSum window = new WindowSum();
        history.sumWithin(timeMs, widthMs, window);
        assertThat(window.count())
                .as("count of card %d within %d ms of %d", card, widthMs, timeMs)
                .isEqualTo(inside.size());
        assertThat(window.sumUnits())
                .as("sum of card %d within %d ms of %d", card, widthMs, timeMs)
                .isEqualTo(sumUnits(inside));
    }

    /** How many of the kept windows that end with the card's newest entry a shard answers without a walk; 0 of a card with less than two. */
    public static int known(HistoryShard shard, long card) {
        int known = 0;
        for (int edge = 0; edge < HistoryLimits.EDGES; edge++) {
            // What a walk has found for one width answers the others, until the card is opened again.
            CardHistory history = shard.open(card);
            history.rewind();
            if (history.count() < 2 || !history.next()) {
                return 0;
            }
            history.sumWithin(history.timeMs(), HistoryLimits.edgeWidthMs(edge), new WindowSum());
            known += entriesRead(history) == 1 ? 1 : 0;
        }
        return known;
    }

    /** How far the cursor was moved: a walk over a window also reads the entry behind it, or ends on the last one. */
    private static int entriesRead(CardHistory history) {
        int left = 0;
        while (history.next()) {
            left++;
        }
        return history.count() - left;
    }

    private static List<Entry> inside(List<Entry> newestFirst, long afterMs) {
        return newestFirst.stream().filter(entry -> entry.timeMs() > afterMs).toList();
    }

    private static long sumUnits(List<Entry> entries) {
        return entries.stream()
                .mapToLong(entry -> TransactionLayout.amountUnits(entry.payment()))
                .sum();
    }
}
