package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RuleSetRefusedException;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Members as processes on this machine, with gateways, strict answers and one backup. Used by one thread. */
final class SystemCluster implements AutoCloseable {
    static final int CARDS = 100_000;
    static final int HISTORY = 10;

    private static final long START_SECONDS = 120;
    private static final long STEP_NS = 200_000_000L;
    private static final long LOOK_NS = 5_000_000L;

    /** Of members that nobody asks by HTTP: what an API does when its member begins to score takes a second of a processor. */
    static final String NO_API = "--api-port=0";

    /** In an option: the place of the member. */
    static final String PLACE = "{place}";

    private static final long SAFE_MAX_NS = 180_000_000_000L;

    private final Path launcher = Path.of(System.getProperty("fraud.launcher", "./fraud"));
    private final Path folder;
    private final String name = "system-" + ProcessHandle.current().pid() + "-" + System.nanoTime() % 1_000_000;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Integer> controlPorts = new ArrayList<>();
    private final List<Integer> gatewayPorts = new ArrayList<>();
    private final List<@Nullable FraudProcess> members = new ArrayList<>();
    private List<String> options;
    private final Hosts hosts;
    private final MemberApis apis = new MemberApis();
    private int starts;
    private Ledger ledger = new Ledger();

    /** Where members run. */
    interface Hosts {
        /** The address of the member of that place. */
        String address(int index);

        /** What comes before the command that starts it. */
        List<String> prefix(int index);

        /** A member's port, the same or another for each. */
        int freePort() throws IOException;
    }

    /** All members on the loopback address. */
    static final Hosts LOOPBACK = new Hosts() {
        @Override
        public String address(int index) {
            return "127.0.0.1";
        }

        @Override
        public List<String> prefix(int index) {
            return List.of();
        }

        @Override
        public int freePort() throws IOException {
            return LocalCluster.freePort();
        }
    };

    /** A cluster without members yet, their output in that folder. */
    SystemCluster(Path folder, Hosts hosts, String... options) {
        this.folder = folder;
        this.hosts = hosts;
        this.options = List.of(options);
    }

