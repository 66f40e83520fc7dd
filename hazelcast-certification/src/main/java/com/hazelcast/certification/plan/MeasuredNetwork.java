package com.hazelcast.certification.plan;

/**
 * What {@code ansible/netcheck.yml} has measured of the network between machines; 0: not measured. Immutable.
 *
 * @param packetsPerSecond that a machine sends or receives
 * @param gbit a second that a machine sends or receives
 * @param roundTripMs between two machines, in the mean; of the pair where it is longest
 */
public record MeasuredNetwork(long packetsPerSecond, double gbit, double roundTripMs) {
    /** Nothing was measured. */
    public static final MeasuredNetwork NONE = new MeasuredNetwork(0, 0, 0);

    /** More than any machine has. */
    private static final double GBIT_MAX = 10_000;

    /** No cluster: members that are silent for 12 s are given up. */
    private static final double ROUND_TRIP_MS_MAX = 10_000;

    /** @throws IllegalArgumentException when a figure cannot be one, naming its option */
    public MeasuredNetwork {
        if (packetsPerSecond < 0) {
            throw new IllegalArgumentException(
                    "packets must be 1 or more a second, or 0 when they were not measured: packets="
                            + packetsPerSecond);
        }
        requireWithin("gbit", "Gbit/s", gbit, GBIT_MAX);
        requireWithin("round-trip-ms", "milliseconds", roundTripMs, ROUND_TRIP_MS_MAX);
    }

    private static void requireWithin(String key, String unit, double value, double most) {
        // Not a number is not within either.
        if (!(value >= 0 && value <= most)) {
            throw new IllegalArgumentException(key + " must be up to " + (long) most + " " + unit
                    + ", or 0 when it was not measured: " + key + "=" + value);
        }
    }

    /** Gbit/s of a machine to plan with: what was measured, and no more than it has for long, since machines have more for some minutes. */
    double gbitOf(InstanceKind kind) {
        return gbit == 0 ? kind.networkGbit() : Math.min(gbit, kind.networkGbit());
    }
}
