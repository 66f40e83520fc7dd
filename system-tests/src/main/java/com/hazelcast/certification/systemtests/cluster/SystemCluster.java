package com.hazelcast.certification.systemtests.cluster;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.partition.Partition;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Members as processes on this machine, with gateways, strict answers and one backup, and what their cluster is asked. Used by one thread. */
public final class SystemCluster extends MemberProcesses {
    public static final int CARDS = 100_000;

    private static final long STEP_NS = 200_000_000L;
    private static final long LOOK_NS = 5_000_000L;
    private static final long SAFE_MAX_NS = 180_000_000_000L;
    private static final long SAY_NS = 10_000_000_000L;

    private Ledger ledger = new Ledger();

    private SystemCluster(Path folder, Hosts hosts, String... options) {
        super(folder, hosts, options);
    }

    /** Starts that many members, loads, and waits until all copies are there. */
    public static SystemCluster started(Path folder, Hosts hosts, int members, String... options) throws IOException {
        SystemCluster cluster = new SystemCluster(folder, hosts, options);
        try {
            cluster.startAll(members);
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private void startAll(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            addPlace();
        }
        startAgain();
        try (ClusterControl control = control()) {
            load(control);
            control.start();
        }
        awaitSafe();
    }

    /** A client that begins with these gateways, learns the others, and waits long for its last answers. */
    public static FraudClient client(List<InetSocketAddress> gateways) throws InterruptedException {
        return FraudClient.connect(patient(gateways));
    }

    /** As the other, and it connects to these gateways alone. */
    public static FraudClient clientOfThese(List<InetSocketAddress> gateways) throws InterruptedException {
        return FraudClient.connect(patient(gateways).withSpreadWithin(Duration.ZERO));
    }

    /** A client that waits long for its last answers, as the others. */
    public static ClientConfig patient(ClientConfig config) {
        return config.withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofSeconds(180));
    }

    private static ClientConfig patient(List<InetSocketAddress> gateways) {
        return patient(ClientConfig.plain(gateways).withUnacknowledgedMax(5_000));
    }

    /** The place of the oldest member, which manages the table of partitions. */
    public int oldest() {
        try (ClusterControl control = control()) {
            return placeOf(
                    control.hazelcast().getCluster().getMembers().iterator().next());
        }
    }

    /** How many shards the member of that place owns, as this control knows: soon after a change. */
    public long shardsOf(int index, ClusterControl control) {
        return control.hazelcast().getPartitionService().getPartitions().stream()
                .filter(partition -> partition.getOwner() != null && placeOf(partition.getOwner()) == index)
                .count();
    }

    /** The place of the owner of each shard, as this control knows; -1 where there is none. */
    public List<Integer> owners(ClusterControl control) {
        return control.hazelcast().getPartitionService().getPartitions().stream()
                .sorted(Comparator.comparing(Partition::getPartitionId))
                .map(partition -> partition.getOwner() == null ? -1 : placeOf(partition.getOwner()))
                .toList();
    }

    /** Clients see the port for control. */
    private int placeOf(Member member) {
        return placeOfControl(member.getAddress().getPort());
    }

    /** Control through the member of that place. */
    public ClusterControl control(int index) {
        return control(index, START_SECONDS * 1_000);
    }

    /** Control through the member of that place, which is tried for so long. */
    public ClusterControl control(int index, long timeoutMs) {
        return ClusterControl.connect(name(), ClusterSecret.NONE, controlAddress(index), timeoutMs);
    }

    /** Control through the first member that answers. */
    public ClusterControl control() {
        for (int i = 0; i < size(); i++) {
            if (isRunning(i)) {
                return control(i);
            }
        }
        throw new IllegalStateException("no member runs");
    }

    /** Waits until all running members are in one cluster and each shard has its owner and its backup, equal. */
    public void awaitSafe() {
        try (SafeLook look = new SafeLook(runningCount())) {
            await("all copies in place", look, look::state);
        }
    }

    /** Stays connected while all members are there and copies are made: to connect takes a tenth of a second of a processor. */
    private final class SafeLook implements BooleanSupplier, AutoCloseable {
        private final long running;
        private @Nullable ClusterControl control;
        private String state = "";

        SafeLook(long running) {
            this.running = running;
        }

