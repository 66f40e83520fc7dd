package com.hazelcast.certification.plan;

/**
 * Clients that hold connections to the gateways, each with a batch of one record at an interval, and what they take of the members'
 * processors beside their transactions: these count with all others. Immutable.
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

    /** The member of which that was measured: alone, with so many cards and so many batches a second. */
    private static final int MEASURED_CARDS = 1_000_000;

    private static final double MEASURED_TPS = 10_000;

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

    /** Microseconds of a core that a batch takes, its transaction included. */
    public double batchUs() {
        return BATCH_US;
    }

    /** The same without what the transaction cost the member of which it was measured, which is that of any other way in. */
    public double besideTransactionUs(CostModel cost) {
        double transactionUs = cost.cpuUs(1, ShardPlan.shards(MEASURED_CARDS, 1), 0, MEASURED_TPS);
        return Math.max(0, BATCH_US - transactionUs);
    }

    /** Cores that they keep busy beside their transactions. */
    public double coresBusy(CostModel cost) {
        return batchesPerSecond() * besideTransactionUs(cost) / US_PER_SECOND;
    }

    /** Connections that a core carries with their transactions when it may be busy for that share of the time. */
    public long connectionsPerCore(double share) {
        return (long) (share * US_PER_SECOND / BATCH_US * intervalMs / MS_PER_SECOND);
    }
}
