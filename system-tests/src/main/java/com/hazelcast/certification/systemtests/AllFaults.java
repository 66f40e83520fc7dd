package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Bounds;
import com.hazelcast.certification.systemtests.faults.ClockJump;
import com.hazelcast.certification.systemtests.faults.CopyFaults;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.faults.FaultRun;
import com.hazelcast.certification.systemtests.faults.FaultyProxy;
import com.hazelcast.certification.systemtests.faults.Fuzz;
import com.hazelcast.certification.systemtests.faults.LinkFaults;
import com.hazelcast.certification.systemtests.faults.MemberFaults;
import com.hazelcast.certification.systemtests.faults.MergeFaults;
import com.hazelcast.certification.systemtests.faults.PlantedExceptions;
import com.hazelcast.certification.systemtests.faults.RuleFaults;
import com.hazelcast.certification.systemtests.http.HttpFuzz;
import com.hazelcast.certification.systemtests.http.HttpTraffic;
import com.hazelcast.certification.systemtests.http.TwoWaysTraffic;
import com.hazelcast.certification.systemtests.storage.FilledMembers;
import com.hazelcast.certification.systemtests.storage.FullDataDisk;
import com.hazelcast.certification.systemtests.storage.FullDisk;
import com.hazelcast.certification.systemtests.storage.PowerLoss;
import com.hazelcast.certification.systemtests.storage.RestoreElsewhere;
import com.hazelcast.certification.systemtests.storage.StorageFaults;
import com.hazelcast.certification.systemtests.traffic.Plant;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which faults there are, how often each is fired, and at what cluster. Used by one thread. */
final class AllFaults {
    private static final long CUT_SECONDS = 60;
    private static final long HTTP_FUZZ_RATE = 50;
    private static final long TWO_WAYS_RATE = 500;

    private final FaultRounds rounds;
    private final long seed;
    private final Plant plant;

    AllFaults(FaultRounds rounds) {
        this.rounds = rounds;
        this.seed = rounds.settings().seed();
        this.plant = rounds.settings().plant();
    }

    /** Fires all at that load. */
    void fireAt(long rate) throws IOException, InterruptedException {
        runOnLoopback(rate);
        rounds.unlessImpossible(() -> runInNetwork(rate));
        rounds.unlessImpossible(() -> cutLinks(rate));
        rounds.unlessImpossible(() -> runWithFalseClock(rate));
        rounds.unlessImpossible(() -> runOnFullDisk(rate));
        rounds.unlessImpossible(() -> runOnFullDataDisk(rate));
        rounds.unlessImpossible(() -> losePower(rate));
        runWithPlantedExceptions(rate);
        runWithBounds(rate);
        fillMembers(rate);
    }

    /** Fires those under clients by HTTP. */
    void fireOverHttp(long httpRate) throws IOException, InterruptedException {
        String clients = "clients by HTTP with a deadline of " + HttpTraffic.DEADLINE_MS + " ms";
        runOverHttp(new MemberFaults.KillUnder(clients), rounds.times(25), httpRate);
        runTwoWays(rounds.times(10));
        runOverHttp(new HttpFuzz(rounds.times(1_000_000)), 1, HTTP_FUZZ_RATE);
    }

    private void runOnLoopback(long rate) throws IOException, InterruptedException {
        rounds.fire(new MemberFaults.KillRandom(), rounds.times(50), rate);
        rounds.fire(new MemberFaults.KillEachInTurn(), 1, rate);
        rounds.fire(new MemberFaults.Pause(5), rounds.times(5), rate);
        rounds.fire(new MemberFaults.Pause(90), rounds.times(5), rate);
        rounds.fire(new MergeFaults.FreezeAndKill(), rounds.times(5), rate);
        rounds.fire(new MemberFaults.JoinAndLeave(), rounds.times(10), rate);
        rounds.fire(new MemberFaults.RollingRestart(), 1, rate);
        rounds.fire(new Fuzz(rounds.times(1_000_000)), 1, rate);
        fireSequences(rate);
        fireAtDisks(rate);
        fireAtRules(rate);
        fireAtConnections(rounds.times(100), rate);
    }

    private void fireAtRules(long rate) throws IOException, InterruptedException {
        for (RuleFaults.Victim victim : RuleFaults.Victim.values()) {
            rounds.fire(new RuleFaults.KillDuringChange(victim), rounds.times(20), rate);
        }
        rounds.fire(
                new RuleFaults.KillAllDuringChange(),
                rounds.times(20),
                rate,
                3,
                () -> StorageFaults.options(rounds.dataFolder("rules", rate), "written", 3));
    }

