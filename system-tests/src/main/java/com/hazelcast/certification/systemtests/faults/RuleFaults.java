package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.chain.ChainVerifier;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.rules.live.RecordedSet;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import com.hazelcast.core.HazelcastException;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Losses while sets of rules are submitted, activated, tried as canaries and rolled back in a loop. Afterwards, at rest, all members
 * have one book with one active set and a record whose chain holds, and only that set decides. The audit compares the set, the rule
 * and the action of each answer with those of repeated answers and with what is held.
 */
public final class RuleFaults {
    /** Changes before the loss, and after it. */
    private static final int CHANGES = 4;

    private static final int TRIES = 20;
    private static final int DECISIONS_AT_REST = 500;

    private RuleFaults() {}

    /** Which member is killed. */
    public enum Victim {
        /** The oldest, which makes the changes. */
        MAKER("the member that makes it"),
        /** One of the others. */
        OTHER("another member");

        private final String text;

        Victim(String text) {
            this.text = text;
        }
    }

    /** {@code kill -9} of one member in the middle of a change. */
    public record KillDuringChange(Victim victim) implements Fault {
        private static final int GONE_MS = 2_000;

        @Override
        public String name() {
            return "kill -9 of " + victim.text + " in the middle of a change of rules";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            try (RuleTraffic changes = new RuleTraffic(cluster, random.split())) {
                changes.awaitMade(CHANGES);
                int oldest = cluster.oldest();
                int killed = victim == Victim.MAKER ? oldest : (oldest + 1 + random.nextInt(2)) % 3;
                awaitMiddle(changes, random);
                cluster.kill(killed);
                // Changes go on without it, if members allow that.
                TimeUnit.MILLISECONDS.sleep(GONE_MS);
                cluster.start(killed);
                changes.awaitMade(CHANGES);
            }
            requireOneBook(cluster);
        }
    }

    /**
     * {@code kill -9} of all members in the middle of a change, which then come back with their disks, those first that were not the oldest.
     */
    public record KillAllDuringChange() implements Fault {
        @Override
        public String name() {
            return "kill -9 of all members at once in the middle of a change of rules, shards on disk";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
            try (RuleTraffic changes = new RuleTraffic(cluster, random.split())) {
                changes.awaitMade(CHANGES);
                awaitMiddle(changes, random);
                cluster.killAll();
                cluster.startAgain();
                changes.awaitMade(CHANGES);
            }
            requireOneBook(cluster);
        }
    }

    /** One is cut off from the two others in the middle of a change, until they have given each other up, and comes back. */
    public record CutDuringChange(Network network, Victim victim) implements Fault {
        /** Beyond the time without a heartbeat after which members give each other up. */
        private static final long CUT_SECONDS = 35;

        @Override
        public String name() {
            return victim.text + " is cut off in the middle of a change of rules, and heals";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            try (RuleTraffic changes = new RuleTraffic(cluster, random.split())) {
                changes.awaitMade(CHANGES);
                int oldest = cluster.oldest();
                int cut = victim == Victim.MAKER ? oldest : (oldest + 1 + random.nextInt(2)) % 3;
                awaitMiddle(changes, random);
                network.isolate(cut);
                // The fault is the time that passes.
                TimeUnit.SECONDS.sleep(CUT_SECONDS);
                network.heal(cut);
                cluster.awaitSafe();
                changes.awaitMade(CHANGES);
            }
            requireOneBook(cluster);
        }
    }

    /** Returns while a change is under way, at a random place of it. */
    private static void awaitMiddle(RuleTraffic changes, SplittableRandom random) {
        for (int i = 0; i < TRIES; i++) {
            changes.awaitBegun();
            long untilNs = System.nanoTime() + random.nextLong(30_000_000L);
            while (System.nanoTime() < untilNs) {
                Thread.onSpinWait();
            }
            if (changes.isInFlight()) {
                return;
            }
        }
        throw new IllegalStateException("no change of the rules was caught under way: tries=" + TRIES);
    }

    /** @throws IllegalStateException when members do not come to one book, or decide by another set than its active one */
    private static void requireOneBook(SystemCluster cluster) {
        cluster.awaitSafe();
        endCanary(cluster);
        SystemCluster.await("all members have one book of rules", () -> hasOneBook(cluster));
        int active;
        try (ClusterControl control = cluster.control()) {
            RuleBook book = control.rules().book();
            active = book.active();
            List<RecordedSet> deciding = book.at(RecordedSet.Stage.ACTIVE);
            if (deciding.size() != 1 || deciding.get(0).number() != active) {
                throw new IllegalStateException("not one active set: active=" + active + " sets=" + deciding.size());
            }
            ChainVerifier verifier = ChainVerifier.fromStart();
            book.record().forEach(verifier::accept);
            if (verifier.broken().isPresent() || verifier.lines() != book.version() - 1) {
                throw new IllegalStateException("the record of the rules does not hold: lines=" + verifier.lines()
                        + " version=" + book.version() + " broken=" + verifier.broken());
            }
        }
        Ledger ledger = cluster.ledger();
        int from = ledger.size();
        SystemCluster.await("decisions at rest", () -> ledger.answeredFrom(from) >= DECISIONS_AT_REST);
        ledger.requireSet(from, active);
    }

    /** A canary decides for its cards, as it should; without one all cards have one set. */
    private static void endCanary(SystemCluster cluster) {
        SystemCluster.await("no canary", () -> {
            try (ClusterControl control = cluster.control()) {
                int canary = control.rules().book().canary();
                if (canary != 0) {
                    RuleBook unused = control.rules()
                            .change(new RuleChange(Kind.RETIRE, canary, 0, 0, "Ana", "the end of a fault", null));
                }
                return true;
            } catch (IllegalStateException | HazelcastException e) {
                return false;
            }
        });
    }

    private static boolean hasOneBook(SystemCluster cluster) {
        try (ClusterControl control = cluster.control()) {
            List<RuleBook> books = control.rules().books();
            return books.size() == cluster.size() && books.stream().distinct().count() == 1;
        } catch (IllegalStateException | HazelcastException e) {
            return false;
        }
    }
}
