package com.hazelcast.certification.console.flagged;

import com.hazelcast.certification.transaction.TransactionLayout;
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
                    TransactionLayout.timeMs(entries.times()),
                    TransactionLayout.amountUnits(entries.payment()),
                    TransactionLayout.currency(entries.times()),
                    TransactionLayout.country(entries.times()),
                    TransactionLayout.merchant(entries.payment()),
                    TransactionLayout.city(entries.outcome()),
                    TransactionLayout.verdict(entries.outcome())));
        }
        return list;
    }
}
