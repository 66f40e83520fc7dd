package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.traffic.Audit;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import com.hazelcast.certification.systemtests.traffic.Load;
import com.hazelcast.certification.systemtests.traffic.Plant;
import com.hazelcast.certification.systemtests.traffic.Traffic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Fires a fault at a cluster under load, waits until the cluster is safe each time, and at the end until nothing is in flight, and
 * audits.
 */
public final class FaultRun {
    /** Fewer answers say nothing. */
    private static final int ANSWERS_MIN = 1_000;

    private FaultRun() {}

    /**
     * What came of it.
     *
     * @param fault its name
     * @param fired how often it has fired
     * @param ratePerSecond offered; 0: as fast as answers came
     * @param audit of the ledger against all copies
     * @param longestWaitMs from when a transaction was due to its answer
     * @param answeredPerSecond answers in each second of the run
     * @param measured what the fault has measured itself; empty: nothing
     */
    public record Outcome(
            String fault,
            int fired,
            long ratePerSecond,
            Audit audit,
            long longestWaitMs,
            List<Long> answeredPerSecond,
            String measured) {
        /** Of a fault that measures nothing itself. */
        public Outcome(
                String fault,
                int fired,
                long ratePerSecond,
                Audit audit,
                long longestWaitMs,
                List<Long> answeredPerSecond) {
            this(fault, fired, ratePerSecond, audit, longestWaitMs, answeredPerSecond, "");
        }

        public boolean isGood() {
            return audit.isGood() && fired > 0 && audit.answered() > 0;
        }

        /** This round and another of the same fault as one. */
        public Outcome plus(Outcome other) {
            List<Long> all = new ArrayList<>(answeredPerSecond);
            all.addAll(other.answeredPerSecond);
            return new Outcome(
                    fault,
                    fired + other.fired,
                    ratePerSecond,
                    audit.plus(other.audit),
                    Math.max(longestWaitMs, other.longestWaitMs),
                    all,
                    other.measured);
        }

        /** A row of the report. */
        public String row() {
            String rate = ratePerSecond == 0 ? "full" : String.format("%,d", ratePerSecond);
            return "| " + fault + " | " + rate + " " + figures() + (measured.isEmpty() ? " |" : "");
        }

        /** The cells of a row from the firings on, the last one only where the fault has measured something. */
        public String figures() {
            return String.format(
                    "| %d | %,d | %,d | %d | %d | %d | %,d |%s",
                    fired,
                    audit.sent(),
                    audit.answered(),
                    audit.lost(),
                    audit.doubled(),
                    audit.differing(),
                    longestWaitMs,
                    measured.isEmpty() ? "" : " " + measured + " |");
        }
    }

    /**
     * Runs a fault that may take all copies of what was answered before: each time with traffic and a ledger of its own, and an
     * audit after each, because the next time excuses what came before.
     */
    public static Outcome runEach(
            SystemCluster cluster,
            Fault fault,
            int times,
            long rate,
            List<InetSocketAddress> gateways,
            long seed,
            Plant plant)
            throws IOException, InterruptedException {
        Outcome sum = run(cluster, fault, 1, rate, gateways, seed, plant);
        for (int fired = 1; fired < times; fired++) {
            sum = sum.plus(run(cluster, fault, 1, rate, gateways, seed + fired, plant));
        }
        return sum;
    }

    /**
     * Runs.
     *
     * @param gateways that the client knows
     * @param seed of the traffic and of what the fault does at random
     */
    public static Outcome run(
            SystemCluster cluster, Fault fault, int times, long rate, List<InetSocketAddress> gateways, long seed)
            throws IOException, InterruptedException {
        return run(cluster, fault, times, rate, gateways, seed, Plant.NOTHING);
    }

    /** As the other, with a defect planted in what is audited. */
    public static Outcome run(
            SystemCluster cluster,
            Fault fault,
            int times,
            long rate,
            List<InetSocketAddress> gateways,
            long seed,
            Plant plant)
            throws IOException, InterruptedException {
        // Through a proxy, a client must not find the way past it.
        boolean isDirect = cluster.gateways(0).containsAll(gateways);
        FraudClient client = isDirect ? SystemCluster.client(gateways) : SystemCluster.clientOfThese(gateways);
        return run(
                cluster,
                fault,
                times,
                rate,
                seed,
                plant,
                ledger -> new Traffic(client, ledger, SystemCluster.CARDS, rate, seed));
    }

    /** As the others, with another load, which enters what it is answered in the ledger that it is given. */
    public static Outcome run(
            SystemCluster cluster,
            Fault fault,
            int times,
            long rate,
            long seed,
            Plant plant,
            Function<Ledger, Load> starting)
            throws IOException, InterruptedException {
        System.out.printf("%s, %d times, rate %d, seed %d%n", fault.name(), times, rate, seed);
        SplittableRandom random = new SplittableRandom(seed);
        Ledger ledger = new Ledger();
        cluster.accountTo(ledger);
        int fired = 0;
        long longestWaitMs;
        List<Long> perSecond;
        try (Load traffic = starting.apply(ledger)) {
            awaitSteady("traffic flows", traffic, ledger, 0);
            for (int i = 0; i < times; i++) {
                int before = ledger.answeredCount();
                long firedNs = System.nanoTime();
                fault.fire(cluster, random);
                fired++;
                cluster.awaitSafe();
                awaitSteady("traffic flows again", traffic, ledger, before);
                System.out.printf(
                        "fired %d of %d; the cluster is safe and traffic flows after %d s%n",
                        fired, times, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - firedNs));
            }
            traffic.close();
            longestWaitMs = traffic.longestWaitMs();
            perSecond = new ArrayList<>(traffic.answeredPerSecond());
        }
        cluster.awaitNothingInFlight();
        cluster.awaitSafe();
        // A fault starts again what it ends; the others go on without one that has ended by itself.
        cluster.emptyPlaces().forEach(place -> ledger.broken("the member of place " + place + " has ended by itself"));
        ledger.readWith(cluster.decisions());
        List<List<byte[]>> copies =
                plant.in(cluster.copies(), ledger.transaction(0).timeMs());
        Outcome outcome = new Outcome(
                fault.name(), fired, rate, Audit.of(ledger, copies), longestWaitMs, perSecond, fault.measured());
        System.out.println(outcome.row());
        if (outcome.audit().excused() > 0) {
            System.out.printf(
                    "%d excused: lost with all copies, as the fault expects; counted for each copy%n",
                    outcome.audit().excused());
        }
        outcome.audit().examples().forEach(System.out::println);
        return outcome;
    }

    private static void awaitSteady(String what, Load traffic, Ledger ledger, int answeredBefore) {
        SystemCluster.await(
                what,
                () -> ledger.answeredCount() > answeredBefore + ANSWERS_MIN && traffic.isSteady(),
                () -> "answeredWithVerdict=" + (ledger.answeredCount() - answeredBefore) + " " + traffic.state());
    }
}
