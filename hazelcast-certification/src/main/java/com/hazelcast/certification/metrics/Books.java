package com.hazelcast.certification.metrics;

/**
 * The books of one member, or the sum of several.
 *
 * @param received records read
 * @param scored of these, scored and recorded
 * @param duplicate of these, held already
 * @param refused of these, refused
 * @param inFlight of these, not answered yet
 */
public record Books(long received, long scored, long duplicate, long refused, long inFlight) {
    /** Nothing. */
    public static final Books NONE = new Books(0, 0, 0, 0, 0);

    public Books plus(Books other) {
        return new Books(
                received + other.received,
                scored + other.scored,
                duplicate + other.duplicate,
                refused + other.refused,
                inFlight + other.inFlight);
    }

    /** Records without an account: 0 when the books balance. */
    public long unaccounted() {
        return received - scored - duplicate - refused - inFlight;
    }
}
