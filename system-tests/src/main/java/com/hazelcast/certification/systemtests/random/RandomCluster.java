package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.cluster.MemberStatus;
import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.MergeFaults;
import com.hazelcast.core.HazelcastException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The cluster of a random run and the network that it is in, with what a {@link Nemesis} does to both. Used by one thread. */
final class RandomCluster implements AutoCloseable {
    private static final long COPIES_SECONDS = 90;
    private static final long IN_FLIGHT_SECONDS = 10;
    private static final long STEP_MS = 500;
    private static final long DUMP_MS = 1_000;
    private static final int END_LINES = 4;

    private final Optional<Network> network;
    private final SystemCluster members;
    private final Path folder;

    /** Whoever ends the runner ends the members. */
    private final Thread hook = new Thread(this::end, "end-members");

    /** Where nothing passes, from one place to another. */
    private final Set<List<Integer>> cuts = new HashSet<>();

    private RandomCluster(Optional<Network> network, SystemCluster members, Path folder) {
        this.network = network;
        this.members = members;
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts members and loads.
     *
     * @param broken options of the members in place of those of the setup, with which they do not what is promised
     * @throws Impossible when the setup needs a network of its own, and this machine makes none
     */
    static RandomCluster started(RandomSetup setup, Path folder, List<String> broken) throws IOException {
        Optional<Network> network = network(setup);
        try {
            List<String> options = new ArrayList<>(setup.options());
            options.add("--acks=strict");
            options.add(SystemCluster.NO_API);
            options.add("--http-port=0");
            for (String option : broken) {
                options.removeIf(other -> nameOf(other).equals(nameOf(option)));
                options.add(option);
            }
            if (setup.isQuick()) {
                options.add("--hazelcast-config=" + quick(folder));
            }
            Hosts hosts = network.isPresent() ? network.get() : Hosts.LOOPBACK;
            SystemCluster members =
                    SystemCluster.started(folder, hosts, setup.members(), options.toArray(String[]::new));
            while (members.size() < setup.places()) {
                int unused = members.addPlace();
            }
            return new RandomCluster(network, members, folder);
        } catch (IOException | RuntimeException e) {
            network.ifPresent(Network::close);
            throw e;
        }
    }

    private static String nameOf(String option) {
        return option.substring(0, option.indexOf('='));
    }

    private static Optional<Network> network(RandomSetup setup) throws Impossible {
        try {
            return Optional.of(new Network(setup.places()));
        } catch (Impossible e) {
            if (setup.hasSplits()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** Hazelcast's settings for members that give each other up soon, and merge soon. */
    private static Path quick(Path folder) throws IOException {
        return Files.write(
                folder.resolve("hazelcast.yaml").toAbsolutePath(),
                List.of(
                        "hazelcast:",
                        "  properties:",
                        "    hazelcast.max.no.heartbeat.seconds: 6",
                        "    hazelcast.heartbeat.interval.seconds: 1",
                        "    hazelcast.merge.first.run.delay.seconds: 5",
                        "    hazelcast.merge.next.run.delay.seconds: 5"));
    }

    void kill(int place) {
        members.kill(place);
    }

    void signal(int place, String signal) throws IOException {
        members.signal(place, signal);
    }

    boolean isRunning(int place) {
        return members.isRunning(place);
    }

    /** Whether the member has said that it has joined. */
    boolean isUp(int place) {
        return members.isRunning(place) && members.outputCount(place, "is up:") > 0;
    }

    /** Whether the member delivers its shards after a merge. */
    boolean isDelivering(int place) {
        return members.isRunning(place)
                && members.outputCount(place, MergeFaults.DELIVERING)
                        > members.outputCount(place, MergeFaults.DELIVERED);
    }

    void begin(int place) throws IOException {
        members.begin(place);
    }

    /** How the member of that place ended: the end of its log. */
    String end(int place) throws IOException {
        Path newest = null;
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "member-" + place + "-*.log")) {
            for (Path log : logs) {
                newest = newest == null
                                || Files.getLastModifiedTime(log).compareTo(Files.getLastModifiedTime(newest)) > 0
                        ? log
                        : newest;
            }
        }
        List<String> lines = newest == null ? List.of() : Files.readAllLines(newest);
        return "member " + place + " ended by itself: log=" + newest + ": "
                + String.join(" / ", lines.subList(Math.max(0, lines.size() - END_LINES), lines.size()));
    }

    /** Whether the process has ended within the time. */
    boolean awaitGone(int place, long seconds) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (members.isRunning(place) && System.nanoTime() < deadlineNs) {
            TimeUnit.MILLISECONDS.sleep(STEP_MS / 10);
        }
        return !members.isRunning(place);
    }

    /** Lets the member write its threads to its log. */
    void dumpThreads(int place) throws IOException, InterruptedException {
        if (members.isRunning(place)) {
            members.signal(place, "CONT");
            members.signal(place, "QUIT");
            TimeUnit.MILLISECONDS.sleep(DUMP_MS);
        }
    }

    /** The same of all members. */
    void dumpThreads() throws IOException, InterruptedException {
        for (int place = 0; place < members.size(); place++) {
            dumpThreads(place);
        }
    }

    void isolate(int place) throws IOException {
        for (int other = 0; other < members.size(); other++) {
            if (other != place) {
                cut(place, other);
                cut(other, place);
            }
        }
    }

    /** Lets nothing pass from one to the other. */
    void cut(int from, int to) throws IOException {
        if (cuts.add(List.of(from, to))) {
            network.orElseThrow().hide(from, to);
        }
    }

    void healNetwork() throws IOException {
        for (List<Integer> cut : List.copyOf(cuts)) {
            network.orElseThrow().find(cut.get(0), cut.get(1));
            cuts.remove(cut);
        }
    }

    InetSocketAddress gateway(int place) {
        return members.gateways(place).get(0);
    }

    /** {@code ctl stop} by that member; what it says of members that still have something in flight. */
    List<String> stopScoring(int member) {
        try (ClusterControl control = members.control(member)) {
            return control.stop().stream()
                    .filter(report -> report.inFlight() > 0)
                    .map(report -> "not answered when stopped: " + report)
                    .toList();
        }
    }

    void startScoring(int member) {
        try (ClusterControl control = members.control(member)) {
            boolean unused = control.start();
        }
    }

    /** Loads what is lost, once so many members are in one cluster. */
    void load(int member, int running) {
        try (ClusterControl control = members.control(member)) {
            SystemCluster.awaitMembers(control, running, COPIES_SECONDS);
            SystemCluster.load(control);
        }
    }

    /** Something that is done while something is waited for. */
    @FunctionalInterface
    interface Look {
        void look() throws IOException, InterruptedException;
    }

    /** Waits until so many members are in one cluster and all copies are complete; what is missing when they are not in time. */
    Optional<String> awaitCopies(Look look, int member, int running) throws IOException, InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(COPIES_SECONDS);
        Optional<String> problem = Optional.of("nothing was asked");
        while (problem.isPresent() && System.nanoTime() < deadlineNs) {
            TimeUnit.MILLISECONDS.sleep(STEP_MS);
            look.look();
            problem = verify(member, running);
        }
        return problem;
    }

