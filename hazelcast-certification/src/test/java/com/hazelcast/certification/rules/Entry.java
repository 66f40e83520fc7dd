package com.hazelcast.certification.rules;

import com.hazelcast.certification.transaction.TransactionLayout;

/** A transaction as the pages of the rules write it: nine plain fields. */
record Entry(
        long card, long time, int country, int response, int amount, int currency, int merchant, int city, int code) {

    TransactionText packed() {
        return new TransactionText(
                card,
                TransactionLayout.times(time, country, currency),
                TransactionLayout.payment(amount, code, merchant),
                TransactionLayout.outcome(city, response));
    }

    Entry at(long otherTime) {
        return new Entry(card, otherTime, country, response, amount, currency, merchant, city, code);
    }

    /** The same with one field changed. */
    Entry with(String field, long value) {
        int number = (int) value;
        return switch (field) {
            case "card" -> new Entry(value, time, country, response, amount, currency, merchant, city, code);
            case "time" -> at(value);
            case "country" -> new Entry(card, time, number, response, amount, currency, merchant, city, code);
            case "response" -> new Entry(card, time, country, number, amount, currency, merchant, city, code);
            case "amount" -> new Entry(card, time, country, response, number, currency, merchant, city, code);
            case "currency" -> new Entry(card, time, country, response, amount, number, merchant, city, code);
            case "merchant" -> new Entry(card, time, country, response, amount, currency, number, city, code);
            case "code" -> new Entry(card, time, country, response, amount, currency, merchant, city, number);
            default -> throw new IllegalArgumentException("no such field: field=" + field);
        };
    }
}
