package com.hazelcast.certification.rules;

import com.hazelcast.certification.transaction.TransactionLayout;

/** The transaction being scored, unpacked: the rules' {@code T}. One instance a thread, set anew for each transaction. */
final class Subject {
    private static final long HOUR_MS = 3_600_000;
    private static final int NIGHT_FROM_HOUR = 1;
    private static final int NIGHT_TO_HOUR = 3;

    long card;
    long timeMs;
    int country;
    int response;
    int amount;
    int currency;
    int merchant;
    int code;

    void set(long cardNumber, long times, long payment, int outcome) {
        card = cardNumber;
        timeMs = TransactionLayout.timeMs(times);
        country = TransactionLayout.country(times);
        currency = TransactionLayout.currency(times);
        amount = TransactionLayout.amountUnits(payment);
        code = TransactionLayout.code(payment);
        merchant = TransactionLayout.merchant(payment);
        response = TransactionLayout.response(outcome);
    }

    boolean isAtNight() {
        return isNight(timeMs);
    }

    /** Hour of day, UTC. */
    int hour() {
        return hour(timeMs);
    }

    private static int hour(long timeMs) {
        return (int) (timeMs / HOUR_MS % 24);
    }

    /** Whether the hour of day, UTC, is 1, 2 or 3. */
    static boolean isNight(long timeMs) {
        int hour = hour(timeMs);
        return hour >= NIGHT_FROM_HOUR && hour <= NIGHT_TO_HOUR;
    }

    boolean isOnMarch25() {
        return isMarch25(timeMs);
    }

    /**
     * Whether the day, UTC, is 25 March. Counts days in years that begin on 1 March, so that the leap day is the last
     * (Hinnant, "chrono-compatible low-level date algorithms").
     */
    static boolean isMarch25(long timeMs) {
        long dayFromMarch0000 = timeMs / (24 * HOUR_MS) + 719_468;
        int dayOfEra = (int) (dayFromMarch0000 % 146_097);
        int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        return dayOfYear == 24;
    }
}
