package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Faults of members. */
public final class MemberFaults {
    private MemberFaults() {}

    /** {@code kill -9} of a random member, which is then started again. */
    public record KillRandom() implements Fault {
        @Override
        public String name() {
            return "kill -9 of a random member";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
            int index = random.nextInt(cluster.size());
            cluster.kill(index);
            cluster.start(index);
        }
    }

    /** {@link KillRandom} while clients ask by HTTP. */
    public record KillUnder(String clients) implements Fault {
        @Override
        public String name() {
            return "kill -9 of a random member, " + clients;
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
            new KillRandom().fire(cluster, random);
        }
    }

    /** {@code kill -9} of each member in turn, so that every backup is read as owner. */
    public record KillEachInTurn() implements Fault {
        @Override
        public String name() {
            return "kill -9 of each member in turn";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
            for (int index = 0; index < cluster.size(); index++) {
                cluster.kill(index);
                cluster.start(index);
                cluster.awaitSafe();
            }
        }
    }

    /**
     * {@code SIGSTOP} of a random member, then {@code SIGCONT}.
     *
     * @param seconds in between
     */
    public record Pause(int seconds) implements Fault {
        @Override
        public String name() {
            return "SIGSTOP for " + seconds + " s";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException {
            int index = random.nextInt(cluster.size());
            cluster.pause(index);
            // The fault is the time that passes.
            TimeUnit.SECONDS.sleep(seconds);
            cluster.resume(index);
        }
    }

    /** A further member joins, and leaves in order. */
    public record JoinAndLeave() implements Fault {
        @Override
        public String name() {
            return "a member joins and leaves";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
            int index = cluster.addPlace();
            cluster.start(index);
            cluster.awaitSafe();
            cluster.stop(index);
            cluster.removeLastPlace();
        }
    }

    /** Each member in turn stops in order and is started again, as for a new version. */
    public record RollingRestart() implements Fault {
        @Override
        public String name() {
            return "rolling restart of all members";
        }

        @Override
        public void fire(SystemCluster cluster, SplittableRandom random) throws IOException {
            for (int index = 0; index < cluster.size(); index++) {
                cluster.stop(index);
                cluster.awaitSafe();
                cluster.start(index);
                cluster.awaitSafe();
            }
        }
    }
}