    private void fireSequences(long rate) throws IOException, InterruptedException {
        rounds.fireEach(new CopyFaults.JoinAndKillTheOther(), rounds.times(24), rate, 2, "--min-members=1");
        rounds.fireEach(new CopyFaults.KillAndStopAnother(), rounds.times(10), rate, 3, "--min-members=1");
        rounds.fireEach(
                new CopyFaults.StopTwoAtOnce(), rounds.times(12), rate, 3, "--min-members=1", "--degraded-after=never");
        rounds.fireEach(new CopyFaults.StopAndKillTheOldest(), rounds.times(20), rate, 3, "--min-members=1");
        rounds.fireEach(new CopyFaults.FailAndFailAgain(), rounds.times(50), rate, 3, "--min-members=2");
        rounds.fireEach(
                new CopyFaults.StopTwoAndKillTheThird(), rounds.times(10), rate, 4, "--min-members=1", "--heap=768m");
        rounds.fireEach(
                new CopyFaults.LoadAndKillTheOldest(), rounds.times(10), rate, 3, "--min-members=1", "--heap=1g");
    }

    private void fireAtDisks(long rate) throws IOException, InterruptedException {
        for (String durability : List.of("written", "synced")) {
            rounds.fire(
                    new StorageFaults.KillAll(durability),
                    rounds.times(50),
                    rate,
                    3,
                    () -> StorageFaults.options(rounds.dataFolder("stored-" + durability, rate), durability, 3));
        }
        Path[] folder = {rounds.settings().folder()};
        rounds.fire(new StorageFaults.BreakFiles(() -> folder[0]), rounds.times(20), rate, 3, () -> {
            folder[0] = rounds.dataFolder("broken", rate);
            return StorageFaults.options(folder[0], "written", 3);
        });
        rounds.fire(
                new RestoreElsewhere(() -> rounds.dataFolder("restored", rate)),
                rounds.times(10),
                rate,
                3,
                () -> StorageFaults.options(rounds.dataFolder("backed-up", rate), "written", 3));
    }

    private void losePower(long rate) throws IOException, InterruptedException {
        try (PowerLoss fault = new PowerLoss(rounds.dataFolder("power", rate), "synced")) {
            rounds.fire(fault, rounds.times(50), rate, 3, fault::options);
        }
    }

    private void fireAtConnections(int times, long rate) throws IOException, InterruptedException {
        List<FaultyProxy> proxies = new ArrayList<>();
        Fault fault = new FaultyProxy.Cut(proxies);
        if (!rounds.isRequested(fault)) {
            return;
        }
        try (SystemCluster cluster = rounds.started("cut", rate, Hosts.LOOPBACK)) {
            for (InetSocketAddress gateway : cluster.gateways(0)) {
                proxies.add(new FaultyProxy(gateway));
            }
            List<InetSocketAddress> between =
                    proxies.stream().map(FaultyProxy::address).toList();
            rounds.add(FaultRun.run(cluster, fault, times, rate, between, seed, plant));
        } finally {
            for (FaultyProxy proxy : proxies) {
                proxy.close();
            }
        }
    }

    private void runInNetwork(long rate) throws IOException, InterruptedException {
        rounds.fireInNetwork(LinkFaults.Partition::new, 3, rate, "--min-members=2");
        rounds.fireInNetwork(MergeFaults.IsolateAndCut::new, 3, rate, "--min-members=2");
        rounds.fireInNetwork(MergeFaults.IsolateForLong::new, 3, rate, "--min-members=2");
        rounds.fireInNetwork(MergeFaults.CutAll::new, 3, rate, "--min-members=2");
        rounds.fireInNetwork(MergeFaults.IsolateAndKill::new, 3, rate, "--min-members=2");
        rounds.fireInNetwork(MergeFaults.FreezeAndCut::new, 3, rate, "--min-members=2");
        rounds.fireInNetwork(LinkFaults.CutUntilReturn::new, 3, rate, "--min-members=2");
        for (RuleFaults.Victim victim : RuleFaults.Victim.values()) {
            rounds.fireInNetwork(
                    network -> new RuleFaults.CutDuringChange(network, victim), 3, rate, "--min-members=2");
        }
        // With many shards a delivery takes long enough for a kill to fall into it.
        for (MergeFaults.MeanwhileIt how : MergeFaults.MeanwhileIt.values()) {
            rounds.fireInNetwork(
                    network -> new MergeFaults.LoseWhileDelivering(network, how),
                    4,
                    rate,
                    "--min-members=3",
                    "--shards=67");
        }
    }

    /** Three members and four; a cut lasts longer than what the members take to end it. */
    private void cutLinks(long rate) throws IOException, InterruptedException {
        for (int members = 3; members <= 4; members++) {
            for (LinkFaults.Pair pair : LinkFaults.Pair.values()) {
                for (LinkFaults.Way way : LinkFaults.Way.values()) {
                    cutLinks(members, pair, way, rate);
                }
            }
        }
    }

