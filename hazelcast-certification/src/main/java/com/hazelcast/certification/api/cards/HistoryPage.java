package com.hazelcast.certification.api.cards;

import com.hazelcast.certification.transaction.TransactionLayout;
import org.jspecify.annotations.Nullable;

/**
 * A part of a card's history. The next page begins behind the last entry of this one by its time, so what comes meanwhile moves nothing.
 *
 * @param first index of the first entry
 * @param end index behind the last
 * @param next cursor of the next page; null when this is the last
 */
public record HistoryPage(int first, int end, @Nullable String next) {
    /**
     * The page behind a cursor.
     *
     * @param transactions all entries, newest first
     * @param cursor of a page before; null: the first page
     * @throws IllegalArgumentException when it is no cursor
     */
    public static HistoryPage of(byte[] transactions, @Nullable String cursor, int limit) {
        int count = transactions.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
        int first = cursor == null ? 0 : behind(transactions, count, cursor);
        int end = Math.min(count, first + limit);
        return new HistoryPage(first, end, end < count ? cursorOf(transactions, end) : null);
    }

    /** The time of the last entry of the page, and how many entries of this millisecond have been shown. */
    private static String cursorOf(byte[] transactions, int end) {
        long timeMs = timeMs(transactions, end - 1);
        int shown = 1;
        while (end - 1 - shown >= 0 && timeMs(transactions, end - 1 - shown) == timeMs) {
            shown++;
        }
        return timeMs + "." + shown;
    }

    private static int behind(byte[] transactions, int count, String cursor) {
        if (!cursor.matches("\\d{1,13}\\.\\d{1,6}")) {
            throw new IllegalArgumentException("no cursor of a page: cursor=" + cursor);
        }
        int point = cursor.indexOf('.');
        long timeMs = Long.parseLong(cursor.substring(0, point));
        int shown = Integer.parseInt(cursor.substring(point + 1));
        int index = 0;
        while (index < count && timeMs(transactions, index) > timeMs) {
            index++;
        }
        while (index < count && shown > 0 && timeMs(transactions, index) == timeMs) {
            index++;
            shown--;
        }
        return index;
    }

    private static long timeMs(byte[] transactions, int index) {
        return TransactionLayout.timeMs(
                TransactionLayout.timesAt(transactions, index * TransactionLayout.TRANSACTION_SIZE_BYTES));
    }
}
