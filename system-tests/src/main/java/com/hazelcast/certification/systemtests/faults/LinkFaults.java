package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Links between two members that break while both still hear all others, the oldest member, which keeps the list, included. */
public final class LinkFaults {
    private LinkFaults() {}

    /** The network splits, two members on one side and one on the other, until the two have noticed, and heals. */
    public record Partition(Network network) implements Fault {
        /** Beyond the time without a heartbeat after which members give each other up. */
        private static final long SPLIT_SECONDS = 35;

        @Override
        public String name() {
            return "partition 2/1 and back";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int index = random.nextInt(cluster.size());
            network.isolate(index);
            // The fault is the time that passes.
            TimeUnit.SECONDS.sleep(SPLIT_SECONDS);
            network.heal(index);
        }
    }

    /** Which way nothing passes. */
    public enum Way {
        BOTH("both ways"),
        ONE("one way");

        private final String text;

        Way(String text) {
            this.text = text;
        }
    }

    /** Whether the oldest member is one of the two. */
    public enum Pair {
        YOUNGER("two that are not the oldest"),
        OLDEST("the oldest and another");

        private final String text;

        Pair(String text) {
            this.text = text;
        }
    }

    /** The name of a cut in the report. */
    public static String name(int members, Pair pair, Way way, long seconds) {
        return "cut of " + seconds + " s between " + pair.text + " of " + members + ", " + way.text;
    }

    /**
     * Nothing passes between two members, for longer than members wait for one another, and passes again.
     *
     * @param seconds that it lasts
     */
    public record Cut(Network network, int members, Pair pair, Way way, long seconds) implements Fault {
        @Override
        public String name() {
            return LinkFaults.name(members, pair, way, seconds);
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int oldest = oldest(cluster, network);
            List<Integer> others = new ArrayList<>();
            for (int index = 0; index < cluster.size(); index++) {
                if (index != oldest) {
                    others.add(index);
                }
            }
            if (pair == Pair.OLDEST) {
                others = new ArrayList<>(List.of(oldest, others.get(random.nextInt(others.size()))));
            }
            Collections.shuffle(others, new Random(random.nextLong()));
            cut(others.get(0), others.get(1));
        }

        private void cut(int from, int to) throws IOException, InterruptedException {
            System.out.printf("  cut from %d to %d, %s%n", from, to, way.text);
            network.hide(from, to);
            if (way == Way.BOTH) {
                network.hide(to, from);
            }
            // The fault is the time that passes.
            TimeUnit.SECONDS.sleep(seconds);
            network.find(from, to);
            if (way == Way.BOTH) {
                network.find(to, from);
            }
        }
    }

    /**
     * Nothing passes between the two younger of three, until the one that was given up has joined again through the oldest. Then the link
     * heals. What the other one sends to it goes over a connection of before, and is lost.
     */
    public record CutUntilReturn(Network network) implements Fault {
        private static final long GIVEN_UP_SECONDS = 60;
        private static final long RETURN_SECONDS = 120;
        private static final int HEALS_AFTER_MAX_MS = 1_500;

        @Override
        public String name() {
            return "cut between two that are not the oldest of 3, until one has joined again";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int oldest = oldest(cluster, network);
            int one = (oldest + 1) % 3;
            int other = (oldest + 2) % 3;
            try (ClusterControl control = cluster.control(oldest)) {
                network.cut(one, other);
                SystemCluster.awaitMembers(control, 2, GIVEN_UP_SECONDS);
                SystemCluster.awaitMembers(control, 3, RETURN_SECONDS);
                // The fault is the time that passes.
                TimeUnit.MILLISECONDS.sleep(random.nextInt(HEALS_AFTER_MAX_MS));
                network.heal(one, other);
            }
        }
    }

    /** The place of the member that keeps the list of members: the first in it. */
    private static int oldest(SystemCluster cluster, Network network) {
        try (ClusterControl control = cluster.control()) {
            String host = control.hazelcast()
                    .getCluster()
                    .getMembers()
                    .iterator()
                    .next()
                    .getAddress()
                    .getHost();
            for (int index = 0; index < cluster.size(); index++) {
                if (network.address(index).equals(host)) {
                    return index;
                }
            }
            throw new IllegalStateException("the oldest member runs at no place of this cluster: host=" + host);
        }
    }
}
