package com.hazelcast.certification.transaction;

/** The fields of a transaction one by one, to compare and to print. */
public record Fields(
        long card,
        long timeMs,
        int country,
        int response,
        int amountUnits,
        int currency,
        int merchant,
        int city,
        int code,
        int verdict) {

    /** Reads the compact transaction at an index of an array of them. */
    public static Fields at(byte[] transactions, int index) {
        int offset = index * TransactionLayout.TRANSACTION_SIZE_BYTES;
        long times = TransactionLayout.timesAt(transactions, offset);
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        return new Fields(
                TransactionLayout.cardAt(transactions, offset),
                TransactionLayout.timeMs(times),
                TransactionLayout.country(times),
                TransactionLayout.response(outcome),
                TransactionLayout.amountUnits(payment),
                TransactionLayout.currency(times),
                TransactionLayout.merchant(payment),
                TransactionLayout.city(outcome),
                TransactionLayout.code(payment),
                TransactionLayout.verdictAt(transactions, offset));
    }

    /** The wire record that the encoder writes. */
    public byte[] encode() {
        byte[] record = new byte[WireRecord.SIZE_BYTES];
        RecordEncoder.encode(
                card,
                TransactionLayout.times(timeMs, country, currency),
                TransactionLayout.payment(amountUnits, code, merchant),
                TransactionLayout.outcome(city, response),
                record,
                0);
        return record;
    }
}
