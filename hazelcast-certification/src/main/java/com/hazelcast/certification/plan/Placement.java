package com.hazelcast.certification.plan;

/**
 * Where the machines of a cluster stand, what encrypts the way between them, and what was measured of it. Immutable.
 *
 * @param zones over which machines are spread evenly; copies of a shard never share one, unless there is only one
 * @param wireguard between the members
 * @param network between the members
 */
public record Placement(int zones, WireGuard wireguard, MeasuredNetwork network) {
    /** All machines in one zone, in clear. */
    public static final Placement PLAIN = new Placement(1, WireGuard.NONE);

    /** What WireGuard takes of a processor. */
    public enum WireGuard {
        NONE(1),

        /** Was not measured, so nothing is added. */
        KERNEL(1),

        /** {@code wireguard-go}: about half of the throughput, on a busy machine (docs/rounds/wireguard.md). */
        USER_SPACE(2);

        private final double cpuFactor;

        WireGuard(double cpuFactor) {
            this.cpuFactor = cpuFactor;
        }

        double cpuFactor() {
            return cpuFactor;
        }
    }

    public Placement {
        if (zones < 1 || zones > 10) {
            throw new IllegalArgumentException("zones must be 1 to 10: zones=" + zones);
        }
    }

    /** The same of a network that was not measured. */
    public Placement(int zones, WireGuard wireguard) {
        this(zones, wireguard, MeasuredNetwork.NONE);
    }
}
