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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                "2026-11-25",
                false);
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

        List<String> lines = Files.readAllLines(results);
        assertThat(lines)
                .startsWith("<!-- bench: scale-out -->", "| head |", "| --- |")
                .endsWith("<!-- end of bench -->", "after")
                .doesNotContain("| old |")
                .contains(
                        "| 2 | 7 | 1 | 100,000 | µs with 7, 31, 127 and 503 shards: the most at most 1.3 × the least | 100,000 | 5.00 | 0.50 | 5,000 | 20.0 | 0.50 | 2.0 | 4.0 | – | `bench scale-out --members 2 --shards 7 --rate 100000` | c0ffee1 | 2026-11-25 | machine |",
                        "| 8 | 31 | 1 | 100,000 | µs at most 2 × those of 2 members; p99 20 ms | **90,000** | 20.00 | 1.80 | 5,000 | 18.0 | 0.50 | 2.0 | 4.0 | – | `bench scale-out --members 8 --shards 31 --rate 100000` | c0ffee1 | 2026-11-25 | machine |");
    }

    @Test
    void shouldMarkRowsOfASourceThatWasTheBound() {
        MeasuredCost bound = MeasuredCost.parse(
                        List.of(row(2, 7, 5, 100_000).line().replaceFirst(";$", ";bound")))
                .get(0);

        assertThat(ScaleOutRows.cells(bound)).contains("100,000; bounded by the driver");
        assertThat(ScaleOutRows.cells(row(2, 7, 5, 100_000))).noneMatch(cell -> cell.contains("driver"));
    }

    @Test
    void shouldHaveARowForEachLoadThatWasNotMeasured() {
        List<String> none = ScaleOutRows.lines(List.of());

        assertThat(ScaleOutRows.lines(List.of(row(2, 7, 5, 100_000))))
                .hasSameSizeAs(none)
                .filteredOn(line -> line.contains(" not measured yet "))
                .hasSize(none.size() - 1);
        assertThat(none)
                .contains(
                        "| 2 | 7 | 1 | 30,000 | p99.9 5 ms; µs a third of 26.3 | not measured yet | – | – | – | – | – | – | – | – | `bench scale-out --members 2 --shards 7 --rate 30000` | – | – | – |",
                        "| 2 | 7 | 1 | 800,000 | p99 25 ms | not measured yet | – | – | – | – | – | – | – | – | `bench scale-out --members 2 --shards 7 --rate 800000 --clock-speed 345600` | – | – | – |",
                        "| 3 | 31 | 2 | 100,000 | – | not measured yet | – | – | – | – | – | – | – | – | `bench scale-out --members 3 --shards 31 --rate 100000 --backups 2` | – | – | – |");
        assertThat(none.stream().map(line -> line.split(" \\| ")[0] + " " + line.split(" \\| ")[1]))
                .contains("| 2 503", "| 8 127");
        assertThat(ScaleOutRows.lines(List.of(row(5, 7, 5, 100_000)))).hasSize(none.size() + 1);
    }

    @ParameterizedTest(name = "{0} members, {1} shards, {2} backups, {3} TPS")
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | 503 | 1 | 100000 | µs with 7, 31, 127 and 503 shards: the most at most 1.3 × the least",
                "4 | 127 | 1 | 100000 | µs at most 1.3 × those of 2 members",
                "8 | 127 | 1 | 100000 | µs at most 2 × those of 2 members; p99 20 ms",
                "2 | 7   | 1 | 30000  | p99.9 5 ms; µs a third of 26.3",
                "2 | 7   | 1 | 300000 | p99 5 ms, p99.9 12 ms",
                "2 | 7   | 1 | 800000 | p99 25 ms",
                "2 | 31  | 1 | 30000  | –",
                "3 | 7   | 2 | 100000 | –",
            })
    void shouldSayWhatIsRequired(int members, int shards, int backups, long tps, String required) {
        assertThat(new ScaleOutLoads.Load(members, shards, backups, tps).required())
                .isEqualTo(required);
    }

    @Test
    void shouldHaveTheRowsOfTheFileInTheTableOfTheProject() throws IOException {
        List<String> page = Files.readAllLines(Path.of("../TEST_RESULTS.md"));
        int begin = page.indexOf("<!-- bench: scale-out -->");

        assertThat(page.subList(begin + 3, page.size()).stream().takeWhile(line -> line.startsWith("|")))
                .as("of scale-out.csv, as bench scale-out --csv FILE --results TEST_RESULTS.md writes them")
                .containsExactlyElementsOf(ScaleOutRows.lines(MeasuredCost.all()));
    }

    @Test
    void shouldMissATableThatIsNotThere() throws IOException {
        Path results = Files.write(folder.resolve("results.md"), List.of("no table"));

        assertThatThrownBy(() -> ScaleOutRows.requireTable(results)).hasMessageContaining("bench: scale-out");
    }
}
