package com.hazelcast.certification.traffic;

import com.hazelcast.certification.transaction.TransactionLayout;

/** One payment, set anew for each. Not thread-safe. */
final class Payment {
    /** Index of its country. */
    int country;

    /** Number of its city among those of all countries. */
    int city;

    /** Number of its terminal in the city. */
    int terminal;

    int merchantType;

    /** In minor units of the country's currency. */
    int amountUnits;

    int response;
    Scenario scenario = Scenario.GENUINE;

    /** The first word of its compact form. */
    long times(long timeMs) {
        return TransactionLayout.times(timeMs, Places.code(country), Places.currency(country));
    }

    /** The second word. */
    long payment() {
        return TransactionLayout.payment(amountUnits, terminal, merchantType);
    }

    /** The third word, without a verdict. */
    int outcome() {
        return TransactionLayout.outcome(city, response);
    }
}
