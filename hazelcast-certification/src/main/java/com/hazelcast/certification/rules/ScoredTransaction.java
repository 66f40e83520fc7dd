package com.hazelcast.certification.rules;

import com.hazelcast.certification.transaction.TransactionLayout;

/** The transaction being scored (the rules' {@code T}), unpacked. Reused from one to the next. */
final class ScoredTransaction {
    long card;
    long timeMs;
    int country;
    int response;
    int amountUnits;
    int currency;
    int merchant;
    int code;

    void set(long scoredCard, long times, long payment, int outcome) {
        card = scoredCard;
        timeMs = TransactionLayout.timeMs(times);
        country = TransactionLayout.country(times);
        response = TransactionLayout.response(outcome);
        amountUnits = TransactionLayout.amountUnits(payment);
        currency = TransactionLayout.currency(times);
        merchant = TransactionLayout.merchant(payment);
        code = TransactionLayout.code(payment);
    }
}