    /** Starts that many members, loads, and waits until all copies are there. */
    static SystemCluster started(Path folder, Hosts hosts, int members, String... options) throws IOException {
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
            ports.add(hosts.freePort());
            controlPorts.add(hosts.freePort());
            gatewayPorts.add(hosts.freePort());
            members.add(null);
        }
        // The first begins the cluster, the others join it at once.
        start(0);
        for (int i = 1; i < count; i++) {
            begin(i);
        }
        for (int i = 1; i < count; i++) {
            awaitUp(i);
        }
        try (ClusterControl control = control()) {
            load(control);
            control.start();
        }
        awaitSafe();
    }

    int size() {
        return members.size();
    }

    /** A further place for a member, which {@link #start} fills. */
    int addPlace() throws IOException {
        ports.add(hosts.freePort());
        controlPorts.add(hosts.freePort());
        gatewayPorts.add(hosts.freePort());
        members.add(null);
        return members.size() - 1;
    }

    /** Takes the last place away; no member may run there. */
    void removeLastPlace() {
        int last = members.size() - 1;
        members.remove(last);
        ports.remove(last);
        controlPorts.remove(last);
        gatewayPorts.remove(last);
    }

    /** Starts the member of that place; returns when it is up. */
    void start(int index) throws IOException {
        begin(index);
        awaitUp(index);
    }

    /** Waits until the member of that place is up. */
    void awaitUp(int index) throws IOException {
        member(index).awaitOutput("is up:", START_SECONDS);
    }

    /** How often that text is in the output of the member of that place since its start. The member may have ended since. */
    long outputCount(int index, String text) {
        FraudProcess member = members.get(index);
        try {
            return member == null ? 0 : member.countOutput(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the member of that place, and does not wait. */
    void begin(int index) throws IOException {
        List<String> command = new ArrayList<>(hosts.prefix(index));
        command.add(launcher.toString());
        command.addAll(List.of(
                "member",
                "--host=" + hosts.address(index),
                "--gateway-host=" + hosts.address(index),
                "--cluster-name=" + name,
                "--port=" + ports.get(index),
                "--control-host=" + hosts.address(index),
                "--control-port=" + controlPorts.get(index),
                // Hosts of their own are namespaces on this machine.
                "--cluster-name-only",
                "--gateway-port=" + gatewayPorts.get(index),
                "--gateway-plain",
                "--gateway-clients-without-certificate",
                option("--cards=", Integer.toString(CARDS)),
                option("--history=", Integer.toString(HISTORY)),
                option("--traffic=", "challenge"),
                option("--shards=", "13"),
                option("--backups=", "1"),
                // What a card's own bound drops is not lost, and ten minutes at full load reach the usual one.
                option("--entries-per-card=", Integer.toString(HistoryLimits.ENTRIES_PER_CARD_CEILING)),
                // Half of it for the histories and the audit, which reads whole shards.
                option("--heap=", "2g")));
        if (!options.contains(NO_API)) {
            command.addAll(apis.options(index));
        }
        for (int other = 0; other < ports.size(); other++) {
            if (other != index) {
                command.add("--join=" + hosts.address(other) + ":" + ports.get(other));
            }
        }
        options.stream()
                .map(option -> option.replace(PLACE, Integer.toString(index)))
                .filter(option -> !command.contains(option))
                .forEach(command::add);
        FraudProcess member =
                FraudProcess.start(Path.of(command.remove(0)), folder, "member-" + index + "-" + ++starts, command);
        members.set(index, member);
    }

    /** The cluster's own option of that name, or this value. */
    private String option(String name, String value) {
        return options.stream()
                .filter(option -> option.startsWith(name))
                .findFirst()
                .orElse(name + value);
    }

    /** Whether a member's process is there, be it frozen. */
    boolean isRunning(int index) {
        FraudProcess member = members.get(index);
        return member != null && member.isAlive();
    }

    private FraudProcess member(int index) {
        FraudProcess member = members.get(index);
        if (member == null || !member.isAlive()) {
            throw new IllegalStateException("no member runs there: place=" + index);
        }
        return member;
    }

    /** {@code kill -9}. */
    void kill(int index) {
        member(index).kill();
    }

    /** {@code kill -9} of all members that run, in one moment. */
    void killAll() throws IOException {
        List<FraudProcess> all = new ArrayList<>();
        List<String> command = new ArrayList<>(List.of("kill", "-KILL"));
        for (int index = 0; index < members.size(); index++) {
            all.add(member(index));
            command.add(Long.toString(member(index).pid()));
        }
        Network.run(command.toArray(String[]::new));
        all.forEach(FraudProcess::kill);
    }

    /** Starts all members again, whose shards are on disk. */
    void startAgain() throws IOException {
        // The first begins the cluster, the others join it at once.
        start(0);
        for (int index = 1; index < members.size(); index++) {
            begin(index);
        }
        for (int index = 1; index < members.size(); index++) {
            awaitUp(index);
        }
    }

    /**
     * Starts so many members with those options, where the first places are, after all members have ended. They have no histories and
     * do not score.
     */
    void startElsewhere(int count, String... options) throws IOException {
        while (members.size() > count) {
            removeLastPlace();
        }
        while (members.size() < count) {
            addPlace();
        }
        this.options = List.of(options);
        startAgain();
    }

    /** {@code SIGTERM}, and waits until the member has left in order. */
    void stop(int index) {
        member(index).close();
    }

    /** {@code SIGSTOP}. */
    void pause(int index) throws IOException {
        signal(index, "STOP");
    }

    /** {@code SIGCONT}. */
    void resume(int index) throws IOException {
        signal(index, "CONT");
    }

    /** Sends a signal to the member's process, for example {@code TERM}, and does not wait. */
    void signal(int index, String signal) throws IOException {
        try {
            int status = new ProcessBuilder(
                            "kill", "-" + signal, Long.toString(member(index).pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IOException("kill -" + signal + " failed: status=" + status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The HTTP APIs of all places. */
    MemberApis apis() {
        return apis;
    }

    /** The gateways of all places, the one of that place first. */
    List<InetSocketAddress> gateways(int first) {
        List<InetSocketAddress> gateways = new ArrayList<>();
        for (int i = 0; i < gatewayPorts.size(); i++) {
            int index = (first + i) % gatewayPorts.size();
            gateways.add(new InetSocketAddress(hosts.address(index), gatewayPorts.get(index)));
        }
        return gateways;
    }

    /** A client that knows these gateways and waits long for its last answers. */
    static FraudClient client(List<InetSocketAddress> gateways) throws InterruptedException {
        return FraudClient.connect(ClientConfig.plain(gateways)
                .withUnacknowledgedMax(5_000)
                .withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofSeconds(180)));
    }

    /** The place of the oldest member, which manages the table of partitions. */
    int oldest() {
        try (ClusterControl control = control()) {
            return placeOf(
                    control.hazelcast().getCluster().getMembers().iterator().next());
        }
    }

    /** How many shards the member of that place owns, as this control knows: soon after a change. */
    long shardsOf(int index, ClusterControl control) {
        return control.hazelcast().getPartitionService().getPartitions().stream()
                .filter(partition -> partition.getOwner() != null && placeOf(partition.getOwner()) == index)
                .count();
    }

    /** Clients see the port for control. */
    private int placeOf(Member member) {
        return controlPorts.indexOf(member.getAddress().getPort());
    }

    /** Control through the member of that place. */
    ClusterControl control(int index) {
        return control(index, START_SECONDS * 1_000);
    }

    /** Control through the member of that place, which is tried for so long. */
    ClusterControl control(int index, long timeoutMs) {
        return ClusterControl.connect(
                name, ClusterSecret.NONE, hosts.address(index) + ":" + controlPorts.get(index), timeoutMs);
    }

    /** Control through the first member that answers. */
    ClusterControl control() {
        for (int i = 0; i < members.size(); i++) {
            FraudProcess member = members.get(i);
            if (member != null && member.isAlive()) {
                return control(i);
            }
        }
        throw new IllegalStateException("no member runs");
    }

    /** Waits until all running members are in one cluster and each shard has its owner and its backup, equal. */
    void awaitSafe() {
        long running = members.stream()
                .filter(member -> member != null && member.isAlive())
                .count();
        await("all copies in place", () -> {
            try (ClusterControl control = control()) {
                List<MemberStatus> statuses = control.statuses();
                return statuses.size() == running
                        && statuses.stream().noneMatch(status -> status.state() == MemberState.STARTING)
                        && control.audit().verify().problems().isEmpty();
            } catch (IllegalStateException | HazelcastException e) {
                // For example: the member that was asked is merging, and closes its connections.
                return false;
            }
        });
    }

    /** What all members account for together. */
    Accounting accounting() {
        try (ClusterControl control = control()) {
            return control.statuses().stream().map(MemberStatus::accounting).reduce(Accounting.NONE, Accounting::plus);
        }
    }

    /** Waits until members have answered all that they have read, and every record is accounted for. */
    void awaitNothingInFlight() {
        await("nothing in flight and all accounted for", () -> {
            Accounting accounting = accounting();
            return accounting.inFlight() == 0 && accounting.unaccounted() == 0;
        });
    }

    /** Waits, looking often, until the cluster that is controlled has so many members. */
    static void awaitMembers(ClusterControl control, int count, long seconds) {
        long deadlineNs = System.nanoTime() + seconds * 1_000_000_000L;
        while (control.hazelcast().getCluster().getMembers().size() != count) {
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException("not within " + seconds + " s: members=" + count);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** Loads the shards that were lost with all their copies, once all members that run are in one cluster. */
    void loadAgain() {
        long running = members.stream()
                .filter(member -> member != null && member.isAlive())
                .count();
        try (ClusterControl control = control()) {
            awaitMembers(control, (int) running, START_SECONDS);
            load(control);
        }
    }

    /**
     * Loads, and again, as an operator would, while a shard finds no room because shards are moving or copies that were replaced are not
     * collected yet.
     */
    static void load(ClusterControl control) {
        await("loaded", () -> {
            control.load(Optional.empty());
            await("load ended", () -> !control.loadState().running());
            return control.audit().survey().size() == control.shardCount();
        });
    }

    /** Sets in what ledger a fault excuses what it may take all copies of. */
    void accountTo(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Where a fault excuses what it may take all copies of. */
    Ledger ledger() {
        return ledger;
    }

    /** All sets of rules whose decisions may be held, as the cluster has them now. */
    DecidingRules decisions() {
        try (ClusterControl control = control()) {
            return DecidingRules.of(control.rules().book());
        } catch (RuleSetRefusedException e) {
            throw new IllegalStateException("members decide by a set that cannot be read here: " + e.getMessage(), e);
        }
    }

    /** All copies of all shards. */
    List<List<byte[]>> copies() {
        try (ClusterControl control = control()) {
            List<List<byte[]>> copies = new ArrayList<>();
            for (int shard = 0; shard < control.shardCount(); shard++) {
                copies.add(control.audit().readShard(shard));
            }
            return copies;
        }
    }

    static void await(String what, BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + SAFE_MAX_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException("not within " + SAFE_MAX_NS / 1_000_000_000L + " s: " + what);
            }
            LockSupport.parkNanos(STEP_NS);
        }
    }

    @Override
    public void close() {
        members.parallelStream()
                .filter(member -> member != null && member.isAlive())
                .forEach(FraudProcess::kill);
    }
}
