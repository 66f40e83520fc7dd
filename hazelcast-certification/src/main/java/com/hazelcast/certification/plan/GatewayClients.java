package com.hazelcast.certification.plan;

/**
 * Clients that hold connections to the gateways, each with a small batch at an interval, and what they take of the members' processors
 * beside their transactions. Immutable.
 *
 * @param connections of all clients; 0: they are not planned
 * @param intervalMs between two batches of a connection
 */
public record GatewayClients(int connections, long intervalMs) {
    /** None. */
    public static final GatewayClients NONE = new GatewayClients(0, 1_000);

    /**
     * Of a member's core a batch of one record by TLS 1.3, its transaction included: 122 to 153 us were measured with 100 to 10,000
     * connections on a machine of two cores where threads wake each other slowly, and about 30 us at full load on another
     * (docs/rounds/many-connections.md).
     */
    private static final double BATCH_US = 140;

    private static final double US_PER_SECOND = 1e6;
    private static final double MS_PER_SECOND = 1e3;

    public GatewayClients {
        if (connections < 0) {
            throw new IllegalArgumentException("clients must be 0 or more: clients=" + connections);
        }
        if (intervalMs < 1) {
            throw new IllegalArgumentException(
                    "client-interval must be a millisecond or longer: client-interval=" + intervalMs + "ms");
        }
    }

    /** Batches of all connections. */
    public double batchesPerSecond() {
        return connections * MS_PER_SECOND / intervalMs;
    }

    /** Microseconds of a core that a batch takes. */
    public double batchUs() {
        return BATCH_US;
    }

    /** Cores that they keep busy. */
    public double coresBusy() {
        return batchesPerSecond() * BATCH_US / US_PER_SECOND;
    }

    /** Connections that a core carries when it may be busy for that share of the time. */
    public long connectionsPerCore(double share) {
        return (long) (share * US_PER_SECOND / BATCH_US * intervalMs / MS_PER_SECOND);
    }
}
