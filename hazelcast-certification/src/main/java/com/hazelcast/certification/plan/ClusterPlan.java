package com.hazelcast.certification.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * How many machines of one kind a load takes: by memory, by cores, by network and by packets, each with head-room, plus the
 * machines that may be lost. Every constant is a measured one of {@code docs/rounds}, or says that it is not. Immutable.
 *
 * @param cards to hold
 * @param tps transactions a second to score, those of the clients among them
 * @param backups copies beside the owner's
 * @param bytesPerCard of one copy
 * @param spares machines that may be lost with the rest still carrying all of it
 * @param kind of machine
 * @param cost of a transaction
 * @param placement of the machines
 * @param clients of the gateways
 */
public record ClusterPlan(
        int cards,
        long tps,
        int backups,
        int bytesPerCard,
        int spares,
        InstanceKind kind,
        CostModel cost,
        Placement placement,
        GatewayClients clients) {
    /** Freshly loaded, with 20 transactions a card; measured. */
    public static final int BYTES_PER_CARD_FRESH = 473;

    /** Where it settles with random arrivals and expiry: 542 measured, with slots of 16 bytes; these have 46 since. */
    public static final int BYTES_PER_CARD_LONG_RUN = 579;

    /** Share of the cores to plan with; the rest is for collections, migrations and bursts. */
    private static final double CORE_SHARE = 0.6;

    private static final double NETWORK_SHARE = 0.6;

    /** A record on the wire; passed on to an owner and to backups it is no larger. */
    private static final int RECORD_BYTES = 100;

    /** Data in a full TCP segment on a network of 1,500 bytes a packet; and packets for each, every second one being acknowledged. */
    private static final double SEGMENT_BYTES = 1_448;

    private static final double PACKETS_PER_SEGMENT = 1.5;

    /** What the kernel leaves of the memory on the label. */
    private static final double MEMORY_VISIBLE = 0.97;

    /** The launcher's share of the memory beside the heap. */
    private static final double NATIVE_SHARE = 0.75;

    /** A member's bound on histories, of its native memory. */
    private static final double HISTORY_SHARE = 0.8;

    private static final double GIB = 1 << 30;
    private static final double US_PER_SECOND = 1e6;

    /** More machines are not tried: the load is carried by none. */
    private static final int MACHINES_MAX = 100_000;

    /** What AWS charges for a GB between zones of a region, 0.01 at each end. */
    private static final double ZONE_TRAFFIC_USD_PER_GB = 0.02;

    private static final double BYTES_PER_GB = 1e9;
    private static final int SECONDS_PER_HOUR = 3_600;

    /** What bounds the throughput of a machine. */
    public enum Limit {
        CORES,
        NETWORK,
        PACKETS
    }

    public ClusterPlan {
        require(cards >= 1, "cards must be 1 or more", "cards", cards);
        require(tps >= 1, "tps must be 1 or more", "tps", tps);
        require(backups >= 0 && backups <= 2, "backups must be 0, 1 or 2", "backups", backups);
        require(bytesPerCard >= 1, "bytes-per-card must be 1 or more", "bytes-per-card", bytesPerCard);
        require(spares >= 0 && spares <= 100, "spares must be 0 to 100", "spares", spares);
        require(
                placement.zones() == 1 || placement.zones() > backups,
                "copies of a shard never share a zone, so there must be more zones than backups, or one",
                "zones",
                placement.zones());
        require(
                tps >= clients.batchesPerSecond(),
                String.format(
                        Locale.ROOT,
                        "tps counts the records of the clients too, and these send %,.0f a second",
                        clients.batchesPerSecond()),
                "tps",
                tps);
    }

    /** The same in one zone, in clear, and without clients that are planned. */
    public ClusterPlan(
            int cards, long tps, int backups, int bytesPerCard, int spares, InstanceKind kind, CostModel cost) {
        this(cards, tps, backups, bytesPerCard, spares, kind, cost, Placement.PLAIN, GatewayClients.NONE);
    }

    private static void require(boolean condition, String otherwise, String key, long value) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise + ": " + key + "=" + value);
        }
    }

    /** Of all copies of all histories. */
    public double historyBytes() {
        return (double) cards * bytesPerCard * (1 + backups);
    }

    /**
     * An eighth of the machine, at least 2 GiB: the tables of cards lie on the heap, a tenth of what histories take, and may have
     * 0.425 of it; a shard that moves passes through it.
     */
    public int heapGib() {
        return Math.max(2, kind.memoryGib() / 8);
    }

    /** Native memory of a machine, of which histories take a part. */
    public int nativeGib() {
        return (int) ((kind.memoryGib() * MEMORY_VISIBLE - heapGib()) * NATIVE_SHARE);
    }

    /** Histories that a machine may hold. */
    public double machineHistoryBytes() {
        return nativeGib() * HISTORY_SHARE * GIB;
    }

    /** Microseconds of a core that a transaction takes in a cluster of so many machines, with the shards that it would have. */
    public double cpuUs(int machines) {
        return cpuUs(machines, backups);
    }

    private double cpuUs(int machines, int copiesBeside) {
        return cost.cpuUs(machines, shards(machines), copiesBeside, tps)
                * placement.wireguard().cpuFactor();
    }

    private int shards(int machines) {
        return ShardPlan.shards(cards, machines);
    }

    /** Shards of the whole cluster. */
    public int shards() {
        return shards(machines());
    }

    /** Cores that all transactions and the clients' connections keep busy in a cluster of so many machines. */
    public double coresBusy(int machines) {
        return tps * cpuUs(machines) / US_PER_SECOND + clients.coresBusy(cost);
    }

    /** Connections of clients that a core carries, and nothing else. */
    public long connectionsPerCore() {
        return clients.connectionsPerCore(CORE_SHARE);
    }

    /** Transactions a second for each core of the machines that carry all of it. */
    public double tpsPerCore() {
        return US_PER_SECOND / cpuUs(carrying());
    }

    /** Transactions a second that a machine's cores may carry, in such a cluster. */
    public double machineTps() {
        return kind.cores() * tpsPerCore() * CORE_SHARE;
    }

    /** Whether the cost is one of clusters like those that were measured; otherwise it is extrapolated. */
    public boolean isCostMeasured() {
        return costNotMeasured().isEmpty();
    }

    /** What of the cluster that carries the load was not measured, in words; empty: all of it was. */
    public List<String> costNotMeasured() {
        int machines = carrying();
        return cost.notMeasured(machines, shards(machines), backups, tps);
    }

    /** How many backups the cost is of; others than are planned where it was not measured what these take. */
    public int costBackups() {
        return cost.costBackups(backups);
    }

    /** In from the source, on to the owner, and to each backup: at most that. */
    public double wireBytesPerTransaction() {
        return (double) RECORD_BYTES * (2 + backups);
    }

    /** Gbit/s of a machine: what its kind has for long, or less where less was measured. */
    public double machineGbit() {
        return placement.network().gbitOf(kind);
    }

    /** Round trips between members that an answer waits for, at most: to the owner, from there to its backups, and for its second look. */
    public int answerRoundTrips() {
        return backups == 0 ? 1 : 3;
    }

    /** Milliseconds of these; 0 when it was not measured how long one takes. */
    public double answerRoundTripsMs() {
        return answerRoundTrips() * placement.network().roundTripMs();
    }

    /** Transactions a second that a machine's network may carry. */
    public double machineWireTps() {
        return machineGbit() * 1e9 / 8 * NETWORK_SHARE / wireBytesPerTransaction();
    }

    /** Machines that hold all histories. */
    public int machinesForMemory() {
        return ceil(historyBytes() / machineHistoryBytes());
    }

    /** The fewest machines whose cores carry all transactions and what the backups take. */
    public int machinesForCores() {
        return least(1 + backups, machines -> coreUse(machines) <= CORE_SHARE);
    }

    /** The fewest machines that may send and receive all packets; as many as there are copies when it was not measured how many these may be. */
    public int machinesForPackets() {
        return least(1 + backups, machines -> packetUse(machines) <= NETWORK_SHARE);
    }

    /** Not fewer than that: each machine that is added makes more calls, so a larger cluster may be too small where a smaller one is not. */
    private static int least(int from, IntPredicate carries) {
        int machines = from;
        while (machines < MACHINES_MAX && !carries.test(machines)) {
            machines++;
        }
        return machines;
    }

    /**
     * Packets into and out of all machines for a transaction, in a cluster of so many: about that. What the source sends and what is passed
     * on fills segments; a call elsewhere and its backups are a message and an answer each, which begin a packet of their own. Each message
     * leaves one machine and reaches another.
     */
    public double packetsPerTransaction(int machines) {
        double passedOn = (machines - 1.0) / machines + backups;
        double messages = 2 * cost.calls(machines, shards(machines), tps) * passedOn;
        return (1 + 2 * passedOn) * RECORD_BYTES / SEGMENT_BYTES * PACKETS_PER_SEGMENT + 2 * messages;
    }

    /** The share of the packets of each machine in use, in and out together; 0 when it was not measured how many these may be. */
    public double packetUse(int machines) {
        long most = placement.network().packetsPerSecond();
        return most == 0 ? 0 : tps * packetsPerTransaction(machines) / machines / most;
    }

    /** The share of the network of each machine in use. */
    public double networkUse(int machines) {
        return tps / machineWireTps() * NETWORK_SHARE / machines;
    }

    /** What of its part of a limit is in use, on the machines that carry all of it: 1 is all that the plan takes of it. */
    public double partInUse(Limit limit) {
        return switch (limit) {
            case CORES -> coreUse(carrying()) / CORE_SHARE;
            case NETWORK -> networkUse(carrying()) / NETWORK_SHARE;
            case PACKETS -> packetUse(carrying()) / NETWORK_SHARE;
        };
    }

    /** The limit that a higher load meets first on the machines that carry this one. */
    public Limit firstLimit() {
        return Stream.of(Limit.values())
                .max(Comparator.comparingDouble(this::partInUse))
                .orElseThrow();
    }

    /** Machines whose network carries all transactions. */
    public int machinesForNetwork() {
        return ceil(tps / machineWireTps());
    }

    /** Machines that carry all of it; copies of a shard need as many machines as there are copies. */
    public int carrying() {
        int from = Math.max(1 + backups, Math.max(machinesForMemory(), machinesForNetwork()));
        return least(from, machines -> coreUse(machines) <= CORE_SHARE && packetUse(machines) <= NETWORK_SHARE);
    }

    /** All machines, spares included, and as many in each zone. */
    public int machines() {
        return evenly(carrying() + spares);
    }

    private int evenly(int machines) {
        return (machines + placement.zones() - 1) / placement.zones() * placement.zones();
    }

    /** Machines of one zone. */
    public int machinesOfZone() {
        return machines() / placement.zones();
    }

    /** Copies of each shard that can be held when a zone is lost. */
    public int copiesWithoutZone() {
        return Math.min(1 + backups, placement.zones() - 1);
    }

    /** The share of the others' history memory in use when a zone is lost. */
    public double memoryUseWithoutZone() {
        return memoryUseWithoutZone(machines());
    }

    private double memoryUseWithoutZone(int all) {
        return (double) cards * bytesPerCard * copiesWithoutZone() / withoutZone(all) / machineHistoryBytes();
    }

    /** The share of the others' cores in use when a zone is lost. */
    public double coreUseWithoutZone() {
        return coreUseWithoutZone(machines());
    }

    private double coreUseWithoutZone(int all) {
        int left = withoutZone(all);
        double busy = tps * cpuUs(left, copiesWithoutZone() - 1) / US_PER_SECOND + clients.coresBusy(cost);
        return busy / kind.cores() / left;
    }

    private int withoutZone(int all) {
        return all - all / placement.zones();
    }

    /** Whether enough members are left to score when a zone is lost; otherwise somebody must say that the others are gone. */
    public boolean scoresWithoutZone() {
        return withoutZone(machines()) >= leastMembers();
    }

    /** The fewest machines of which the others carry all of it when a zone is lost. */
    public int machinesToLoseZone() {
        int all = machines();
        while (all < MACHINES_MAX && (memoryUseWithoutZone(all) > 1 || coreUseWithoutZone(all) > CORE_SHARE)) {
            all += placement.zones();
        }
        return all;
    }

    /** Bytes between zones a transaction: to its owner, which is elsewhere in all but one of the zones, and to each backup. */
    public double zoneBytesPerTransaction() {
        return placement.zones() == 1 ? 0 : RECORD_BYTES * ((placement.zones() - 1.0) / placement.zones() + backups);
    }

    /** What that costs in an hour, in USD. */
    public double zoneTrafficUsdPerHour() {
        return zoneBytesPerTransaction() * tps * SECONDS_PER_HOUR / BYTES_PER_GB * ZONE_TRAFFIC_USD_PER_GB;
    }

    /** What all machines cost in an hour on demand, in USD. */
    public double usdPerHour() {
        return machines() * kind.usdPerHour();
    }

    /** The share of a machine's history memory in use, when so many machines are there. */
    public double memoryUse(int machines) {
        return historyBytes() / machines / machineHistoryBytes();
    }

    /** The share of all cores in use, when so many machines are there. */
    public double coreUse(int machines) {
        return coresBusy(machines) / kind.cores() / machines;
    }

    /** The least number of members that may go on by themselves when the network splits. */
    public int leastMembers() {
        return leastMembers(machines());
    }

    /**
     * The same of so many members: more than half of three or more. Of two, one: a majority of two is both, and then the loss of
     * either would stop everything, which is what the second was taken for.
     */
    public static int leastMembers(int members) {
        return members < 3 ? 1 : members / 2 + 1;
    }

    private static int ceil(double machines) {
        return (int) Math.min(MACHINES_MAX, Math.ceil(machines));
    }
}