        @Override
        public boolean getAsBoolean() {
            boolean areAllThere = false;
            try {
                ClusterControl asked = control == null ? control() : control;
                control = asked;
                List<MemberStatus> statuses = asked.statuses();
                areAllThere = statuses.size() == running
                        && statuses.stream().noneMatch(status -> status.state() == MemberState.STARTING);
                List<String> problems =
                        areAllThere ? asked.audit().verify().problems() : List.of("not all members are there");
                state = "running=" + running + " inCluster=" + statuses.size() + " problems=" + problems;
                return problems.isEmpty();
            } catch (IllegalStateException | HazelcastException e) {
                // For example: the member that was asked is merging, and closes its connections.
                areAllThere = false;
                state = "running=" + running + " problem=" + e;
                return false;
            } finally {
                if (!areAllThere) {
                    close();
                }
            }
        }

        /** What it saw last. */
        String state() {
            return state;
        }

        @Override
        public void close() {
            if (control != null) {
                control.close();
                control = null;
            }
        }
    }

    /** What all members account for together. */
    public Accounting accounting() {
        try (ClusterControl control = control()) {
            return control.statuses().stream().map(MemberStatus::accounting).reduce(Accounting.NONE, Accounting::plus);
        }
    }

    /** Waits until members have answered all that they have read, and every record is accounted for. */
    public void awaitNothingInFlight() {
        await("nothing in flight and all accounted for", () -> {
            Accounting accounting = accounting();
            return accounting.inFlight() == 0 && accounting.unaccounted() == 0;
        });
    }

    /** Waits, looking often, until the cluster that is controlled has so many members. */
    public static void awaitMembers(ClusterControl control, int count, long seconds) {
        long deadlineNs = System.nanoTime() + seconds * 1_000_000_000L;
        while (control.hazelcast().getCluster().getMembers().size() != count) {
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException("not within " + seconds + " s: members=" + count);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** Loads the shards that were lost with all their copies, once all members that run are in one cluster. */
    public void loadAgain() {
        long running = runningCount();
        try (ClusterControl control = control()) {
            awaitMembers(control, (int) running, START_SECONDS);
            load(control);
        }
    }

    /**
     * Loads, and again, as an operator would, while a shard finds no room because shards are moving or copies that were replaced are not
     * collected yet.
     */
    public static void load(ClusterControl control) {
        await("loaded", () -> {
            control.load(Optional.empty());
            await("load ended", () -> !control.loadState().running());
            return control.audit().survey().size() == control.shardCount();
        });
    }

    /** Sets in what ledger a fault excuses what it may take all copies of. */
    public void accountTo(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Where a fault excuses what it may take all copies of. */
    public Ledger ledger() {
        return ledger;
    }

    /** All sets of rules whose decisions may be held, as the cluster has them now. */
    public DecidingRules decisions() {
        try (ClusterControl control = control()) {
            return DecidingRules.of(control.rules().book());
        } catch (RuleSetRefusedException e) {
            throw new IllegalStateException("members decide by a set that cannot be read here: " + e.getMessage(), e);
        }
    }

    /** All copies of all shards. */
    public List<List<byte[]>> copies() {
        try (ClusterControl control = control()) {
            List<List<byte[]>> copies = new ArrayList<>();
            for (int shard = 0; shard < control.shardCount(); shard++) {
                copies.add(control.audit().readShard(shard));
            }
            return copies;
        }
    }

    /** Waits for three minutes at most, and prints every ten seconds what for. */
    public static void await(String what, BooleanSupplier condition) {
        await(what, condition, () -> "");
    }

    /**
     * As the other.
     *
     * @param state how far it is, in words; printed as well, and in the error
     * @throws IllegalStateException when it does not hold in time
     */
    public static void await(String what, BooleanSupplier condition, Supplier<String> state) {
        await(what, condition, state, Duration.ofNanos(SAFE_MAX_NS));
    }

    /** As the other, for no longer than that. */
    public static void await(String what, BooleanSupplier condition, Supplier<String> state, Duration within) {
        long beganNs = System.nanoTime();
        long sayNs = SAY_NS;
        while (!condition.getAsBoolean()) {
            long waitedNs = System.nanoTime() - beganNs;
            if (waitedNs > within.toNanos()) {
                String late = "not within " + within.toSeconds() + " s: " + what + " " + state.get();
                // What is closed now may wait as well.
                System.out.println(late);
                throw new IllegalStateException(late);
            }
            if (waitedNs > sayNs) {
                System.out.println("waiting for " + seconds(waitedNs) + " s: " + what + " " + state.get());
                sayNs += SAY_NS;
            }
            LockSupport.parkNanos(STEP_NS);
        }
    }

    private static long seconds(long ns) {
        return TimeUnit.NANOSECONDS.toSeconds(ns);
    }
}
