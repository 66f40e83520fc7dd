package com.hazelcast.certification.rules.interpreted;

import com.hazelcast.certification.history.HistoryCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * A transaction and its card's history.
 *
 * @param scored the transaction
 * @param earlier the card's others, newest first
 * @param all the same with the transaction in its place: before entries of its own time, behind newer ones
 */
record Scene(Entry scored, List<Entry> earlier, List<Entry> all) {
    static Scene of(long card, long times, long payment, int outcome, HistoryCursor cursor) {
        Entry scored = new Entry(card, times, payment, outcome);
        List<Entry> earlier = new ArrayList<>();
        cursor.rewind();
        while (cursor.next()) {
            earlier.add(new Entry(card, cursor.times(), cursor.payment(), cursor.outcome()));
        }
        int newer = 0;
        while (newer < earlier.size() && earlier.get(newer).timeMs() > scored.timeMs()) {
            newer++;
        }
        List<Entry> all = new ArrayList<>(earlier);
        all.add(newer, scored);
        return new Scene(scored, earlier, all);
    }
}
