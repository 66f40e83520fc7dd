package com.hazelcast.certification.source;

import com.hazelcast.certification.rules.model.Action;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The card precision of the Fraud Detection Handbook, chapter 4: on each day, the {@value #CARDS_A_DAY} most suspicious cards are
 * looked at; it is the share of these looks that find a fraud on that day, as the mean of the days. A card that a look has found to be
 * in fraudulent hands is not looked at on later days. Each day counts as {@value #CARDS_A_DAY} looks, also when fewer cards are
 * flagged. Not thread-safe. Keeps the cards of a day, and the cards that were found.
 *
 * <p>A transaction is as suspicious as its action is hard, and among equal actions as it has points; a card is as suspicious as its
 * most suspicious transaction of the day. Of equally suspicious cards those with the lesser name come first.
 *
 * @param <C> names a card
 */
public final class CardPrecision<C extends Comparable<C>> {
    /** Cards that investigators look at in a day. */
    public static final int CARDS_A_DAY = 100;

    private static final long ACTION_STEP = 1L << 32;

    private final Set<C> found = new HashSet<>();
    private double sum;
    private int days;

    private static final class CardDay {
        private long score;
        private boolean isFraud;
    }

    /** The cards of a day. Not thread-safe. */
    public static final class Day<C extends Comparable<C>> {
        private final Map<C, CardDay> cards = new HashMap<>();

        /**
         * Adds a decision.
         *
         * @param points their sum, not negative; 0 where it is not known
         */
        public void add(C card, Action action, int points, boolean isFraud) {
            boolean isFlagged = action != Action.APPROVE;
            // A fraud that is not flagged counts too: it makes the card one that is right to look at.
            if (isFlagged || isFraud) {
                CardDay day = cards.computeIfAbsent(card, ignored -> new CardDay());
                day.score = Math.max(day.score, isFlagged ? action.ordinal() * ACTION_STEP + points : 0);
                day.isFraud |= isFraud;
            }
        }
    }

    /** Takes the looks of a day. Days are given in their order, each once. */
    public void end(Day<C> day) {
        List<Map.Entry<C, CardDay>> looked = day.cards.entrySet().stream()
                .filter(card -> card.getValue().score > 0 && !found.contains(card.getKey()))
                .sorted(Comparator.<Map.Entry<C, CardDay>>comparingLong(card -> -card.getValue().score)
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(CARDS_A_DAY)
                .toList();
        List<C> right = looked.stream()
                .filter(card -> card.getValue().isFraud)
                .map(Map.Entry::getKey)
                .toList();
        found.addAll(right);
        sum += (double) right.size() / CARDS_A_DAY;
        days++;
    }

    /** Mean over the days, NaN when there is none; a look that a day does not take counts as a wrong one. */
    public double mean() {
        return sum / days;
    }
}