    /** What {@code ctl verify} finds, or that not all members are there; nothing when all is well. */
    Optional<String> verify(int member, int running) {
        try (ClusterControl control = members.control(member)) {
            List<MemberStatus> statuses = control.statuses();
            if (statuses.size() != running) {
                return Optional.of("members=" + statuses.size() + " running=" + running);
            }
            if (statuses.stream().anyMatch(status -> status.state() == MemberState.STARTING)) {
                return Optional.of("a member is starting");
            }
            Verification verification = control.audit().verify();
            return verification.problems().stream().findFirst();
        } catch (IllegalStateException | HazelcastException e) {
            // For example: the member that was asked is merging, and closes its connections.
            return Optional.of(e.toString());
        }
    }

    /** What members still have to answer or to account for after a while; nothing when that is nothing. */
    Optional<String> inFlight(int member) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(IN_FLIGHT_SECONDS);
        Optional<String> accounting = inFlightNow(member);
        while (accounting.isPresent() && System.nanoTime() < deadlineNs) {
            TimeUnit.MILLISECONDS.sleep(STEP_MS);
            accounting = inFlightNow(member);
        }
        return accounting;
    }

    private Optional<String> inFlightNow(int member) {
        try (ClusterControl control = members.control(member)) {
            return control.statuses().stream()
                    .filter(status -> status.accounting().inFlight() != 0
                            || status.accounting().unaccounted() != 0)
                    .map(status -> status.address() + " " + status.accounting())
                    .findFirst();
        }
    }

    /**
     * All copies of all shards.
     *
     * @param required copies of a shard, which are waited for
     */
    List<List<byte[]>> copies(int member, int required) throws InterruptedException {
        try (ClusterControl control = members.control(member)) {
            List<List<byte[]>> copies = new ArrayList<>();
            for (int shard = 0; shard < control.shardCount(); shard++) {
                copies.add(copies(control, shard, required));
            }
            return copies;
        }
    }

    /** On a busy machine a backup may not answer in its second, or be given up for a while; the shard is then read again. */
    private static List<byte[]> copies(ClusterControl control, int shard, int required) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(COPIES_SECONDS);
        while (true) {
            try {
                List<byte[]> copies = control.audit().readShard(shard);
                if (copies.size() < required) {
                    throw new IllegalStateException("not all copies of a shard are there: shard=" + shard + " copies="
                            + copies.size() + " required=" + required);
                }
                return copies;
            } catch (IllegalStateException e) {
                if (System.nanoTime() > deadlineNs) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(STEP_MS);
            }
        }
    }

    private void end() {
        members.close();
        network.ifPresent(Network::close);
    }

    @Override
    public void close() {
        end();
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down, and the hook finds nothing to do.
            return;
        }
    }
}
