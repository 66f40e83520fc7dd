package com.hazelcast.certification.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayResultTest {
    private static final String WHAT = "3,000 plain connections, a batch of 5 records each 1s, for 600s";

    @TempDir
    Path folder;

    private static void write(GatewayResult table) throws IOException {
        Histogram answerNs = new Histogram(3);
        answerNs.recordValue(2_000_000);
        write(table, answerNs);
    }

    private static void write(GatewayResult table, Histogram answerNs) throws IOException {
        table.write(
                new GatewayBench.Settings(
                        List.of(),
                        Optional.empty(),
                        3_000,
                        5,
                        Duration.ofSeconds(1),
                        Duration.ZERO,
                        Traffic.NATURAL,
                        1_000,
                        Optional.empty()),
                Duration.ofMinutes(10),
                new GatewayBench.Result(
                        3_000,
                        1,
                        Map.of("refused", 1L),
                        1_200,
                        1_199,
                        3,
                        1_198,
                        7,
                        9.6,
                        20.04,
                        answerNs,
                        answerNs,
                        answerNs,
                        new GatewayBench.Driver(0.5, 2, answerNs)),
                "c0ffee1",
                LocalDate.of(2026, 11, 24),
                "Linux");
    }

    @Test
    void shouldWriteTheRowAndKeepWhatPeopleWrote() throws IOException {
        Path file = Files.write(
                folder.resolve("results.md"),
                List.of(
                        "<!-- bench: gateway -->",
                        "| what |",
                        "| --- |",
                        "| " + WHAT + " | aim |" + " old |".repeat(16) + " The cores. |",
                        "<!-- end of bench -->"));

        write(new GatewayResult(file));

        assertThat(Files.readAllLines(file))
                .element(3)
                .isEqualTo("| " + WHAT
                        + " | aim | 20.0 s | 1 | 1,200 | 3 | 1,198 | 7 | 10 | 2.0 | 2.0 | 2.0 | 2.0 | 0.000 %, 0.000 %, 0.000 % | "
                        + "`bench gateway --connections 3000 --records 5 --interval 1s --duration 600s --traffic natural"
                        + " --cards 1000 --plain` | c0ffee1 | 2026-11-24 | Linux | The cores. |");
    }

    /** As when so much is due that what comes is answered late. A time of 0 would be the best there is. */
    @Test
    void shouldWriteNoTimesWhenNothingWasAnsweredInTime() throws IOException {
        Path file = Files.write(
                folder.resolve("results.md"),
                List.of("<!-- bench: gateway -->", "| what |", "| --- |", "<!-- end of bench -->"));

        write(new GatewayResult(file), new Histogram(3));

        assertThat(Files.readAllLines(file))
                .element(3)
                .asString()
                .contains("| 10 | – | – | – | – | – | `bench gateway");
    }

    /** It has a figure of the run before. */
    @Test
    void shouldNotKeepThatTheLoadToolWasTheBound() throws IOException {
        Path file = Files.write(
                folder.resolve("results.md"),
                List.of(
                        "<!-- bench: gateway -->",
                        "| what |",
                        "| --- |",
                        "| " + WHAT + " | aim |" + " old |".repeat(16)
                                + " The load tool: 1 batch in 100 went out at least 6.4 ms late |",
                        "<!-- end of bench -->"));

        write(new GatewayResult(file));

        assertThat(Files.readAllLines(file).get(3)).contains(" | aim | ").endsWith(" | Linux | – |");
    }

    @Test
    void shouldSayThatThereIsNoTable() throws IOException {
        Path file = Files.createFile(folder.resolve("empty.md"));

        assertThatThrownBy(() -> new GatewayResult(file).find()).hasMessageContaining("<!-- bench: gateway -->");
    }

    @Test
    void shouldFindTheTableOfTheProject() throws IOException {
        new GatewayResult(Path.of("../TEST_RESULTS.md")).find();
    }
}
