package com.hazelcast.certification.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.bench.MarkdownTable;
import com.hazelcast.certification.bench.results.ResultRow.Figure;
import com.hazelcast.certification.plan.ClusterPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written of benches that a test scripts. */
class ResultRunTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Clock DAY = Clock.fixed(Instant.parse("2026-11-24T12:00:00Z"), ZoneOffset.UTC);
    private static final String CONDITIONS =
            ",\"conditions\":{\"commit\":\"c0ffee1\",\"processor\":\"AMD EPYC\",\"osName\":\"Linux\",\"architecture\":\"amd64\",\"cores\":2,\"memoryGib\":24,\"jdk\":\"25.0.3+9\"}}";
    private static final String MACHINE = "AMD EPYC, Linux amd64, 2 cores, 24 GiB, JDK 25.0.3+9";
    private static final String HEAD =
            "| what | required | figure | stolen | command | commit | date | machine | bounds |";
    private static final List<String> ONE = List.of("bench", "one");
    private static final List<String> TWO = List.of("bench", "two");
    private static final List<String> THREE = List.of("bench", "three");

    @TempDir
    Path folder;

    private final Deque<String> results = new ArrayDeque<>();
    private final List<List<String>> ran = new ArrayList<>();
    private final StringWriter printed = new StringWriter();
    private Path file;

    @BeforeEach
    void writeTables() throws IOException {
        file = Files.write(
                folder.resolve("results.md"),
                List.of(
                        "Text.",
                        "<!-- bench: speed -->",
                        HEAD,
                        "| --- |",
                        "| fast | 1.2 M TPS | **old** | – | `old` | a | 2026-01-01 | as above | The cores. See [page](x.md). |",
                        "| by hand | – | 7 | – | `demo` | b | 2026-01-02 | as above | – |",
                        "<!-- end of bench -->",
                        "More text.",
                        "<!-- bench: size -->",
                        HEAD,
                        "| --- |",
                        "<!-- end of bench -->",
                        "<!-- bench: calls -->",
                        "| what |",
                        "| --- |",
                        "| one | aim |" + " old |".repeat(18) + " The cores |",
                        "<!-- end of bench -->"));
    }

    private JsonNode bench(List<String> arguments) throws IOException {
        ran.add(arguments);
        String result = results.remove();
        if (result.startsWith("fails")) {
            throw new IOException(result);
        }
        return JSON.readTree(result + CONDITIONS);
    }

    private void make(Optional<Path> into, ResultRow... rows) throws IOException, InterruptedException {
        assertThat(failures(into, rows)).isEmpty();
    }

    private List<ResultFailure> failures(Optional<Path> into, ResultRow... rows)
            throws IOException, InterruptedException {
        return new ResultRun(into, this::bench, DAY, new PrintWriter(printed)).make(List.of(rows));
    }

    /** Without the column of stolen time, which is of the machine that runs the test. */
    private static String withoutStolen(String row) {
        String[] cells = row.split(" \\| ");
        cells[3] = "S";
        return String.join(" | ", cells);
    }

    @Test
    void shouldWriteTheMedianIntoTheRowAndKeepWhatPeopleWrote() throws Exception {
        results.addAll(List.of("{\"dataTps\":3000000", "{\"dataTps\":1250000", "{\"dataTps\":2111000"));

        make(Optional.of(file), new ResultRow("speed", "fast", Figure.TPS, 3, ONE));

        List<String> lines = Files.readAllLines(file);
        assertThat(withoutStolen(lines.get(4)))
                .isEqualTo(
                        "| fast | 1.2 M TPS | 2.11 M TPS, median of 3 (1.25 M to 3.00 M) | S | `bench one` | c0ffee1 | 2026-11-24 | "
                                + MACHINE + " | The cores. See [page](x.md). |");
        assertThat(lines.get(4).split(" \\| ")[3]).matches("–|\\d+\\.\\d %");
        assertThat(lines.get(5)).startsWith("| by hand | – | 7 |");
        assertThat(lines).hasSize(17);
        assertThat(withoutStolen(printed.toString()).strip())
                .isEqualTo(withoutStolen(lines.get(4))
                        .replace("| 1.2 M TPS |", "| – |")
                        .replace("| The cores. See [page](x.md). |", "| – |"));
    }

    @Test
    void shouldSayOfARowThatTheDriverWasItsBound() throws Exception {
        results.addAll(List.of(
                "{\"dataTps\":3000000,\"driver\":{\"bound\":\"\"}",
                "{\"dataTps\":3000000,\"driver\":{\"bound\":\"what sends had 0.95 processors\"}"));

        make(Optional.of(file), new ResultRow("speed", "fast", Figure.TPS, 2, ONE));

        assertThat(Files.readAllLines(file).get(4)).contains(" to 3.00 M); bounded by the driver |");
    }

    @Test
    void shouldRunACommandOnceForAllItsRows() throws Exception {
        results.add("{\"dataTps\":900000,\"loadTimeMs\":8640");
        results.add("{\"answerTimeMs\":{\"p50\":0.334,\"p99\":1.1,\"p999\":3.97}");

        make(
                Optional.of(file),
                new ResultRow("speed", "slow", Figure.TPS, 1, ONE),
                new ResultRow("size", "load", Figure.LOAD_TIME, 1, ONE),
                new ResultRow("speed", "answers", Figure.ANSWER_TIME, 1, TWO));

        assertThat(ran).containsExactly(ONE, TWO);
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(6)).startsWith("| slow | – | 900,000 TPS | ");
        assertThat(lines.get(7)).startsWith("| answers | – | p99.9 4.0 ms, p99 1.1 ms, p50 0.33 ms | ");
        assertThat(lines.get(13)).startsWith("| load | – | 8.6 s | ").endsWith(" | – |");
    }

    @Test
    void shouldTakeTheSlowestOfTimesToAnAnswer() throws Exception {
        results.add("{\"answerTimeMs\":{\"p50\":0.5,\"p99\":1,\"p999\":3}");
        results.add("{\"answerTimeMs\":{\"p50\":0.4,\"p99\":2,\"p999\":2.5}");

        make(Optional.of(file), new ResultRow("size", "answers", Figure.ANSWER_TIME, 2, TWO));

        assertThat(Files.readAllLines(file).get(11))
                .startsWith("| answers | – | p99.9 3.0 ms, p99 2.0 ms, p50 0.50 ms, the slowest of 2 runs | ");
    }

    @Test
    void shouldSayWhenLessWasAnsweredThanOffered() throws Exception {
        String times = "{\"answerTimeMs\":{\"p50\":0.5,\"p99\":1,\"p999\":3},\"settings\":{\"rateTps\":100000},";
        results.addAll(List.of(times + "\"counterTps\":99500", times + "\"counterTps\":61000"));

        make(
                Optional.of(file),
                new ResultRow("size", "kept up", Figure.ANSWER_TIME, 1, ONE),
                new ResultRow("size", "source ended", Figure.ANSWER_TIME, 1, TWO));

        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(11)).startsWith("| kept up | – | p99.9 3.0 ms, p99 1.0 ms, p50 0.50 ms | ");
        assertThat(lines.get(12))
                .startsWith("| source ended | – | ")
                .contains("p50 0.50 ms; only 61,000 of 100,000 TPS were answered | ");
    }

    @Test
    void shouldWriteARowForEachStepOverHttpAndReplaceThoseBefore() throws Exception {
        String step =
                "{\"name\":\"GET\",\"rate\":500,\"donePerSecond\":499.6,\"answerTimeMs\":{\"p50\":0.514,\"p99\":27,"
                        + "\"p9999\":65.62,\"max\":67.3},\"done\":1020,\"late\":13,\"standIns\":3,\"notBegun\":1,"
                        + "\"errors\":{\"connection\":2},\"memberMicrosPerCall\":79.24,\"ownBound\":\"\"}";
        String closed =
                "{\"name\":\"PUT\",\"rate\":0,\"donePerSecond\":900,\"fromSentMs\":{\"p50\":1},\"ownBound\":\"a thread\"}";
        results.add("{\"steps\":[" + step + "," + closed + "],\"held\":7,\"expected\":8");

        make(Optional.of(file), new ResultRow("calls", "one", Figure.HTTP_STEPS, 1, ONE));

        List<String> lines = Files.readAllLines(file);
        String unknown = " – |".repeat(12);
        assertThat(lines.subList(15, lines.size() - 1).stream()
                        .map(line -> line.substring(0, line.indexOf(" | `bench one`"))
                                .replaceAll(" [^ ]+( %)?$", " S")))
                .containsExactly(
                        "| one | aim | GET at 500/s | **500** | 0.51 | 27.0 | 65.6 | 67.3 | 1,020 | 13 | 3 | 0 | 1 | 2 connection | 79.2 | S",
                        "| one | – | PUT closed | **900** (the load tool was itself the bound) | 1.00 | – | – | – | 0 | 0 | 0 | 0 | 0 | 0 | – | S",
                        "| one | – | the histories hold 7 of 8 |" + unknown + " S");
        assertThat(lines.get(15)).endsWith("| c0ffee1 | 2026-11-24 | " + MACHINE + " | The cores |");
        assertThat(lines.get(17)).endsWith("| – |");
    }

    @Test
    void shouldMakeTheRowsBehindOneThatFailsAndNameThatOne() throws Exception {
        results.addAll(List.of("{\"tps\":5", "fails: planted", "{\"tps\":7"));

        List<ResultFailure> failures = failures(
                Optional.of(file),
                new ResultRow("speed", "kernel", Figure.TPS, 1, ONE),
                new ResultRow("speed", "fast", Figure.TPS, 1, TWO),
                new ResultRow("speed", "faster", Figure.TPS, 1, THREE));

        assertThat(failures).containsExactly(new ResultFailure("speed", "fast", "bench two", "fails: planted"));
        assertThat(printed.toString()).contains("failed: fast: fails: planted: table=speed command=bench two");
        assertThat(Files.readString(file))
                .contains("| kernel | – | 5 TPS |")
                .contains("| fast | 1.2 M TPS | **old** |")
                .contains("| faster | – | 7 TPS |");
    }

    @Test
    void shouldNotRunACommandAgainThatHasFailed() throws Exception {
        results.addAll(List.of("{\"tps\":5", "fails:\n  planted"));

        List<ResultFailure> failures = failures(
                Optional.of(file),
                new ResultRow("speed", "fast", Figure.TPS, 3, ONE),
                new ResultRow("size", "load", Figure.LOAD_TIME, 3, ONE));

        assertThat(ran).containsExactly(ONE, ONE);
        assertThat(failures).extracting(ResultFailure::what).containsExactly("fast", "load");
        assertThat(failures.get(1).line()).isEqualTo("failed: load: fails:; planted: table=size command=bench one");
    }

    @Test
    void shouldRunNothingForATableThatIsNotThere() {
        assertThatThrownBy(() -> failures(Optional.of(file), new ResultRow("weight", "x", Figure.TPS, 1, ONE)))
                .hasMessageContaining("<!-- bench: weight -->");
        assertThat(ran).isEmpty();
    }

    @Test
    void shouldWriteNoRowForAResultWithoutItsFigure() throws Exception {
        String before = Files.readString(file);
        results.add("{\"tps\":null");

        assertThat(failures(Optional.of(file), new ResultRow("speed", "fast", Figure.TPS, 1, ONE)))
                .extracting(ResultFailure::reason)
                .allMatch(reason -> reason.contains("/tps"))
                .hasSize(1);
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void shouldOnlyPrintWhereNoFileIsGiven() throws Exception {
        String before = Files.readString(file);
        results.add("{\"bytesPerCard\":461.64");

        make(Optional.empty(), new ResultRow("size", "bytes", Figure.BYTES_PER_CARD, 1, ONE));

        assertThat(printed.toString()).startsWith("| bytes | – | 461.6 | ");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void shouldHaveEveryRowInTheTablesOfTheProject() throws IOException {
        for (ResultRow row : ResultRows.all()) {
            MarkdownTable table = new MarkdownTable(
                    Path.of("../TEST_RESULTS.md"), "<!-- bench: " + row.table() + " -->", "<!-- end of bench -->");
            assertThat(table.rows(row.what())).as(row.what()).isNotEmpty();
        }
        assertThat(ResultRows.all()).extracting(ResultRow::what).doesNotHaveDuplicates();
    }

    /** Figures that nobody can make anew by a command belong to the pages of rounds. */
    @ParameterizedTest
    @ValueSource(strings = {"throughput", "latency", "memory", "http", "rules", "storage"})
    void shouldHaveNoRowThatNoCommandWrites(String name) throws IOException {
        List<String> whats = ResultSelection.of(List.of(name)).rows().stream()
                .map(ResultRow::what)
                .toList();
        List<String> lines = Files.readAllLines(Path.of("../TEST_RESULTS.md"));
        int begin = lines.indexOf("<!-- bench: " + name + " -->");
        assertThat(lines.subList(begin + 3, lines.size()).stream()
                        .takeWhile(line -> line.startsWith("|"))
                        .map(line -> line.split(" \\| |^\\| ")[1]))
                .isNotEmpty()
                .allMatch(whats::contains);
    }

    @Test
    void shouldWriteHowManyCardsWereHeldAndWhatTheyTook() throws Exception {
        results.add("{\"dataTps\":612345,\"bytesPerCard\":468.2,\"loadTimeMs\":9120,"
                + "\"settings\":{\"cards\":14000000,\"history\":20},\"driver\":{\"bound\":\"\"}");

        make(Optional.empty(), new ResultRow("size", "most", Figure.CARDS_HELD, 1, ONE));

        assertThat(printed.toString())
                .contains(
                        "| most | – | 14,000,000 cards × 20, 468.2 bytes a card and copy, loaded in 9.1 s; 612,345 TPS | ");
    }

    @Test
    void shouldMeasureAsManyMillionCardsAsFitTwoMembers() {
        List<String> command = ResultSelection.of(List.of("the most cards that fit two members"))
                .rows()
                .get(0)
                .command();
        double heapGib = Double.parseDouble(
                command.get(command.indexOf("--member-heap") + 1).replace("g", ""));
        // Decision 7: of a heap, with many shards.
        double historyBytes = 0.8 * heapGib * (1 << 30);
        double mostCards = historyBytes / ClusterPlan.BYTES_PER_CARD_LONG_RUN;

        assertThat(command).containsSequence("--members", "2", "--backups", "1");
        assertThat(Long.parseLong(command.get(command.indexOf("--cards") + 1)))
                .isEqualTo((long) (mostCards / 1e6) * 1_000_000);
        assertThat(2 * heapGib).as("of 24 GiB").isLessThanOrEqualTo(20);
    }

    @Test
    void shouldWriteWhatRulesTakeAndFind() throws Exception {
        results.add(
                "{\"median\":{\"acknowledgedMs\":441.6,\"p999BeforeMs\":37.04,\"differenceMs\":3.5,\"withoutDifferenceMs\":-1.25,\"addedMs\":4.5},"
                        + "\"worst\":{\"acknowledgedMs\":689,\"differenceMs\":112,\"withoutDifferenceMs\":10.04}");
        results.add(
                "{\"samples\":[{\"timeMs\":5512,\"transactions\":6000000},{\"timeMs\":481000,\"transactions\":600000000}]");
        results.add(
                "{\"samples\":[{\"p999WithoutMs\":12.52,\"p999WithMs\":19.98,\"driver\":{\"bound\":\"it was late\"}}]");

        make(
                Optional.empty(),
                new ResultRow("rules", "switch", Figure.SWITCH_TIME, 1, ONE),
                new ResultRow("rules", "answers", Figure.SWITCH_ANSWERS, 1, ONE),
                new ResultRow("rules", "sample", Figure.BACKTEST_SAMPLE_TIME, 1, TWO),
                new ResultRow("rules", "all", Figure.BACKTEST_TIME, 1, TWO),
                new ResultRow("rules", "beside", Figure.BACKTEST_ANSWERS, 1, THREE));

        assertThat(printed.toString())
                .contains("| switch | – | median 442 ms, the slowest 689 ms | ")
                .contains(
                        "| answers | – | +4.5 ms in the median: +3.5 ms with a switch, -1.3 ms without; at most +112.0 ms and +10.0 ms; p99.9 before 37.0 ms | ")
                .contains("| sample | – | 5.5 s for 6,000,000 transactions | ")
                .contains("| all | – | 481.0 s for 600,000,000 transactions | ")
                .contains("| beside | – | p99.9 12.5 ms without, 20.0 ms with a backtest; bounded by the driver | ");
    }

    @Test
    void shouldWriteWhatASetFindsAndWhatTheLastMinuteHasOfTheFirst() throws Exception {
        results.add(
                "{\"flaggedShare\":0.0107,\"recallByAmount\":0.868,\"recall\":0.681,\"precision\":0.658,\"cardPrecision\":0.2558");
        results.add(
                "{\"lastToFirstMinute\":{\"tps\":0.999,\"p99\":1.1,\"cpuNsPerTransaction\":0.95},"
                        + "\"bytesPerCard\":461.6,\"bytesPerCardAtEnd\":1404.2,\"counterTps\":791000,\"settings\":{\"rateTps\":800000}");

        make(
                Optional.empty(),
                new ResultRow("rules", "set", Figure.EVALUATION, 1, ONE),
                new ResultRow("rules", "cards", Figure.CARD_PRECISION, 1, ONE),
                new ResultRow("speed", "minutes", Figure.LAST_MINUTE, 1, TWO));

        assertThat(printed.toString())
                .contains("| set | – | flagged 1.07 %; recall by amount 0.868, by number 0.681; precision 0.658 | ")
                .contains("| cards | – | 0.256 | ")
                .contains(
                        "| minutes | – | 0.999 of the throughput, 1.10 of the p99, 0.95 of the processor time; "
                                + "462 bytes a card when loaded, 1404 at the end; only 791,000 of 800,000 TPS were answered | ");
    }

    @Test
    void shouldWriteWhatStartsAndLoadsTake() throws Exception {
        results.add(
                "{\"afterKill\":{\"readyMs\":41234,\"snapshotBytes\":14000000000,\"logBytes\":3500000000},"
                        + "\"afterStop\":{\"readyMs\":20000,\"logBytes\":3400000000},\"diskToMemory\":1.25,\"memoryBytes\":14000000000");
        results.add("{\"timeMs\":630000,\"rows\":600000000,\"rowsPerSecond\":952381");

        make(
                Optional.empty(),
                new ResultRow("storage", "kill", Figure.READY_AFTER_KILL, 1, ONE),
                new ResultRow("storage", "stop", Figure.READY_AFTER_STOP, 1, ONE),
                new ResultRow("storage", "disk", Figure.DISK_USE, 1, ONE),
                new ResultRow("storage", "load", Figure.IMPORT_TIME, 1, TWO));

        assertThat(ran).containsExactly(ONE, TWO);
        assertThat(printed.toString())
                .contains("| kill | – | 41.2 s, with 3.5 GB of log | ")
                .contains("| stop | – | 20.0 s, with 3.4 GB of log | ")
                .contains("| disk | – | 1.25 of the memory: 14.0 GB of snapshots and 3.5 GB of log for 14.0 GB | ")
                .contains("| load | – | 10.5 min for 600,000,000 rows, 952,381 rows a second | ");
    }
}
