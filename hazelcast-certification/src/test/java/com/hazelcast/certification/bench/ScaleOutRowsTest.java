package com.hazelcast.certification.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.plan.MeasuredCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleOutRowsTest {
    @TempDir
    Path folder;

    private static MeasuredCost row(int members, int shards, double cpuUs, double tps) {
        return new MeasuredCost(
                members,
                shards,
                1,
                100_000,
                tps,
                cpuUs,
                5_000,
                0.5,
                2,
                4,
                Double.NaN,
                "machine",
                "c0ffee1",
                "2026-11-25");
    }

    @Test
    void shouldKeepOneRowALoadAndTheCommentsAboveThem() throws IOException {
        Path file = Files.write(folder.resolve("rows.csv"), List.of("# written by a command"));

        ScaleOutRows.put(file, row(4, 7, 8, 100_000));
        ScaleOutRows.put(file, row(2, 31, 5, 100_000));
        ScaleOutRows.put(file, row(4, 7, 9, 100_000));

        assertThat(Files.readAllLines(file))
                .containsExactly(
                        "# written by a command",
                        MeasuredCost.HEAD,
                        row(2, 31, 5, 100_000).line(),
                        row(4, 7, 9, 100_000).line());
    }

    @Test
    void shouldWriteTheTableAndMarkWhoDidNotKeepUp() throws IOException {
        Path results = Files.write(
                folder.resolve("results.md"),
                List.of(
                        "<!-- bench: scale-out -->",
                        "| head |",
                        "| --- |",
                        "| old |",
                        "<!-- end of bench -->",
                        "after"));

        ScaleOutRows.write(results, List.of(row(2, 7, 5, 100_000), row(8, 31, 20, 90_000)));

        assertThat(Files.readAllLines(results))
                .containsExactly(
                        "<!-- bench: scale-out -->",
                        "| head |",
                        "| --- |",
                        "| 2 | 7 | 1 | 100,000 | 100,000 | 5.00 | 0.50 | 5,000 | 20.0 | 0.50 | 2.0 | 4.0 | – | `bench scale-out --members 2 --shards 7 --rate 100000` | c0ffee1 | 2026-11-25 | machine |",
                        "| 8 | 31 | 1 | 100,000 | **90,000** | 20.00 | 1.80 | 5,000 | 18.0 | 0.50 | 2.0 | 4.0 | – | `bench scale-out --members 8 --shards 31 --rate 100000` | c0ffee1 | 2026-11-25 | machine |",
                        "<!-- end of bench -->",
                        "after");
    }

    @Test
    void shouldMissATableThatIsNotThere() throws IOException {
        Path results = Files.write(folder.resolve("results.md"), List.of("no table"));

        assertThatThrownBy(() -> ScaleOutRows.requireTable(results)).hasMessageContaining("bench: scale-out");
    }
}
