package com.hazelcast.certification.history;

import com.hazelcast.certification.transaction.TransactionLayout;

/**
 * A history entry as tests speak of it, its verdict (0 to 255) in the outcome, with the flags it is inserted with, and whether it was decided
 * promptly.
 */
record Entry(long times, long payment, int outcome, int flags, boolean isPrompt) {

    /** An entry whose fields other than the time follow from {@code content}: other content, other transaction. */
    static Entry of(long timeMs, int content, int verdict) {
        return new Entry(
                TransactionLayout.times(timeMs, content % 200, content % 150),
                TransactionLayout.payment(content, content % 100_000, content % 500),
                TransactionLayout.entryOutcome(TransactionLayout.outcome(content % 10_000, content % 2), verdict),
                0,
                Integer.bitCount(verdict) % 2 == 1);
    }

    Entry withFlags(int otherFlags) {
        return new Entry(times, payment, outcome, otherFlags, isPrompt);
    }

    Entry withPrompt(boolean isOtherPrompt) {
        return new Entry(times, payment, outcome, flags, isOtherPrompt);
    }

    /** The same transaction, as a retry may bring it: answered otherwise and without a verdict. */
    Entry answered(int response) {
        int answered = TransactionLayout.outcome(TransactionLayout.city(outcome), response);
        return new Entry(times, payment, answered, flags, !isPrompt);
    }

    long timeMs() {
        return TransactionLayout.timeMs(times);
    }

    int verdict() {
        return TransactionLayout.entryVerdict(0, 0, outcome);
    }

    /** Equal in every field that makes the identity, field by field. */
    boolean isSameTransaction(Entry other) {
        return timeMs() == other.timeMs()
                && TransactionLayout.country(times) == TransactionLayout.country(other.times)
                && TransactionLayout.currency(times) == TransactionLayout.currency(other.times)
                && TransactionLayout.amountUnits(payment) == TransactionLayout.amountUnits(other.payment)
                && TransactionLayout.code(payment) == TransactionLayout.code(other.payment)
                && TransactionLayout.merchant(payment) == TransactionLayout.merchant(other.payment)
                && TransactionLayout.city(outcome) == TransactionLayout.city(other.outcome);
    }

    int placeIn(CardHistory history) {
        return history.place(times, payment, outcome);
    }

    void insertInto(CardHistory history) {
        int ownOutcome = TransactionLayout.outcomeOfEntry(outcome);
        history.recordAs(false, times, payment, ownOutcome, verdict(), 0, flags, isPrompt);
    }

    /** Places and inserts the entry, which must be fresh. */
    void addTo(HistoryShard shard, long card) {
        CardHistory history = shard.open(card);
        int placement = placeIn(history);
        if (placement != Placement.FRESH) {
            throw new AssertionError("the entry is not fresh: card=" + card + " placement=" + placement);
        }
        insertInto(history);
    }
}
