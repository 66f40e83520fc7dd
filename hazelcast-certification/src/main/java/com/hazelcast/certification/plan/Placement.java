package com.hazelcast.certification.plan;

/**
 * Where the machines of a cluster stand, what encrypts the way between them, and what was measured of it. Immutable.
 *
 * @param zones over which machines are spread evenly; copies of a shard never share one, unless there is only one
 * @param wireguard between the members
 * @param packetsPerSecond that a machine sends or receives, as {@code ansible/netcheck.yml} measures it; 0: not measured
 */
public record Placement(int zones, WireGuard wireguard, long packetsPerSecond) {
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
        if (packetsPerSecond < 0) {
            throw new IllegalArgumentException(
                    "packets must be 1 or more a second, or 0 when they were not measured: packets="
                            + packetsPerSecond);
        }
    }

    /** The same without a measured number of packets. */
    public Placement(int zones, WireGuard wireguard) {
        this(zones, wireguard, 0);
    }
}
