package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Sequences of losses in which a member could take copies for there that are not. Where a sequence loses more members than
 * there are copies, what was answered before may be lost with them, and the fault says from when on nothing may be.
 */
public final class CopyFaults {
    private static final long JOIN_SECONDS = 60;
    private static final String DEGRADED = "DEGRADED";
    private static final String STRICT_AGAIN = "degraded no longer";

    private CopyFaults() {}

    /** Waits until the member has said that once more than before. */
    private static void awaitOutput(SystemCluster cluster, int index, String text, long before) {
        SystemCluster.await(text, () -> cluster.outputCount(index, text) > before);
    }

    private static void sleepMs(long ms) throws InterruptedException {
        // The fault is the time that passes.
        TimeUnit.MILLISECONDS.sleep(ms);
    }

    /** Two members: one stops in order and is started again, and soon after it has joined the other is killed. */
    public record JoinAndKillTheOther() implements Fault {
        private static final int KILL_AFTER_MIN_MS = 400;
        private static final int KILL_AFTER_MAX_MS = 800;

        @Override
        public String name() {
            return "one of two restarts and the other is killed";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int restarted = random.nextInt(2);
            int killed = 1 - restarted;
            try (ClusterControl control = cluster.control(killed)) {
                cluster.stop(restarted);
                SystemCluster.awaitMembers(control, 1, JOIN_SECONDS);
                cluster.begin(restarted);
                SystemCluster.awaitMembers(control, 2, JOIN_SECONDS);
            }
            // The one that stayed had the only copy of everything; what is sent from now on has two.
            cluster.ledger().excuse();
            sleepMs(random.nextInt(KILL_AFTER_MIN_MS, KILL_AFTER_MAX_MS));
            cluster.kill(killed);
            cluster.awaitUp(restarted);
            cluster.start(killed);
            cluster.loadAgain();
        }
    }

    /** Three members: one is killed, a while later another stops in order; the last goes on in the degraded state alone. */
    public record KillAndStopAnother() implements Fault {
        private static final long STOP_AFTER_MS = 4_000;

        @Override
        public String name() {
            return "one of three is killed and another stops in order";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int last = random.nextInt(3);
            int killed = (last + 1) % 3;
            int stopped = (last + 2) % 3;
            long degradedBefore = cluster.outputCount(last, DEGRADED);
            long strictBefore = cluster.outputCount(last, STRICT_AGAIN);
            cluster.kill(killed);
            sleepMs(STOP_AFTER_MS);
            cluster.stop(stopped);
            awaitOutput(cluster, last, DEGRADED, degradedBefore);
            cluster.start(killed);
            awaitOutput(cluster, last, STRICT_AGAIN, strictBefore);
            cluster.start(stopped);
        }
    }

    /** Three members: two stop in order at once; the last goes on without an operator. */
    public record StopTwoAtOnce() implements Fault {
        private static final long ALONE_MS = 2_000;

        @Override
        public String name() {
            return "two of three stop in order at once";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int last = random.nextInt(3);
            long degradedBefore = cluster.outputCount(last, DEGRADED);
            Thread one = new Thread(() -> cluster.stop((last + 1) % 3), "stop");
            one.start();
            cluster.stop((last + 2) % 3);
            one.join();
            awaitOutput(cluster, last, DEGRADED, degradedBefore);
            sleepMs(ALONE_MS);
            cluster.start((last + 1) % 3);
            cluster.start((last + 2) % 3);
        }
    }

    /**
     * Three members: one stops in order, and the oldest is killed while it takes the shards of that one. What it has answered of them is
     * held by the third, too, but only the oldest may know by then that they are its own.
     */
    public record StopAndKillTheOldest() implements Fault {
        private static final int KILL_AFTER_MAX_MS = 60;

        @Override
        public String name() {
            return "one of three stops in order and the oldest is killed meanwhile";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int oldest = cluster.oldest();
            int stopped = (oldest + 1 + random.nextInt(2)) % 3;
            Thread stop = new Thread(() -> cluster.stop(stopped), "stop");
            try (ClusterControl control = cluster.control(oldest)) {
                long before = cluster.shardsOf(oldest, control);
                stop.start();
                SystemCluster.await("a shard moves", () -> cluster.shardsOf(oldest, control) > before);
                sleepMs(random.nextInt(KILL_AFTER_MAX_MS));
                cluster.kill(oldest);
            }
            stop.join();
            cluster.start(oldest);
            cluster.start(stopped);
        }
    }

    /**
     * A further member joins and takes shards; it is killed, and another one before the copies that it held have been made
     * again.
     */
    public record FailAndFailAgain() implements Fault {
        private static final int AGAIN_AFTER_MAX_MS = 1_500;

        @Override
        public String name() {
            return "join, take shards, fail, fail again at another member";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int joined = cluster.addPlace();
            cluster.start(joined);
            cluster.awaitSafe();
            int second = random.nextInt(joined);
            cluster.kill(joined);
            // Shards with both copies on these two go; what is sent from now on is held by two others.
            cluster.ledger().excuse();
            sleepMs(random.nextInt(AGAIN_AFTER_MAX_MS));
            cluster.kill(second);
            cluster.removeLastPlace();
            cluster.start(second);
            cluster.loadAgain();
        }
    }

    /** Four members: two stop in order, and a third is killed within a second. The last one has everything in the end. */
    public record StopTwoAndKillTheThird() implements Fault {
        private static final int KILL_AFTER_MAX_MS = 1_000;

        @Override
        public String name() {
            return "two of four stop in order and a third is killed within a second";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int last = random.nextInt(4);
            int killed = (last + 1) % 4;
            List<Thread> stops = IntStream.of((last + 2) % 4, (last + 3) % 4)
                    .mapToObj(stopped -> new Thread(() -> cluster.stop(stopped), "stop-" + stopped))
                    .toList();
            stops.forEach(Thread::start);
            sleepMs(random.nextInt(KILL_AFTER_MAX_MS));
            cluster.kill(killed);
            for (Thread stop : stops) {
                stop.join();
            }
            for (int place = 0; place < 4; place++) {
                if (place != last) {
                    cluster.start(place);
                }
            }
        }
    }

    /**
     * Three members: the two younger ones are killed, so that shards are lost with all copies. When they are back these are loaded, and the
     * oldest is killed meanwhile. What was answered since the first loss is held by two.
     */
    public record LoadAndKillTheOldest() implements Fault {
        private static final int KILL_AFTER_MAX_MS = 500;

        @Override
        public String name() {
            return "two of three are killed, and the oldest while what was lost is loaded";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int oldest = cluster.oldest();
            int one = (oldest + 1) % 3;
            int other = (oldest + 2) % 3;
            cluster.kill(one);
            cluster.kill(other);
            cluster.ledger().excuse();
            cluster.start(one);
            cluster.start(other);
            try (ClusterControl control = cluster.control(one)) {
                SystemCluster.awaitMembers(control, 3, JOIN_SECONDS);
                control.load(Optional.empty());
            }
            sleepMs(random.nextInt(KILL_AFTER_MAX_MS));
            cluster.kill(oldest);
            cluster.start(oldest);
            cluster.loadAgain();
        }
    }
}
