package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @TempDir
    private Path folder;

    private FraudProcess startMember(TestTopics topics, String name, int port, int firstPort) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "member",
                "--cluster-name=" + topics.name,
                "--port=" + port,
                "--control-port=" + LocalCluster.freePort(),
                "--http-port=" + LocalCluster.freePort(),
                "--heap=256m",
                "--cards=1000",
                "--history=2",
                "--degraded-after=100ms",
                "--start",
                "--kafka=" + TestTopics.brokers().addresses(),
                "--kafka-in=" + topics.in,
                "--kafka-out=" + topics.out,
                "--kafka-dead-letters=" + topics.deadLetters,
                "--kafka-group=" + topics.name,
                "--kafka-out-format=compact",
                "--kafka-property=transaction.timeout.ms=3000"));
        arguments.add(port == firstPort ? "--load" : "--join=127.0.0.1:" + firstPort);
        FraudProcess member =
                FraudProcess.start(Path.of(System.getProperty("fraud.launcher")), folder, name, arguments);
        member.awaitOutput("is up:", 120);
        return member;
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
            try (FraudProcess frozen = startMember(topics, "frozen", secondPort, firstPort)) {
                frozen.awaitOutput("reads partitions of Kafka", 60);
                topics.sendPart(3);
                // The partitions of the killed member may have gone to this one without a stay at the first.
                long before = allPartitionsTaken(first);
                signal(frozen, "STOP");
                try {
                    TestCluster.await(
                            "the group has given the frozen member up", () -> allPartitionsTaken(first) > before);
                } finally {
                    signal(frozen, "CONT");
                }
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
}
