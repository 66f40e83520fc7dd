package com.hazelcast.certification.metrics;

/**
 * The accounting of one member, or the sum of several.
 *
 * @param received records read
 * @param scored of these, scored and recorded
 * @param duplicate of these, held already
 * @param rejected of these, rejected
 * @param inFlight of these, not answered yet
 */
public record Accounting(long received, long scored, long duplicate, long rejected, long inFlight) {
    /** Nothing. */
    public static final Accounting NONE = new Accounting(0, 0, 0, 0, 0);

    public Accounting plus(Accounting other) {
        return new Accounting(
                received + other.received,
                scored + other.scored,
                duplicate + other.duplicate,
                rejected + other.rejected,
                inFlight + other.inFlight);
    }

    /** Records without an account: 0 when the accounting balances. */
    public long unaccounted() {
        return received - scored - duplicate - rejected - inFlight;
    }
}
