package com.hazelcast.certification.bench.http;

import io.netty.buffer.ByteBuf;

/** A transaction as JSON, the fields of which are digits of a {@link HttpTemplate}. Immutable. */
final class TransactionBody {
    /** Amounts differ, so that no two transactions of a card are the same. */
    private static final int AMOUNT_FIRST = 1_000;

    private static final int AMOUNTS = 9_000;
    private static final int TERMINAL_FIRST = 10_000;
    private static final int TERMINALS = 90_000;

    /** As it stands in a template's body: card, time, amount, terminal. */
    static final String JSON =
            "{\"card\":\"<16>\",\"time\":<13>,\"amountMinor\":<4>,\"currency\":\"EUR\",\"country\":\"DE\","
                    + "\"mcc\":5411,\"city\":10115,\"terminal\":<5>,\"responseCode\":\"00\"}";

    private TransactionBody() {}

    /**
     * Sets the fields.
     *
     * @param first the template's field that is the card
     * @param number another one makes another transaction of the card
     */
    static void set(HttpTemplate template, ByteBuf out, int begin, int first, long card, long number, long timeMs) {
        template.set(out, begin, first, card);
        template.set(out, begin, first + 1, timeMs);
        template.set(out, begin, first + 2, AMOUNT_FIRST + number % AMOUNTS);
        template.set(out, begin, first + 3, TERMINAL_FIRST + number / AMOUNTS % TERMINALS);
    }
}
