package com.hazelcast.certification.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.kafka.KafkaBench;
import com.hazelcast.certification.bench.kafka.KafkaBenchFigures;
import com.hazelcast.certification.bench.kafka.KafkaBenchRow;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.cli.DocumentedKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaBenchResultTest {
    private static final String FULL = "100-byte records in, compact verdicts out, one member";
    private static final String AT_RATE = "20,000 records a second, one member, transactions of 20 ms";

    @TempDir
    Path folder;

    private static KafkaBench.Settings settings(int rounds, int clockSpeed) {
        return new KafkaBench.Settings(
                1_000, 500, 20, 20_000, 50_000, 30_000, Duration.ofSeconds(60), rounds, "1g", clockSpeed);
    }

    private static KafkaBenchResult result(KafkaBenchRow row, double stolenShare) {
        return result(row, stolenShare, settings(KafkaBench.ROUNDS, 1));
    }

    private static KafkaBenchResult result(KafkaBenchRow row, double stolenShare, KafkaBench.Settings settings) {
        Histogram committedNs = new Histogram(3);
        committedNs.recordValue(5_000_000);
        Histogram decidedMs = new Histogram(3);
        decidedMs.recordValue(3);
        KafkaBenchFigures figures = switch (row.kind()) {
            case FULL -> new KafkaBenchFigures.Throughput(300_000, 150_000);
            case AT_RATE ->
                new KafkaBenchFigures.Times(
                        committedNs, decidedMs, decidedMs, new DriverWork(2_000_000_000, 1_000_000_000, 0, 1, 0));
            case CATCHING_UP -> new KafkaBenchFigures.CatchingUp(49_500, gateway(8), gateway(4));
            case ALL_VERDICTS ->
                new KafkaBenchFigures.AllVerdicts(
                        List.of(run(7, 3), run(8, 5), run(9, 2)),
                        List.of(run(11, 6), run(30, 9), run(10, 4)),
                        decidedMs);
        };
        return new KafkaBenchResult(settings, new KafkaBench.Result(row, 1_000, figures), 1.25, stolenShare);
    }

    private static KafkaBenchFigures.Run run(double cpuUs, long answerMs) {
        return new KafkaBenchFigures.Run(cpuUs, gateway(answerMs));
    }

    private static GatewayBench.Result gateway(long answerMs) {
        Histogram none = new Histogram(3);
        Histogram answerNs = new Histogram(3);
        answerNs.recordValue(TimeUnit.MILLISECONDS.toNanos(answerMs));
        return new GatewayBench.Result(
                30,
                0,
                Map.of(),
                10,
                10,
                0,
                10,
                0,
                29_999,
                0,
                none,
                none,
                answerNs,
                new GatewayBench.Driver(0, 2, none));
    }

    @Test
    void shouldWriteRowsAndKeepWhatPeopleWrote() throws IOException {
        Path file = Files.write(
                folder.resolve("results.md"),
                List.of(
                        "<!-- bench: kafka -->",
                        "| what |",
                        "| --- |",
                        "| " + FULL + " | 200 k/s |" + " old |".repeat(9) + " The cores. |",
                        "<!-- end of bench -->"));

        for (KafkaBenchRow row : List.of(KafkaBenchRow.RECORDS, KafkaBenchRow.LATENCY_SHORT)) {
            result(row, 0.01).write(file, "c0ffee1", LocalDate.of(2026, 11, 25), "Linux");
        }

        assertThat(Files.readAllLines(file).subList(3, 5))
                .containsExactly(
                        "| " + FULL + " | 200 k/s | 150,000 records/s | 300,000 records/s | 0.50 | 1.3 | 1.0 % |"
                                + " `bench kafka --rows records --records 1000 --member-heap 1g --cards 500 --history 20` | c0ffee1 |"
                                + " 2026-11-25 | Linux | The cores. |",
                        "| " + AT_RATE + " | – | to the committed verdict p50 5.0, p99 5.0, p99.9 5.0 ms; to the"
                                + " answer p50 3, p99 3, p99.9 3 ms, from its append p50 3, p99 3, p99.9 3 ms | – | – | 1.3 | 1.0 % | `bench kafka --rows"
                                + " latency-short --rate 20000 --seconds 60 --cards 500 --history 20` | c0ffee1 |"
                                + " 2026-11-25 | Linux | – |");
    }

    @Test
    void shouldNameTheClockOfTheRecordsAndTheRoundsInTheCommand() throws IOException {
        Path file = Files.write(
                folder.resolve("results.md"),
                List.of("<!-- bench: kafka -->", "| what |", "| --- |", "<!-- end of bench -->"));

        for (KafkaBenchRow row : List.of(KafkaBenchRow.RECORDS, KafkaBenchRow.LATENCY)) {
            result(row, 0.01, settings(KafkaBench.ROUNDS, 51_840))
                    .write(file, "c0ffee1", LocalDate.of(2026, 11, 25), "Linux");
        }
        result(KafkaBenchRow.ALL_VERDICTS, 0.01, settings(5, 1))
                .write(file, "c0ffee1", LocalDate.of(2026, 11, 25), "Linux");

        assertThat(Files.readString(file))
                .contains(
                        "`bench kafka --rows records --records 1000 --clock-speed 51840 --member-heap 1g --cards 500 --history 20`",
                        "`bench kafka --rows latency --rate 20000 --seconds 60 --clock-speed 51840 --cards 500 --history 20`",
                        "`bench kafka --rows all-verdicts --gateway-rate 30000 --seconds 60 --rounds 5 --cards 500 --history 20`");
    }

    @Test
    void shouldSayWhatTheGatewaySawBesideCatchingUp() {
        assertThat(result(KafkaBenchRow.CATCHING_UP, 0).line())
                .isEqualTo("catching up with 1,000 records, at most 50,000 a second, while the gateway takes 30,000"
                        + " TPS, one member: 49,500 records/s caught up; the gateway took 29,999 TPS, p50 8.0,"
                        + " p99 8.0, p99.9 8.0 ms; afterwards alone p50 4.0, p99 4.0, p99.9 4.0 ms");
    }

    @Test
    void shouldSayWhenWhatSendsWasTheBound() {
        DriverWork late = new DriverWork(2_000_000_000, 0, 0, 1, 100_000_000);
        Histogram none = new Histogram(3);
        KafkaBenchResult result = new KafkaBenchResult(
                settings(KafkaBench.ROUNDS, 1),
                new KafkaBench.Result(
                        KafkaBenchRow.LATENCY, 1_000, new KafkaBenchFigures.Times(none, none, none, late)),
                1.25,
                0);

        assertThat(result.line()).contains("; bounded by the driver: what sends was late for 5.0 % of the time");
        assertThat(result(KafkaBenchRow.LATENCY, 0).line()).doesNotContain("driver");
    }

    @Test
    void shouldGiveTheMediansOfWhatVerdictsOfAllWaysInCost() {
        assertThat(result(KafkaBenchRow.ALL_VERDICTS, 0).line())
                .contains(
                        "11.0 µs a transaction with, 8.0 without",
                        "p99 6.0 ms with, 3.0 without; medians of 3",
                        "decision to topic p50 3,");
    }

    @Test
    void shouldGiveTheDocumentedKeys() throws IOException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ArrayNode rows = object.putArray("rows");
        for (KafkaBenchRow row : KafkaBenchRow.values()) {
            result(row, 0.01).addTo(rows);
        }
        object.put("conditions", "as of all benches");
        assertThat(DocumentedKeys.in(object)).isEqualTo(DocumentedKeys.of("bench kafka"));
    }

    @Test
    void shouldGiveWhatIsNotKnownAsNull() {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        result(KafkaBenchRow.JSON, Double.NaN).addTo(rows);
        assertThat(rows.get(0).get("share").asDouble()).isEqualTo(0.5);
        assertThat(rows.get(0).get("stolenShare").isNull()).isTrue();
        assertThat(rows.get(0).has("toCommittedMs")).isFalse();
    }

    @Test
    void shouldSayThatThereIsNoTable() throws IOException {
        Path file = Files.createFile(folder.resolve("empty.md"));
        assertThatThrownBy(() -> KafkaBenchResult.requireTable(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bench: kafka");
    }

    @Test
    void shouldNameEachRowItself() {
        for (KafkaBenchRow row : KafkaBenchRow.values()) {
            assertThat(KafkaBenchRow.of(row.label())).isEqualTo(row);
            assertThatThrownBy(() -> KafkaBenchRow.of("no-row"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(row.label())
                    .hasMessageEndingWith("rows=no-row");
        }
    }
}
