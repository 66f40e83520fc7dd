package com.hazelcast.certification.systemtests.crowd;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.ClientThreads;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.traffic.AnswerTimes;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import com.hazelcast.certification.systemtests.traffic.Load;
import com.hazelcast.certification.systemtests.traffic.Traffic;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Many clients with TLS of a cluster on the loopback address, each with a context of its own, so that no handshake goes on with what
 * another client has agreed on. They share a few threads. Used by the thread of the run.
 */
public final class Crowd {
    private static final int THREADS = 2;
    private static final int UNACKNOWLEDGED_MAX = 1_000;

    /** Clients are spread by chance: three times as far as they usually are. */
    private static final double UNEVEN_MAX = 0.1;

    private final List<InetSocketAddress> gateways;
    private final CrowdCertificates certificates;
    private final int size;
    private final AnswerTimes times = new AnswerTimes();
    private final List<FraudClient> clients = new ArrayList<>();

    /** No clients yet. */
    public Crowd(SystemCluster cluster, CrowdCertificates certificates, int size) {
        this.gateways = cluster.gateways(0);
        this.certificates = certificates;
        this.size = size;
    }

    /** What members need for so many clients, and as many that come besides. */
    public static String[] memberOptions(CrowdCertificates certificates, int size) {
        return certificates.memberOptions(4 * size).toArray(String[]::new);
    }

    int size() {
        return size;
    }

    List<InetSocketAddress> gateways() {
        return gateways;
    }

    CrowdCertificates certificates() {
        return certificates;
    }

    /** From when transactions were due to their answers. */
    AnswerTimes times() {
        return times;
    }

    /** Connects all clients, one after the other, and lets them send at that rate in all, each in turn. */
    public Load begin(Ledger ledger, long ratePerSecond, long seed) {
        ClientConfig config = SystemCluster.patient(ClientConfig.of(gateways, certificates.forClient()))
                .withUnacknowledgedMax(UNACKNOWLEDGED_MAX);
        ClientThreads threads = new ClientThreads(THREADS);
        try {
            for (int i = 0; i < size; i++) {
                clients.add(FraudClient.connect(config, threads));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            threads.close();
            throw new IllegalStateException("interrupted while clients connected", e);
        }
        Traffic traffic = new Traffic(clients, ledger, SystemCluster.CARDS, card -> true, ratePerSecond, seed, times);
        return new Load() {
            @Override
            public long longestWaitMs() {
                return traffic.longestWaitMs();
            }

            @Override
            public List<Long> answeredPerSecond() {
                return traffic.answeredPerSecond();
            }

            @Override
            public void close() {
                traffic.close();
                threads.close();
            }
        };
    }

    /** Where the clients are; those without a member are in no count. */
    private Map<Integer, Integer> countByPort() {
        Map<Integer, Integer> counts = new HashMap<>();
        for (FraudClient client : clients) {
            client.member().ifPresent(member -> counts.merge(member.getPort(), 1, Integer::sum));
        }
        return counts;
    }

    /** Whether all clients are connected to members of these places. */
    boolean isAllAt(Set<Integer> places) {
        Map<Integer, Integer> counts = countByPort();
        int there = places.stream()
                .mapToInt(place -> counts.getOrDefault(gateways.get(place).getPort(), 0))
                .sum();
        return there == size;
    }

    /** By how much the greatest or least number of clients at these places is off an even share, 0 to 1 and more. */
    double unevenness(Set<Integer> places) {
        Map<Integer, Integer> counts = countByPort();
        return unevenness(
                places.stream()
                        .map(place -> counts.getOrDefault(gateways.get(place).getPort(), 0))
                        .toList(),
                size);
    }

    static double unevenness(List<Integer> counts, int size) {
        double even = size / (double) counts.size();
        return counts.stream()
                .mapToDouble(count -> Math.abs(count - even) / even)
                .max()
                .orElse(0);
    }

    /** Whether all clients are at these places, within a tenth of even. */
    boolean isSpreadOver(Set<Integer> places) {
        return isAllAt(places) && unevenness(places) <= UNEVEN_MAX;
    }

    /** How many connections each client has lost so far. */
    List<Long> connectionsLost() {
        return clients.stream().map(FraudClient::connectionsLost).toList();
    }

    /** For a report: how many clients are at each place. */
    String counts() {
        Map<Integer, Integer> counts = countByPort();
        List<Integer> each = IntStream.range(0, gateways.size())
                .map(place -> counts.getOrDefault(gateways.get(place).getPort(), 0))
                .boxed()
                .toList();
        return each.toString();
    }
}
