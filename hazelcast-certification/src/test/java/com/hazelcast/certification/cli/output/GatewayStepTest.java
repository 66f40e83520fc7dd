package com.hazelcast.certification.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.bench.GatewayBench;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class GatewayStepTest {
    private static GatewayStep step(int connections) {
        Histogram tcpNs = new Histogram(3);
        Histogram helloNs = new Histogram(3);
        helloNs.recordValue(5_000_000);
        Histogram answerNs = new Histogram(3);
        answerNs.recordValue(2_000_000);
        Histogram lateNs = new Histogram(3);
        return new GatewayStep(
                connections,
                new GatewayBench.Result(
                        10,
                        2,
                        Map.of("TLS", 1L, "refused", 1L),
                        100,
                        99,
                        3,
                        98,
                        7,
                        1_000,
                        0.25,
                        tcpNs,
                        helloNs,
                        answerNs,
                        new GatewayBench.Driver(0.5, 2, lateNs)));
    }

    @Test
    void shouldWriteAsManyFiguresAsNames() {
        String[] names = GatewayStep.CSV_HEAD.split(",");
        String[] figures = step(12).csv().split(",");

        assertThat(figures).hasSameSizeAs(names);
        assertThat(figures).startsWith("12", "10", "2").contains("2.001", "5.001", "0.50");
        assertThat(step(12).csv()).contains("TLS 1").contains("refused 1");
    }

    @Test
    void shouldNotBeGoodWhenAConnectionIsMissing() {
        Histogram none = new Histogram(3);
        var result = new GatewayBench.Result(
                10, 0, Map.of(), 5, 5, 0, 5, 0, 1, 0, none, none, none, new GatewayBench.Driver(0, 2, none));

        assertThat(new GatewayStep(10, result).isGood()).isTrue();
        assertThat(new GatewayStep(11, result).isGood()).isFalse();
        assertThat(step(12).isGood()).isFalse();
    }
}
