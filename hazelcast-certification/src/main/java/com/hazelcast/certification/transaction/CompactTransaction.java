package com.hazelcast.certification.transaction;

/**
 * A transaction in its compact form, field by field: whatever has the three words of {@link TransactionLayout}. It need not have the
 * card. Thread-safe if the words are; allocates nothing.
 */
public interface CompactTransaction {
    /** Time, country and currency, as {@link TransactionLayout} packs them. */
    long times();

    /** Amount, code and merchant. */
    long payment();

    /** City and response. */
    int outcome();

    /** Its time, ms since 1970. */
    default long timeMs() {
        return TransactionLayout.timeMs(times());
    }

    /** Its country. */
    default int country() {
        return TransactionLayout.country(times());
    }

    /** Its currency. */
    default int currency() {
        return TransactionLayout.currency(times());
    }

    /** Its amount, in minor units of its currency. */
    default int amountUnits() {
        return TransactionLayout.amountUnits(payment());
    }

    /** Its code. */
    default int code() {
        return TransactionLayout.code(payment());
    }

    /** Its merchant type. */
    default int merchant() {
        return TransactionLayout.merchant(payment());
    }

    /** Its city. */
    default int city() {
        return TransactionLayout.city(outcome());
    }

    /** Its response. */
    default int response() {
        return TransactionLayout.response(outcome());
    }

    /** Whether both have the same fields: {@link TransactionLayout#isSameTransaction} of them. */
    default boolean isSameTransaction(CompactTransaction other) {
        return TransactionLayout.isSameTransaction(
                times(), payment(), outcome(), other.times(), other.payment(), other.outcome());
    }
}
