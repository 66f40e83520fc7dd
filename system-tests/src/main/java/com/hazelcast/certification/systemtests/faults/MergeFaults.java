package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.systemtests.cluster.Network;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Sequences in which no side of a split is left with enough members, so that members which hold the newest histories and members
 * which hold old ones find each other again in an order that nobody chose. Three members, {@code min-members} 2, unless a fault says
 * another number.
 */
public final class MergeFaults {
    /** Beyond the time without a heartbeat after which members give each other up. */
    private static final long GIVEN_UP_SECONDS = 40;

    /** The same of two members, one of which is the other's master. */
    private static final long CUT_SECONDS = 28;

    private static final long ALONE_SECONDS = 5;

    /** What a member says when it begins to deliver, and when it has delivered. */
    public static final String DELIVERING = "copies of shards are being delivered";

    public static final String DELIVERED = "this member has delivered its shards";

    private MergeFaults() {}

    private static void sleep(long seconds) throws InterruptedException {
        // The fault is the time that passes.
        TimeUnit.SECONDS.sleep(seconds);
    }

    /** One is cut off, the two others go on and then lose each other; all find each other again at once. */
    public record IsolateAndCut(Network network) implements Fault {
        @Override
        public String name() {
            return "one of three is isolated, the others are cut from each other, all heal";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int isolated = random.nextInt(3);
            int one = (isolated + 1) % 3;
            int other = (isolated + 2) % 3;
            network.isolate(isolated);
            sleep(GIVEN_UP_SECONDS);
            network.cut(one, other);
            sleep(CUT_SECONDS);
            network.heal(one, other);
            network.heal(isolated);
        }
    }

    /** One is cut off until its attempts to connect come a minute apart, unless each has a bound; then it finds the others soon. */
    public record IsolateForLong(Network network) implements Fault {
        private static final long SECONDS = 85;
        private static final long UNITE_SECONDS = 40;

        @Override
        public String name() {
            return "one of three is isolated for " + SECONDS + " s, heals, and is back within " + UNITE_SECONDS + " s";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int isolated = random.nextInt(3);
            network.isolate(isolated);
            sleep(SECONDS);
            network.heal(isolated);
            try (ClusterControl control = cluster.control(isolated)) {
                SystemCluster.awaitMembers(control, 3, UNITE_SECONDS);
            }
        }
    }

    /** Each is alone until all have given each other up; then all find each other again at once. */
    public record CutAll(Network network) implements Fault {
        @Override
        public String name() {
            return "all three are cut from each other, all heal";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            for (int place = 0; place < 3; place++) {
                network.cut(place, (place + 1) % 3);
            }
            sleep(CUT_SECONDS);
            for (int place = 0; place < 3; place++) {
                network.heal(place, (place + 1) % 3);
            }
        }
    }

    /** One is cut off, of the two others one is killed; the last and the one that was cut off find each other again. */
    public record IsolateAndKill(Network network) implements Fault {
        @Override
        public String name() {
            return "one of three is isolated, another killed, the isolated one heals";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int isolated = random.nextInt(3);
            int killed = (isolated + 1 + random.nextInt(2)) % 3;
            network.isolate(isolated);
            sleep(GIVEN_UP_SECONDS);
            cluster.kill(killed);
            sleep(ALONE_SECONDS);
            network.heal(isolated);
            cluster.start(killed);
        }
    }

    /** What happens to a member while it delivers its shards. */
    public enum MeanwhileIt {
        IS_KILLED("is killed"),
        STANDS_STILL("stands still");

        private final String text;

        MeanwhileIt(String text) {
            this.text = text;
        }
    }

    /**
     * Four members split in the middle, {@code min-members} 3, so that neither side answers. When they unite, one of the side that joins
     * the other is killed while it delivers, or stands still until the others have given it up: its shards are the other's of that side,
     * too.
     */
    public record LoseWhileDelivering(Network network, MeanwhileIt how) implements Fault {
        private static final int TRIES = 5;
        private static final long UNITE_SECONDS = 90;
        private static final long STILL_SECONDS = 20;

        @Override
        public String name() {
            return "four split in the middle, and one " + how.text + " while it delivers its shards after the merge";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            for (int i = 0; i < TRIES; i++) {
                int lost = splitAndLose(cluster);
                boolean isInTime = cluster.outputCount(lost, DELIVERED) < cluster.outputCount(lost, DELIVERING);
                System.out.printf("  member %d %s%s%n", lost, how.text, isInTime ? " while it delivers" : ", too late");
                if (how == MeanwhileIt.IS_KILLED) {
                    cluster.start(lost);
                } else {
                    sleep(STILL_SECONDS);
                    cluster.resume(lost);
                }
                if (isInTime) {
                    return;
                }
                cluster.awaitSafe();
            }
            throw new IllegalStateException("no member was lost while it delivered: tries=" + TRIES);
        }

        /** Returns who was lost. */
        private int splitAndLose(SystemCluster cluster) throws IOException, InterruptedException {
            long[] before = new long[cluster.size()];
            for (int place = 0; place < before.length; place++) {
                before[place] = cluster.outputCount(place, DELIVERING);
            }
            for (int one = 0; one < 2; one++) {
                network.cut(one, 2);
                network.cut(one, 3);
            }
            sleep(GIVEN_UP_SECONDS);
            for (int one = 0; one < 2; one++) {
                network.heal(one, 2);
                network.heal(one, 3);
            }
            long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(UNITE_SECONDS);
            while (System.nanoTime() < deadlineNs) {
                for (int place = 0; place < before.length; place++) {
                    if (cluster.outputCount(place, DELIVERING) > before[place]) {
                        lose(cluster, place);
                        return place;
                    }
                }
                TimeUnit.MILLISECONDS.sleep(1);
            }
            throw new IllegalStateException("no side has joined the other: seconds=" + UNITE_SECONDS);
        }

        private void lose(SystemCluster cluster, int place) throws IOException {
            if (how == MeanwhileIt.IS_KILLED) {
                cluster.kill(place);
            } else {
                cluster.pause(place);
            }
        }
    }

    /** As {@link IsolateAndKill}, but the first stands still instead of being cut off. */
    public record FreezeAndKill() implements Fault {
        @Override
        public String name() {
            return "one of three stands still, another is killed, the first goes on";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int frozen = random.nextInt(3);
            int killed = (frozen + 1 + random.nextInt(2)) % 3;
            cluster.pause(frozen);
            sleep(GIVEN_UP_SECONDS);
            cluster.kill(killed);
            sleep(ALONE_SECONDS);
            cluster.resume(frozen);
            cluster.start(killed);
        }
    }

    /** As {@link IsolateAndCut}, but the first stands still instead of being cut off. */
    public record FreezeAndCut(Network network) implements Fault {
        @Override
        public String name() {
            return "one of three stands still, the others are cut from each other, all heal";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int frozen = random.nextInt(3);
            int one = (frozen + 1) % 3;
            int other = (frozen + 2) % 3;
            cluster.pause(frozen);
            sleep(GIVEN_UP_SECONDS);
            network.cut(one, other);
            sleep(CUT_SECONDS);
            network.heal(one, other);
            cluster.resume(frozen);
        }
    }
}
