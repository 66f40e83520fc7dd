package com.hazelcast.certification.rules;

import com.hazelcast.certification.transaction.TransactionLayout;

/** The transaction being scored (the rules' {@code T}), unpacked. Reused from one to the next. */
final class ScoredTransaction {
    private final WatchedCards watchedCards;

    long card;

    /** Which of the {@link WatchedCards} it is. */
    int watched;

    long timeMs;
    int country;
    int response;
    int amountUnits;
    int currency;
    int merchant;
    int code;

    ScoredTransaction(WatchedCards watchedCards) {
        this.watchedCards = watchedCards;
    }

    void set(long scoredCard, long times, long payment, int outcome) {
        card = scoredCard;
        watched = watchedCards.find(scoredCard);
        timeMs = TransactionLayout.timeMs(times);
        country = TransactionLayout.country(times);
        response = TransactionLayout.response(outcome);
        amountUnits = TransactionLayout.amountUnits(payment);
        currency = TransactionLayout.currency(times);
        merchant = TransactionLayout.merchant(payment);
        code = TransactionLayout.code(payment);
    }
}
