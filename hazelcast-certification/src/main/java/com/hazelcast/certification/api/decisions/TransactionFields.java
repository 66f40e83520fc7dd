package com.hazelcast.certification.api.decisions;

import com.hazelcast.certification.transaction.TransactionLayout;

/** Writes a held transaction as members of a JSON object, with the names of the API's requests. Pure; without a tree of nodes. */
public final class TransactionFields {
    private TransactionFields() {}

    /** Appends its fields but for card and reference, a comma between two. */
    public static void append(byte[] transactions, int offset, StringBuilder json) {
        long times = TransactionLayout.timesAt(transactions, offset);
        long payment = TransactionLayout.paymentAt(transactions, offset);
        int outcome = TransactionLayout.outcomeAt(transactions, offset);
        json.append("\"time\":\"");
        IsoTimes.append(TransactionLayout.timeMs(times), json);
        json.append("\",\"amountMinor\":").append(TransactionLayout.amountUnits(payment));
        json.append(",\"currency\":").append(TransactionLayout.currency(times));
        json.append(",\"country\":").append(TransactionLayout.country(times));
        json.append(",\"mcc\":").append(TransactionLayout.merchant(payment));
        json.append(",\"city\":").append(TransactionLayout.city(outcome));
        json.append(",\"terminal\":").append(TransactionLayout.code(payment));
        json.append(",\"responseCode\":").append(TransactionLayout.response(outcome));
    }
}
