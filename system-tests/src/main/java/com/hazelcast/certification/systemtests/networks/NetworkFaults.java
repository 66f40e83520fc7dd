package com.hazelcast.certification.systemtests.networks;

import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.traffic.AnswerTimes;
import com.hazelcast.certification.systemtests.traffic.Traffic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Networks that are bad for a time, and good again. */
public final class NetworkFaults {
    private NetworkFaults() {}

    private static String name(String where, LinkQuality quality, Duration duration) {
        return where + ", " + quality + ", for " + duration.toSeconds() + " s";
    }

    /** The name of {@link Clients}. */
    public static String nameOfClients(LinkQuality quality, Duration duration) {
        return name("bad network between clients and members", quality, duration);
    }

    /** Lets the links be as that for that time; returns what they have carried, which shows that the fault took place. */
    private static Link.Carried endure(List<Link> links, LinkQuality quality, Duration duration)
            throws InterruptedException {
        links.forEach(Link::take);
        links.forEach(link -> link.become(quality));
        // The fault is the time that passes.
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        links.forEach(link -> link.become(LinkQuality.PERFECT));
        Link.Carried sum = Link.Carried.NOTHING;
        for (Link link : links) {
            Link.Carried carried = link.take();
            if (carried.longestNs() < quality.latency().toNanos()) {
                throw new IllegalStateException("nothing took a link as long as it has to: " + quality + " " + carried);
            }
            sum = sum.plus(carried);
        }
        System.out.printf("  %s: %s%n", quality, carried(sum));
        return sum;
    }

    private static String carried(Link.Carried carried) {
        return String.format(
                Locale.ROOT,
                "%,d kB carried, up to %,d ms on the way, %,d stalls",
                carried.bytes() / 1_000,
                carried.longestNs() / 1_000_000,
                carried.stalls());
    }

    /** Between clients and all members. */
    public static final class Clients implements Fault {
        private final Link link;
        private final LinkQuality quality;
        private final Duration duration;
        private Link.Carried carried = Link.Carried.NOTHING;

        public Clients(Link link, LinkQuality quality, Duration duration) {
            this.link = link;
            this.quality = quality;
            this.duration = duration;
        }

        @Override
        public String name() {
            return nameOfClients(quality, duration);
        }

        @Override
        public String measured() {
            return carried(carried);
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws InterruptedException {
            carried = carried.plus(endure(List.of(link), quality, duration));
        }
    }

    /** Between all members. */
    public static final class Members implements Fault {
        private final MemberLinks links;
        private final int size;
        private final LinkQuality quality;
        private final Duration duration;
        private Link.Carried carried = Link.Carried.NOTHING;

        public Members(MemberLinks links, int size, LinkQuality quality, Duration duration) {
            this.links = links;
            this.size = size;
            this.quality = quality;
            this.duration = duration;
        }

        @Override
        public String name() {
            return NetworkFaults.name("bad network between all " + size + " members", quality, duration);
        }

        @Override
        public String measured() {
            return carried(carried);
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws InterruptedException {
            List<Link> all = new ArrayList<>();
            for (int one = 0; one < size; one++) {
                for (int other = one + 1; other < size; other++) {
                    all.add(links.between(one, other));
                }
            }
            carried = carried.plus(endure(all, quality, duration));
        }
    }

    /**
     * Between two members of three. A client that is connected to the third sends transactions of cards whose shards the third owns: these and
     * their backups do not take the bad link, and must not be slowed. Others that are sent besides do take it.
     */
    public static final class OneLink implements Fault {
        private static final int MEMBERS = 3;
        private static final long RATE = 100;
        private static final Duration COMPARED_WITH = Duration.ofSeconds(20);

        /** The p99 meanwhile is at most so many times that of before, and so much more. */
        private static final double TIMES_MAX = 2;

        private static final double MORE_MS_MAX = 50;

        private final MemberLinks links;
        private final LinkQuality quality;
        private final Duration duration;
        private Link.Carried carried = Link.Carried.NOTHING;
        private double p99Before;
        private double p99Meanwhile;

        public OneLink(MemberLinks links, LinkQuality quality, Duration duration) {
            this.links = links;
            this.quality = quality;
            this.duration = duration;
        }

        @Override
        public String name() {
            return NetworkFaults.name("bad network between two of " + MEMBERS + " members", quality, duration);
        }

        @Override
        public String measured() {
            return String.format(
                    Locale.ROOT,
                    "%s; p99 of what does not take that link: %.1f ms, before %.1f",
                    carried(carried),
                    p99Meanwhile,
                    p99Before);
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int third = random.nextInt(MEMBERS);
            List<Integer> ends = IntStream.range(0, MEMBERS)
                    .filter(index -> index != third)
                    .boxed()
                    .toList();
            AnswerTimes times = new AnswerTimes();
            try (ClusterControl control = cluster.control(third)) {
                List<Integer> owners = cluster.owners(control);
                FraudClient client = SystemCluster.clientOfThese(
                        List.of(cluster.gateways(third).get(0)));
                long seed = random.nextLong();
                try (Traffic unusedTraffic = new Traffic(
                        List.of(client),
                        cluster.ledger(),
                        SystemCluster.CARDS,
                        card -> owners.get(CardHash.shard(CardHash.of(card), owners.size())) == third,
                        RATE,
                        seed,
                        times)) {
                    compare(cluster, ends, times);
                }
                if (!cluster.owners(control).equals(owners)) {
                    cluster.ledger().broken("shards have moved while a link was bad, though no member was lost");
                }
            }
        }

        private void compare(SystemCluster cluster, List<Integer> ends, AnswerTimes times) throws InterruptedException {
            Duration warmUp = COMPARED_WITH.compareTo(duration) < 0 ? COMPARED_WITH : duration;
            TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
            long quietNs = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
            long badNs = System.nanoTime();
            carried = carried.plus(endure(List.of(links.between(ends.get(0), ends.get(1))), quality, duration));
            long goodNs = System.nanoTime();
            AnswerTimes.Times before = times.between(quietNs, badNs);
            AnswerTimes.Times meanwhile = times.between(badNs, goodNs);
            System.out.printf(
                    "  bad between %s; beside that link, before: %s, meanwhile: %s%n", ends, before, meanwhile);
            if (meanwhile.p99Ms() > TIMES_MAX * before.p99Ms() + MORE_MS_MAX) {
                cluster.ledger()
                        .broken("a bad link between two members has slowed what does not take it: p99Before="
                                + before.p99Ms() + " p99Meanwhile=" + meanwhile.p99Ms());
            }
            p99Before = Math.max(p99Before, before.p99Ms());
            p99Meanwhile = Math.max(p99Meanwhile, meanwhile.p99Ms());
        }
    }
}
