package com.hazelcast.certification.systemtests.crowd;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.Fault;
import com.hazelcast.certification.systemtests.traffic.AnswerTimes;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What happens to thousands of clients. A promise of theirs that is broken goes to the ledger as a difference. */
public final class CrowdFaults {
    private static final long BACK_MS_MAX = 10_000;
    private static final double ANSWER_MS_MAX = 100;
    private static final double OTHER_WORK_MAX = 0.1;
    private static final long QUIET_SECONDS = 5;
    private static final long WAIT_NS = 120_000_000_000L;
    private static final long LOOK_NS = 5_000_000L;

    private CrowdFaults() {}

    /** The name of one of the faults. */
    public static String nameOfKill(int clients) {
        return String.format(
                Locale.ROOT, "%,d TLS clients of three members, one of which is killed and started again", clients);
    }

    /** The name of the other. */
    public static String nameOfArrival(int clients) {
        return String.format(Locale.ROOT, "%,d TLS clients, and as many connect at once", clients);
    }

    private static Set<Integer> places(SystemCluster cluster) {
        return IntStream.range(0, cluster.size()).boxed().collect(Collectors.toSet());
    }

    /** When that holds, by {@code System.nanoTime()}; the deadline when it does not. */
    private static long await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + WAIT_NS;
        while (!condition.getAsBoolean() && System.nanoTime() < deadlineNs) {
            LockSupport.parkNanos(LOOK_NS);
        }
        return System.nanoTime();
    }

    private static void requireSpread(SystemCluster cluster, Crowd crowd, Set<Integer> places, String when) {
        long unusedWhen = await(() -> crowd.isSpreadOver(places));
        if (!crowd.isSpreadOver(places)) {
            cluster.ledger()
                    .broken("clients are not spread within a tenth of even " + when + ": places=" + places + " clients="
                            + crowd.counts());
        }
    }

    /**
     * {@code kill -9} of a random member. Its clients have to be back within ten seconds, at the others, within a tenth of even; and when it has
     * been started again, all have to be spread so over all.
     */
    public static final class Kill implements Fault {
        private final Crowd crowd;
        private long backMs;
        private double unevenness;
        private double stayedMs;

        public Kill(Crowd crowd) {
            this.crowd = crowd;
        }

        @Override
        public String name() {
            return nameOfKill(crowd.size());
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
            Set<Integer> all = places(cluster);
            requireSpread(cluster, crowd, all, "at the beginning");
            List<Long> lostBefore = crowd.connectionsLost();
            int victim = random.nextInt(cluster.size());
            Set<Integer> others = new HashSet<>(all);
            others.remove(victim);
            long killedNs = System.nanoTime();
            cluster.kill(victim);
            long backNs = await(() -> crowd.isAllAt(others));
            long tookMs = (backNs - killedNs) / 1_000_000;
            System.out.printf("  killed %d, all back after %,d ms: %s%n", victim, tookMs, crowd.counts());
            if (tookMs > BACK_MS_MAX) {
                cluster.ledger().broken("clients were back after " + tookMs + " ms, not within " + BACK_MS_MAX);
            }
            requireSpread(cluster, crowd, others, "over those that are left");
            unevenness = Math.max(unevenness, crowd.unevenness(others));
            List<Long> lostAfter = crowd.connectionsLost();
            cluster.start(victim);
            cluster.awaitSafe();
            requireSpread(cluster, crowd, all, "when the member is back");
            unevenness = Math.max(unevenness, crowd.unevenness(all));
            AnswerTimes.Times stayed = crowd.times()
                    .between(killedNs, backNs, client -> lostAfter.get(client).equals(lostBefore.get(client)));
            System.out.printf("  it is back: %s; clients that stayed meanwhile: %s%n", crowd.counts(), stayed);
            backMs = Math.max(backMs, tookMs);
            stayedMs = Math.max(stayedMs, stayed.p99Ms());
        }

        @Override
        public String measured() {
            return String.format(
                    Locale.ROOT,
                    "all back within %,d ms, at most %.1f %% off even; p99 of those that stayed, until then, the failover"
                            + " included: %,.0f ms",
                    backMs,
                    unevenness * 100,
                    stayedMs);
        }
    }

    /**
     * As many connections as there are clients begin at once, all with whole handshakes, as when clients come back. Those that are connected go
     * on: their p99 meanwhile has to be at most 100 ms, where nothing else uses the processors.
     */
    public static final class Arrival implements Fault {
        private final Crowd crowd;
        private long greetedMs;
        private int again;
        private double p99Ms;
        private double before99Ms;
        private double otherWork;

        public Arrival(Crowd crowd) {
            this.crowd = crowd;
        }

        @Override
        public String name() {
            return nameOfArrival(crowd.size());
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            requireSpread(cluster, crowd, places(cluster), "at the beginning");
            List<Long> lostBefore = crowd.connectionsLost();
            try (Arrivals arrivals = new Arrivals(crowd.certificates(), crowd.size())) {
                long quietNs = System.nanoTime();
                // What the times are compared with: those of a while in which nobody comes.
                TimeUnit.SECONDS.sleep(QUIET_SECONDS);
                OtherWork work = OtherWork.begin();
                long beganNs = System.nanoTime();
                arrivals.begin(crowd.gateways());
                long endNs = await(() -> arrivals.greetedCount() >= crowd.size());
                double others = work.share();
                int answeredThen = cluster.ledger().answeredCount();
                // What was due meanwhile has been answered when a further round of all clients is.
                SystemCluster.await(
                        "clients are answered", () -> cluster.ledger().answeredCount() > answeredThen + crowd.size());
                AnswerTimes.Times before = crowd.times().between(quietNs, beganNs);
                AnswerTimes.Times meanwhile = crowd.times().between(beganNs, endNs);
                System.out.printf(
                        "  %,d of %,d greeted after %,d ms, %d again; answers before: %s, meanwhile: %s; others used %.0f %% of the processors%n",
                        arrivals.greetedCount(),
                        crowd.size(),
                        (endNs - beganNs) / 1_000_000,
                        arrivals.againCount(),
                        before,
                        meanwhile,
                        others * 100);
                judge(cluster, arrivals, meanwhile, others);
                if (!crowd.connectionsLost().equals(lostBefore)) {
                    cluster.ledger().broken("clients that were connected have lost their connection");
                }
                greetedMs = Math.max(greetedMs, (endNs - beganNs) / 1_000_000);
                again += arrivals.againCount();
                p99Ms = Math.max(p99Ms, meanwhile.p99Ms());
                before99Ms = Math.max(before99Ms, before.p99Ms());
                otherWork = Math.max(otherWork, others);
            }
        }

        private void judge(SystemCluster cluster, Arrivals arrivals, AnswerTimes.Times meanwhile, double others) {
            if (arrivals.greetedCount() < crowd.size()) {
                cluster.ledger()
                        .broken("only " + arrivals.greetedCount() + " of " + crowd.size()
                                + " connections came about that were begun at once");
            }
            if (others <= OTHER_WORK_MAX && meanwhile.p99Ms() > ANSWER_MS_MAX) {
                cluster.ledger()
                        .broken("the p99 of connected clients was " + meanwhile.p99Ms() + " ms, not at most "
                                + ANSWER_MS_MAX + ", while " + crowd.size() + " came at once");
            }
        }

        @Override
        public String measured() {
            return String.format(
                    Locale.ROOT,
                    "all greeted within %,d ms, %d begun again; p99 of those that were connected: %,.0f ms, before %,.0f;"
                            + " other work: %.0f %% of the processors",
                    greetedMs,
                    again,
                    p99Ms,
                    before99Ms,
                    otherWork * 100);
        }
    }
}
