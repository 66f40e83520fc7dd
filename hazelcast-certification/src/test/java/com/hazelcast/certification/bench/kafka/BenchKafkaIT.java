package com.hazelcast.certification.bench.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bench of Kafka as a person runs it, small. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class BenchKafkaIT {
    @TempDir
    private Path folder;

    @Test
    void shouldMakeRowsOfEachKind() throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        System.getProperty("fraud.launcher"),
                        "bench",
                        "kafka",
                        "--rows=json,latency,catching-up,all-verdicts",
                        "--records=20000",
                        "--cards=2000",
                        "--history=2",
                        "--rate=1000",
                        "--seconds=3",
                        "--rate-max=10000",
                        "--gateway-rate=300",
                        // A broker and a member are started for each run.
                        "--rounds=1",
                        "--member-heap=256m",
                        "--json"))
                .redirectError(folder.resolve("error").toFile())
                .redirectOutput(output.toFile());
        Process bench = builder.start();
        assertThat(bench.waitFor(9, TimeUnit.MINUTES)).isTrue();
        assertThat(bench.exitValue())
                .as(Files.readString(folder.resolve("error")))
                .isZero();
        JsonNode rows = new ObjectMapper().readTree(output.toFile()).get("rows");
        JsonNode json = rows.get(0);
        assertThat(json.get("records").asInt()).isEqualTo(20_000);
        assertThat(json.get("recordsPerSecond").asDouble()).isPositive();
        assertThat(json.get("emptyLoopPerSecond").asDouble()).isPositive();
        JsonNode latency = rows.get(1);
        assertThat(latency.get("records").asInt()).isEqualTo(3_000);
        // A verdict is committed after its decision, and within the time of a transaction at the least.
        assertThat(latency.get("toCommittedMs").get("p99").asDouble())
                .isGreaterThan(latency.get("toDecidedMs").get("p50").asDouble());
        JsonNode catchingUp = rows.get(2);
        assertThat(catchingUp.get("recordsPerSecond").asDouble()).isBetween(1.0, 15_000.0);
        assertThat(catchingUp.get("gatewayMs").get("p99").asDouble()).isPositive();
        assertThat(catchingUp.get("gatewayAloneMs").get("p99").asDouble()).isPositive();
        JsonNode allVerdicts = rows.get(3);
        assertThat(allVerdicts.get("records").asInt()).isPositive();
        assertThat(allVerdicts.get("cpuUsWith").asDouble()).isPositive();
        assertThat(allVerdicts.get("toTopicMs").get("p50").asDouble()).isNotNegative();
        assertThat(bench.descendants()).isEmpty();
    }
}
