package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.routing.Acks;
import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.Impossible;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.faults.FaultRun;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Fires a fault as often as requested, in rounds that each have a cluster of their own, and hands on what came of it. Used by one thread. */
final class FaultRounds {
    private static final int FIRINGS_PER_ROUND_FULL = 5;
    private static final int FIRINGS_PER_ROUND_LOW = 25;

    private final Settings settings;
    private final Found found;

    /** Texts that no name of a fault had in it until now. */
    private final Set<String> unmatched;

    FaultRounds(Settings settings, Found found) {
        this.settings = settings;
        this.found = found;
        this.unmatched = new LinkedHashSet<>(settings.only);
    }

    /**
     * How faults are fired.
     *
     * @param folder of the members' output and of what they keep
     * @param share of the times that each fault is fired
     * @param seed of traffic and faults
     * @param acks when members answer
     * @param plant the defect in what is audited
     * @param only texts of the names of the faults; none: all
     */
    record Settings(Path folder, double share, long seed, Acks acks, Plant plant, List<String> only) {
        /** @throws IllegalArgumentException when the share is none */
        Settings {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("the share of the firings must be 0 to 1: --share=" + share);
            }
        }
    }

    /** Where it goes what came of faults. */
    interface Found {
        void add(Outcome outcome) throws IOException;

        /** A fault was left out. */
        void skip(String why);
    }

    Settings settings() {
        return settings;
    }

    void add(Outcome outcome) throws IOException {
        found.add(outcome);
    }

    int times(int whole) {
        return Math.max(1, (int) Math.round(whole * settings.share));
    }

    /** Fires in rounds, each on a cluster of its own: a ledger and the histories of all that was sent fit in memory. */
    void fire(Fault fault, int times, long rate) throws IOException, InterruptedException {
        fire(fault, times, rate, 3, "--min-members=2");
    }

    void fire(Fault fault, int times, long rate, int members, String... options)
            throws IOException, InterruptedException {
        fire(fault, times, rate, members, () -> options);
    }

    /** @param options of the members of each round */
    void fire(Fault fault, int times, long rate, int members, Supplier<String[]> options)
            throws IOException, InterruptedException {
        if (!isRequested(fault)) {
            return;
        }
        int perRound = rate == 0 ? FIRINGS_PER_ROUND_FULL : FIRINGS_PER_ROUND_LOW;
        Optional<Outcome> sum = Optional.empty();
        for (int fired = 0; fired < times; fired += perRound) {
            try (SystemCluster cluster = started("loopback", rate, Hosts.LOOPBACK, members, options.get())) {
                Outcome round = run(cluster, fault, Math.min(perRound, times - fired), rate, settings.seed + fired);
                sum = Optional.of(sum.map(before -> before.plus(round)).orElse(round));
            }
        }
        found.add(sum.orElseThrow());
    }

    /** As {@link #fire}, with an audit after each firing, on a cluster of that many members with those options. */
    void fireEach(Fault fault, int times, long rate, int members, String... options)
            throws IOException, InterruptedException {
        if (!isRequested(fault)) {
            return;
        }
        Optional<Outcome> sum = Optional.empty();
        for (int fired = 0; fired < times; fired += FIRINGS_PER_ROUND_FULL) {
            int now = Math.min(FIRINGS_PER_ROUND_FULL, times - fired);
            try (SystemCluster cluster = started("sequences", rate, Hosts.LOOPBACK, members, options)) {
                Outcome round = FaultRun.runEach(
                        cluster, fault, now, rate, cluster.gateways(0), settings.seed + fired, settings.plant);
                sum = Optional.of(sum.map(before -> before.plus(round)).orElse(round));
            }
        }
        found.add(sum.orElseThrow());
    }

    void fireInNetwork(Function<Network, Fault> of, int members, long rate, String... options)
            throws IOException, InterruptedException {
        try (Network network = new Network(members)) {
            Fault fault = of.apply(network);
            if (isRequested(fault)) {
                try (SystemCluster cluster = started("network-" + members, rate, network, members, options)) {
                    fireAt(cluster, fault, times(5), rate);
                }
            }
        }
    }

    /** A new one for each round: a cluster with a ledger of its own must not begin with the histories of another. */
    Path dataFolder(String kind, long rate) {
        try {
            return Files.createTempDirectory(logs(kind, rate), "data-");
        } catch (IOException e) {
            throw new UncheckedIOException("there is no folder for the members' shards: report=" + settings.folder, e);
        }
    }

    Path logs(String kind, long rate) throws IOException {
        return Files.createDirectories(settings.folder.resolve("logs-" + kind + "-" + rate));
    }

    /** A fault that this machine has not what it needs for is skipped, and the report says so. */
    void unlessImpossible(Firing firing) throws IOException, InterruptedException {
        try {
            firing.run();
        } catch (Impossible e) {
            found.skip("Skipped: " + e.getMessage());
        }
    }

    @FunctionalInterface
    interface Firing {
        void run() throws IOException, InterruptedException;
    }

    /** Fires at that cluster. */
    void fireAt(SystemCluster cluster, Fault fault, int times, long rate) throws IOException, InterruptedException {
        found.add(run(cluster, fault, times, rate, settings.seed));
    }

    // A member that wakes after the others have given it up is the smaller side of a split, as one that was cut off.
    SystemCluster started(String kind, long rate, Hosts hosts) throws IOException {
        return started(kind, rate, hosts, 3, "--min-members=2");
    }

    SystemCluster started(String kind, long rate, Hosts hosts, int members, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--acks=" + settings.acks.name().toLowerCase(Locale.ROOT));
        return SystemCluster.started(logs(kind, rate), hosts, members, all.toArray(String[]::new));
    }

    private Outcome run(SystemCluster cluster, Fault fault, int times, long rate, long roundSeed)
            throws IOException, InterruptedException {
        return FaultRun.run(cluster, fault, times, rate, cluster.gateways(0), roundSeed, settings.plant);
    }

    boolean isRequested(Fault fault) {
        return isRequested(fault.name());
    }

    boolean isRequested(String name) {
        // A comma ends a text of --only, so names may be given without theirs.
        List<String> matching =
                settings.only.stream().filter(name.replace(",", "")::contains).toList();
        unmatched.removeAll(matching);
        return settings.only.isEmpty() || !matching.isEmpty();
    }

    /** Texts of {@code --only} that no fault had in its name of those that were looked at. */
    Set<String> unmatched() {
        return Set.copyOf(unmatched);
    }
}
