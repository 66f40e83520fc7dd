package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.systemtests.cluster.Hosts;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.crowd.Crowd;
import com.hazelcast.certification.systemtests.crowd.CrowdCertificates;
import com.hazelcast.certification.systemtests.crowd.CrowdFaults;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.faults.FaultRun;
import com.hazelcast.certification.systemtests.networks.ClientLinks;
import com.hazelcast.certification.systemtests.networks.LinkQuality;
import com.hazelcast.certification.systemtests.networks.MemberLinks;
import com.hazelcast.certification.systemtests.networks.NetworkFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Faults that have a load of their own: thousands of clients, and networks that are bad for minutes. Used by one thread. */
final class CrowdsAndNetworks {
    private static final int CLIENTS = 3_000;
    private static final long CROWD_RATE = 1_500;

    /** So few that 1 Mbit/s carries what members send each other. */
    private static final long NETWORK_RATE = 500;

    private static final List<LinkQuality> QUALITIES =
            List.of(LinkQuality.unsteady(20), LinkQuality.unsteady(80), LinkQuality.unsteady(200), LinkQuality.NARROW);

    private final FaultRounds rounds;
    private final long seed;

    CrowdsAndNetworks(FaultRounds rounds) {
        this.rounds = rounds;
        this.seed = rounds.settings().seed();
    }

    /** Fires all, each network for so long. */
    void fire(long networkSeconds) throws IOException, InterruptedException {
        fireAtCrowd(CrowdFaults.nameOfKill(CLIENTS), CrowdFaults.Kill::new);
        fireAtCrowd(CrowdFaults.nameOfArrival(CLIENTS), CrowdFaults.Arrival::new);
        for (LinkQuality quality : QUALITIES) {
            fireAtClientLinks(quality, Duration.ofSeconds(networkSeconds));
        }
        for (LinkQuality quality : QUALITIES) {
            rounds.unlessImpossible(() -> fireAtMemberLinks(
                    links -> new NetworkFaults.Members(links, 3, quality, Duration.ofSeconds(networkSeconds))));
        }
        for (LinkQuality quality : List.of(LinkQuality.unsteady(200), LinkQuality.NARROW)) {
            rounds.unlessImpossible(() -> fireAtMemberLinks(
                    links -> new NetworkFaults.OneLink(links, quality, Duration.ofSeconds(networkSeconds))));
        }
    }

    private void fireAtCrowd(String name, Function<Crowd, Fault> of) throws IOException, InterruptedException {
        if (!rounds.isRequested(name)) {
            return;
        }
        Path folder = rounds.logs("crowd", CROWD_RATE);
        CrowdCertificates certificates = CrowdCertificates.in(folder);
        try (SystemCluster cluster =
                rounds.started("crowd", CROWD_RATE, Hosts.LOOPBACK, 3, Crowd.memberOptions(certificates, CLIENTS))) {
            Crowd crowd = new Crowd(cluster, certificates, CLIENTS);
            rounds.add(FaultRun.run(
                    cluster,
                    of.apply(crowd),
                    rounds.times(5),
                    CROWD_RATE,
                    seed,
                    rounds.settings().plant(),
                    ledger -> crowd.begin(ledger, CROWD_RATE, seed)));
        }
    }

    private void fireAtClientLinks(LinkQuality quality, Duration duration) throws IOException, InterruptedException {
        if (!rounds.isRequested(NetworkFaults.nameOfClients(quality, duration))) {
            return;
        }
        try (SystemCluster cluster = rounds.started("client-links", NETWORK_RATE, Hosts.LOOPBACK);
                ClientLinks links = new ClientLinks(cluster.gateways(0), new SplittableRandom(seed))) {
            Fault fault = new NetworkFaults.Clients(links.link(), quality, duration);
            rounds.add(FaultRun.run(
                    cluster,
                    fault,
                    1,
                    NETWORK_RATE,
                    links.gateways(),
                    seed,
                    rounds.settings().plant()));
        }
    }

    private void fireAtMemberLinks(Function<MemberLinks, Fault> of) throws IOException, InterruptedException {
        Path folder = rounds.logs("member-links", NETWORK_RATE);
        try (Network network = new Network(3);
                MemberLinks links = new MemberLinks(network, folder, 3, new SplittableRandom(seed))) {
            Fault fault = of.apply(links);
            if (rounds.isRequested(fault)) {
                try (SystemCluster cluster =
                        rounds.started("member-links", NETWORK_RATE, links, 3, "--min-members=2")) {
                    rounds.fireAt(cluster, fault, 1, NETWORK_RATE);
                }
            }
        }
    }
}
