package com.hazelcast.certification.bench.storage;

import com.hazelcast.certification.traffic.NaturalPast;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.sql.SQLException;

/**
 * Payments of natural customers, the same at each call: one a card in each slice of the time, slice after slice, and in a slice the cards one
 * behind the other as in a shuffled pack. Immutable.
 *
 * @param cards so many
 * @param slices payments of each card
 * @param untilMs the end of the last slice, ms since 1970
 */
record GeneratedPayments(int cards, int slices, long untilMs) {
    private static final long SPAN_MS = 80L * 24 * 60 * 60 * 1_000;

    /** A prime above every number of cards: each card comes once in a round of as many steps as there are cards. */
    private static final long STEP = 2_147_483_647;

    private static final long FIRST_NUMBER = 4_000_000_000_000_000L;
    private static final long NUMBER_STEP = 7_919;
    private static final long SEED = 20;

    /** Takes payments. */
    @FunctionalInterface
    interface Sink {
        /**
         * A payment.
         *
         * @param number of the card, 16 digits
         * @param times first word of its compact form
         * @param payment second word
         * @param outcome third word
         */
        void accept(long number, long times, long payment, int outcome) throws SQLException, IOException;
    }

    /** Passes those payments of a slice on whose places in it are from one up to, but not including, another. */
    void draw(int slice, int fromPlace, int toPlace, Sink sink) throws SQLException, IOException {
        NaturalPast past = new NaturalPast(Traffic.NATURAL, cards, SEED + slice);
        long fromMs = beginMs(slice);
        long toMs = beginMs(slice + 1);
        for (int place = fromPlace; place < toPlace; place++) {
            long card = place * STEP % cards;
            past.card(card);
            past.draw(fromMs, toMs);
            sink.accept(FIRST_NUMBER + card * NUMBER_STEP, past.times(), past.payment(), past.outcome());
        }
    }

    private long beginMs(int slice) {
        return untilMs - SPAN_MS + SPAN_MS * slice / slices;
    }
}
