package com.hazelcast.certification.traffic;

/** Makes wire records. The same seed and the same times give the same records. One instance a connection; not thread-safe. */
public interface RecordGenerator {
    /** Most cards. A draw of 64 bits spreads evenly over so many. */
    long CARDS_MAX = 1L << 32;

    /** Writes so many records, one behind the other, all of that time; with a {@link StreamCalendar}, of its times up to that one. */
    void fill(byte[] target, int offset, int count, long timeMs);

    /**
     * The number of cards.
     *
     * @throws IllegalArgumentException when there is no card, or more than {@link #CARDS_MAX}
     */
    static long requireCards(long cards) {
        if (cards < 1 || cards > CARDS_MAX) {
            throw new IllegalArgumentException("the number of cards must be 1 to " + CARDS_MAX + ": cards=" + cards);
        }
        return cards;
    }
}
