package com.hazelcast.certification.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.process.LocalCluster;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a person runs it, small. */
@Tag("process")
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class DemoIT {
    private static final long STEP_NS = 50_000_000L;

    @TempDir
    private Path folder;

    /** On the newest JDK, where members have the cache that the build has made. */
    private Process start(String... options) throws Exception {
        return start(Map.of(), options);
    }

    private Process start(Map<String, String> environment, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("fraud.launcher"),
                "demo",
                "--cards=20000",
                "--port=" + LocalCluster.freePort(),
                "--http-port=" + LocalCluster.freePort(),
                "--api-port=" + LocalCluster.freePort(),
                "--members=1"));
        command.addAll(List.of(options));
        if (!String.join(" ", options).contains("--source-port")) {
            command.add("--source-port=" + LocalCluster.freePort());
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private String output() throws Exception {
        return Files.readString(folder.resolve("output"), UTF_8);
    }

    @Test
    void shouldScoreAtARateAndFlatOutAndBalanceTheAccounting() throws Exception {
        Process demo = start(Map.of("FRAUD_JAVA", System.getProperty("java.home")), "--duration=3s", "--rate=2000");
        assertThat(demo.waitFor(2, TimeUnit.MINUTES)).isTrue();
        String times = " p50 [\\d.]+ ms, p99 [\\d.]+ ms, p99\\.9 [\\d.]+ ms";
        assertThat(output())
                .contains("at a steady rate: 2,000 transactions a second")
                .containsPattern("(?m)^at a steady rate: [\\d,]+ TPS for [\\d.]+ s; time to an answer" + times)
                .containsPattern(
                        "(?m)^flat out: [\\d,]+ TPS for [\\d.]+ s; time to an answer \\(mostly waiting\\)" + times)
                .doesNotContain("LifecycleService")
                .contains("in flight 0: good")
                // Cards of so few that pay often reach entries-per-card on a fast machine.
                .containsPattern("held [\\d,]+ \\+ older than 90 days [\\d,]+ \\+ dropped [\\d,]+: good")
                .contains("verify: good")
                .contains("bytes a card");
        assertThat(demo.exitValue()).isZero();
        assertThat(demo.descendants()).isEmpty();
    }

    @Test
    void shouldGiveEachPaymentOfATopicOneVerdict() throws Exception {
        Process demo = start("--kafka", "--duration=6s", "--rate=2000");
        assertThat(demo.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(output())
                .contains("starting a broker of Kafka and 1 members")
                .containsPattern("4,000 payments are in the topic")
                .containsPattern("without a verdict +[\\d,]+")
                .containsPattern(
                        "Kafka: ([\\d,]+) payments in = \\1 verdicts out \\+ 0 dead letters; 0 twice, 0 without: good")
                .contains("in flight 0: good")
                .contains("verify: good");
        assertThat(demo.exitValue()).isZero();
        assertThat(demo.descendants()).isEmpty();
    }

    @Test
    void shouldLeaveNothingRunningWhenItIsInterrupted() throws Exception {
        Process demo = start("--duration=10m");
        long deadlineNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!output().contains(" TPS ")) {
            assertThat(demo.isAlive()).as(output()).isTrue();
            assertThat(System.nanoTime()).as(output()).isLessThan(deadlineNs);
            LockSupport.parkNanos(STEP_NS);
        }
        List<ProcessHandle> children = demo.descendants().toList();
        assertThat(children).hasSize(2);
        assertThat(outputOfPrintedCurl()).contains("\"action\":", "\"source\":");

        demo.destroy();
        assertThat(demo.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(children).noneMatch(ProcessHandle::isAlive);
    }

    /** The line as a person copies it. */
    private String outputOfPrintedCurl() throws Exception {
        String line = output().lines()
                .filter(text -> text.startsWith("curl "))
                .findFirst()
                .orElseThrow();
        Process curl =
                new ProcessBuilder("sh", "-c", line).redirectErrorStream(true).start();
        return new String(curl.getInputStream().readAllBytes(), UTF_8);
    }

    @Test
    void shouldNameThePortThatIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process demo = start("--source-port=" + taken.getLocalPort());
            assertThat(demo.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(output()).contains(" is in use: --source-port=" + taken.getLocalPort());
            assertThat(demo.exitValue()).isEqualTo(2);
        }
    }
}
