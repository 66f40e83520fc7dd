package com.hazelcast.certification.rules.interpreted;

import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.transaction.TransactionLayout;

/** A transaction, packed as {@link TransactionLayout} does. Two are the same only when they are one object. */
final class Entry {
    private final long card;
    private final long times;
    private final long payment;
    private final int outcome;

    Entry(long card, long times, long payment, int outcome) {
        this.card = card;
        this.times = times;
        this.payment = payment;
        this.outcome = outcome;
    }

    long value(Field field) {
        return field.of(card, times, payment, outcome);
    }

    long timeMs() {
        return TransactionLayout.timeMs(times);
    }
}
