package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members as processes are killed and frozen while they read Kafka; each record has one verdict all the same. */
@Tag("process")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class KafkaIT {
    private static final int PARTITIONS = 4;
    private static final int PARTS = 5;

    /** Transactions that are loaded where folders keep them. */
    private static final int LOADED = 2_000;

    /** So long that a transaction is open when the member is frozen. */
    private static final int FROZEN_COMMITS_EVERY_MS = 2_000;

    /** More than the time-out of transactions. */
    private static final int FROZEN_POLL_INTERVAL_MS = 6_000;

    @TempDir
    private Path folder;

    private FraudProcess startMember(TestTopics topics, String name, int port, int firstPort, String... more)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("--cards=1000", "--history=2", "--degraded-after=100ms", "--start"));
        all.add(port == firstPort ? "--load" : "--join=127.0.0.1:" + firstPort);
        all.addAll(List.of(more));
        FraudProcess member = start(topics, name, port, LocalCluster.freePort(), all);
        member.awaitOutput("is up:", 120);
        return member;
    }

    private FraudProcess start(TestTopics topics, String name, int port, int controlPort, List<String> more)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "member",
                "--cluster-name=" + topics.name,
                "--port=" + port,
                "--control-port=" + controlPort,
                "--http-port=" + LocalCluster.freePort(),
                "--heap=256m",
                "--kafka=" + TestTopics.brokers().addresses(),
                "--kafka-in=" + topics.in,
                "--kafka-out=" + topics.out,
                "--kafka-dead-letters=" + topics.deadLetters,
                "--kafka-group=" + topics.name,
                "--kafka-out-format=compact",
                "--kafka-property=transaction.timeout.ms=3000"));
        arguments.addAll(more);
        return FraudProcess.start(Path.of(System.getProperty("fraud.launcher")), folder, name, arguments);
    }

    /** How often the member has got all partitions. */
    private static long allPartitionsTaken(FraudProcess member) {
        try {
            return member.countOutput("in all=" + PARTITIONS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void signal(FraudProcess member, String signal) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(member.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(status).isZero();
    }

    @Test
    void shouldGiveEachRecordOneVerdictWhenMembersAreKilledAndFrozen() throws Exception {
        TestTopics topics = TestTopics.create(PARTITIONS);
        int firstPort = LocalCluster.freePort();
        int secondPort = LocalCluster.freePort();
        try (FraudProcess first = startMember(topics, "first", firstPort, firstPort)) {
            topics.sendPart(0);
            var unusedFirst = topics.committed(topics.out, 1);
            FraudProcess killed = startMember(topics, "killed", secondPort, firstPort);
            try {
                killed.awaitOutput("reads partitions of Kafka", 60);
                topics.sendPart(1);
            } finally {
                killed.kill();
            }
            topics.sendPart(2);
            try (FraudProcess frozen = startMember(
                    topics,
                    "frozen",
                    secondPort,
                    firstPort,
                    "--kafka-commit-every=" + FROZEN_COMMITS_EVERY_MS + "ms",
                    "--kafka-property=max.poll.interval.ms=" + FROZEN_POLL_INTERVAL_MS)) {
                frozen.awaitOutput("reads partitions of Kafka", 60);
                topics.sendPart(3);
                long beginNs = System.nanoTime();
                // The partitions of the killed member may have gone to this one without a stay at the first.
                long before = allPartitionsTaken(first);
                signal(frozen, "STOP");
                try {
                    TestCluster.await(
                            "the group has given the frozen member up, and its transaction is aborted",
                            () -> allPartitionsTaken(first) > before
                                    && System.nanoTime() - beginNs
                                            > TimeUnit.MILLISECONDS.toNanos(FROZEN_POLL_INTERVAL_MS + 1_000));
                } finally {
                    signal(frozen, "CONT");
                }
                // Its transaction was open, and it has gone on with it in vain.
                frozen.awaitOutput("Kafka is not read; this member tries again until it is", 60);
                frozen.awaitOutput("Kafka is read again", 60);
                topics.sendPart(4);
                assertThat(TestTopics.keys(topics.committed(topics.out, PARTS * TestTopics.PART)))
                        .isEqualTo(IntStream.range(0, PARTS * TestTopics.PART)
                                .boxed()
                                .toList());
                assertThat(topics.committed(topics.deadLetters, 0)).isEmpty();
            }
            assertThat(first.isAlive()).isTrue();
        }
    }

    @Test
    void shouldGiveEachRecordOneVerdictWhenAllMembersAreKilledAndComeBackWithTheirFolders() throws Exception {
        TestTopics topics = TestTopics.create(PARTITIONS);
        int[] ports = {LocalCluster.freePort(), LocalCluster.freePort()};
        int controlPort = LocalCluster.freePort();
        List<FraudProcess> killed = startBoth(topics, "before", ports, controlPort);
        try {
            try (ClusterControl control = connect(topics, controlPort)) {
                control.load(Optional.empty());
            }
            topics.sendPart(0);
            var unused = topics.committed(topics.out, 1);
            topics.sendPart(1);
        } finally {
            killed.forEach(FraudProcess::kill);
        }
        topics.sendPart(2);
        List<FraudProcess> back = startBoth(topics, "after", ports, controlPort);
        try {
            assertThat(TestTopics.keys(topics.committed(topics.out, 3 * TestTopics.PART)))
                    .isEqualTo(IntStream.range(0, 3 * TestTopics.PART).boxed().toList());
            assertThat(topics.committed(topics.deadLetters, 0)).isEmpty();
            try (ClusterControl control = connect(topics, controlPort)) {
                long held = control.audit().survey().values().stream()
                        .mapToLong(shard -> shard.survey().everInserted())
                        .sum();
                assertThat(held)
                        .as("each transaction once, and what was loaded")
                        .isEqualTo(LOADED + 3L * TestTopics.PART);
            }
        } finally {
            back.forEach(FraudProcess::close);
        }
    }

    private static ClusterControl connect(TestTopics topics, int controlPort) {
        return ClusterControl.connect(topics.name, ClusterSecret.NONE, "127.0.0.1:" + controlPort, 60_000);
    }

    /** Two members, each with a folder of its own, which are up when both are there. */
    private List<FraudProcess> startBoth(TestTopics topics, String name, int[] ports, int controlPort)
            throws IOException {
        List<FraudProcess> members = new ArrayList<>();
        for (int i = 0; i < ports.length; i++) {
            List<String> more = new ArrayList<>(List.of(
                    "--cards=" + LOADED / 2,
                    "--history=2",
                    "--members=2",
                    "--expect-members=2",
                    "--start",
                    "--data-dir=" + folder.resolve("data-" + i),
                    "--durability=written"));
            if (i > 0) {
                more.add("--join=127.0.0.1:" + ports[0]);
            }
            members.add(start(topics, name + i, ports[i], i == 0 ? controlPort : LocalCluster.freePort(), more));
        }
        for (FraudProcess member : members) {
            member.awaitOutput("is up:", 120);
        }
        return members;
    }
}