    private void cutLinks(int members, LinkFaults.Pair pair, LinkFaults.Way way, long rate)
            throws IOException, InterruptedException {
        if (!rounds.isRequested(LinkFaults.name(members, pair, way, CUT_SECONDS))) {
            return;
        }
        String majority = "--min-members=" + (members / 2 + 1);
        String kind = String.join("-", "cut", pair.name(), way.name()).toLowerCase(Locale.ROOT);
        try (Network network = new Network(members);
                SystemCluster cluster = rounds.started(kind + members, rate, network, members, majority)) {
            Fault fault = new LinkFaults.Cut(network, members, pair, way, CUT_SECONDS);
            rounds.fireAt(cluster, fault, rounds.times(5), rate);
        }
    }

    private void runWithFalseClock(long rate) throws IOException, InterruptedException {
        ClockJump fault = new ClockJump(rounds.logs("clock", rate));
        if (rounds.isRequested(fault)) {
            try (SystemCluster cluster = rounds.started("clock", rate, fault)) {
                rounds.fireAt(cluster, fault, 1, rate);
            }
        }
    }

    private void runWithPlantedExceptions(long rate) throws IOException, InterruptedException {
        PlantedExceptions fault = new PlantedExceptions(rounds.logs("planted", rate));
        if (rounds.isRequested(fault)) {
            try (SystemCluster cluster = rounds.started("planted", rate, fault)) {
                rounds.fireAt(cluster, fault, rounds.times(5), rate);
            }
        }
    }

    private void runWithBounds(long rate) throws IOException, InterruptedException {
        try (Bounds fault = new Bounds()) {
            if (rounds.isRequested(fault)) {
                try (SystemCluster cluster =
                        rounds.started("bounds", rate, Hosts.LOOPBACK, 3, "--min-members=2", fault.option())) {
                    rounds.fireAt(cluster, fault, rounds.times(5), rate);
                }
            }
        }
    }

    /** While clients ask members in turn, and the next when one fails. */
    private void runOverHttp(Fault fault, int times, long rate) throws IOException, InterruptedException {
        if (rounds.isRequested(fault)) {
            try (SystemCluster cluster = rounds.started("http", rate, Hosts.LOOPBACK)) {
                rounds.add(FaultRun.run(
                        cluster,
                        fault,
                        times,
                        rate,
                        seed,
                        plant,
                        ledger -> new HttpTraffic(cluster, ledger, SystemCluster.CARDS, rate, seed)));
            }
        }
    }

    private void runTwoWays(int times) throws IOException, InterruptedException {
        Fault fault = new MemberFaults.KillUnder("the same references by HTTP and by gateway");
        if (rounds.isRequested(fault)) {
            try (SystemCluster cluster = rounds.started("two-ways", TWO_WAYS_RATE, Hosts.LOOPBACK)) {
                rounds.add(FaultRun.run(cluster, fault, times, TWO_WAYS_RATE, seed, plant, ledger -> {
                    try {
                        return new TwoWaysTraffic(cluster, ledger, SystemCluster.CARDS, TWO_WAYS_RATE, seed);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IllegalStateException("interrupted while clients connected", e);
                    }
                }));
            }
        }
    }

    /** As fast as members answer; those too large for most machines only when they are asked for. */
    private void fillMembers(long rate) throws IOException, InterruptedException {
        for (FilledMembers fault : FilledMembers.ALL) {
            if (rate == 0
                    && rounds.isRequested(fault.name())
                    && (!fault.isLarge() || !rounds.settings().only().isEmpty())) {
                try (SystemCluster cluster = fault.started(rounds.logs("filled", rate))) {
                    rounds.add(fault.run(cluster, seed));
                }
            }
        }
    }

    private void runOnFullDataDisk(long rate) throws IOException, InterruptedException {
        try (FullDataDisk fault = new FullDataDisk(rounds.dataFolder("full", rate), "1g")) {
            if (rounds.isRequested(fault)) {
                try (SystemCluster cluster = rounds.started("full", rate, Hosts.LOOPBACK, 3, fault.options())) {
                    rounds.fireAt(cluster, fault, rounds.times(3), rate);
                }
            }
        }
    }

    private void runOnFullDisk(long rate) throws IOException, InterruptedException {
        try (FullDisk fault = new FullDisk(rounds.logs("disk", rate))) {
            if (rounds.isRequested(fault)) {
                try (SystemCluster cluster = rounds.started("disk", rate, Hosts.LOOPBACK)) {
                    rounds.fireAt(cluster, fault, 1, rate);
                }
            }
        }
    }
}
