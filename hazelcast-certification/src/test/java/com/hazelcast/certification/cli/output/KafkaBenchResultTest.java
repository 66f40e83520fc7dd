package com.hazelcast.certification.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.hazelcast.certification.bench.KafkaBench;
import com.hazelcast.certification.bench.KafkaBenchRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaBenchResultTest {
    private static final String FULL = "100-byte records in, compact verdicts out, one member";
    private static final String AT_RATE = "20,000 records a second, one member, transactions of 20 ms";

    @TempDir
    Path folder;

    private static KafkaBenchResult result(KafkaBenchRow row, double stolenShare) {
        Histogram committedNs = new Histogram(3);
        Histogram decidedMs = new Histogram(3);
        if (row.isAtRate()) {
            committedNs.recordValue(5_000_000);
            decidedMs.recordValue(3);
        }
        double perSecond = row.isAtRate() ? 0 : 150_000;
        return new KafkaBenchResult(
                new KafkaBench.Settings(1_000, 500, 20, 20_000, Duration.ofSeconds(60), "1g"),
                new KafkaBench.Result(row, 1_000, perSecond * 2, perSecond, committedNs, decidedMs),
                1.25,
                stolenShare);
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
                                + " `bench kafka --rows records --records 1000 --cards 500 --history 20` | c0ffee1 |"
                                + " 2026-11-25 | Linux | The cores. |",
                        "| " + AT_RATE + " | – | to the committed verdict p50 5.0 ms, p99 5.0 ms, p99.9 5.0 ms; to the"
                                + " answer p50 3 ms, p99 3 ms, p99.9 3 ms | – | – | 1.3 | 1.0 % | `bench kafka --rows"
                                + " latency-short --rate 20000 --seconds 60 --cards 500 --history 20` | c0ffee1 |"
                                + " 2026-11-25 | Linux | – |");
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
