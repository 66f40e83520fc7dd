package com.hazelcast.certification.console.flagged;

import java.util.ArrayList;
import java.util.List;

/** An entry of a card's history, without the card. */
public record HistoryEntry(
        long timeMs, int amountUnits, int currency, int country, int merchant, int city, int verdict) {
    /** All entries, in their order: newest first. */
    static List<HistoryEntry> of(CardEntries entries) {
        List<HistoryEntry> list = new ArrayList<>();
        entries.rewind();
        while (entries.next()) {
            list.add(new HistoryEntry(
                    entries.timeMs(),
                    entries.amountUnits(),
                    entries.currency(),
                    entries.country(),
                    entries.merchant(),
                    entries.city(),
                    entries.verdict()));
        }
        return list;
    }
}
