package com.hazelcast.certification.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many event loops the API has. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ApiThreadsTest {
    /** More than the usual ones of a machine with fewer than 24 processors. */
    private static final int THREADS = 6;

    /** Those of Vert.x, by its name for them. */
    private static Set<Thread> loops() {
        Set<Thread> loops = new HashSet<>(Thread.getAllStackTraces().keySet());
        loops.removeIf(thread -> !thread.getName().startsWith("vert.x-eventloop-thread-"));
        return loops;
    }

    /** How many a member starts, its console's included. */
    private static int loopsOfMember(TestCluster cluster, int threads) throws IOException {
        Set<Thread> before = loops();
        FraudMember unused = cluster.withApi(ApiUser.ofThreads(threads)).startMember();
        Set<Thread> started = loops();
        started.removeAll(before);
        return started.size();
    }

    @Test
    void shouldServeOnAsManyThreadsAsConfigured() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            int least = loopsOfMember(cluster, 1);

            assertThat(loopsOfMember(cluster, THREADS) - least).isEqualTo(THREADS - 1);
        }
    }
}
