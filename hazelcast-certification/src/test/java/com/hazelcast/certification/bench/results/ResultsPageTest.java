package com.hazelcast.certification.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.bench.MarkdownTable;
import com.hazelcast.certification.plan.ClusterPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of results as it stands in the project. */
class ResultsPageTest {
    private static final Path PAGE = Path.of("../TEST_RESULTS.md");
    private static final List<String> CONDITIONS = List.of("command", "commit", "date", "machine");
    private static final String NOT_MEASURED = "not measured yet";

    private static List<String> cells(String row) {
        List<String> cells = List.of(row.split("(?<!\\\\)\\|", -1));
        return cells.subList(1, cells.size() - 1).stream().map(String::strip).toList();
    }

    @Test
    void shouldHaveCommandCommitDateAndMachineInEveryRow() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int tables = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).matches("<!-- \\w+: [\\w-]+ -->")) {
                tables++;
                List<String> head = cells(lines.get(i + 1));
                assertThat(head).as(lines.get(i)).containsAll(CONDITIONS);
                lines.subList(i + 3, lines.size()).stream()
                        .takeWhile(line -> line.startsWith("|"))
                        .forEach(row -> requireConditions(head, row));
            }
        }
        assertThat(tables).isGreaterThan(10);
    }

    private static void requireConditions(List<String> head, String row) {
        List<String> cells = cells(row);
        assertThat(cells).as(row).hasSameSizeAs(head);
        if (!cells.contains(NOT_MEASURED)) {
            CONDITIONS.forEach(condition -> assertThat(cells.get(head.indexOf(condition)))
                    .as("%s of: %s", condition, row)
                    .doesNotMatch("–?|as .*"));
        }
    }

    /** The cell of the row with that first cell, in that column. */
    private static String cell(String table, String first, String column) throws IOException {
        MarkdownTable page = new MarkdownTable(PAGE, "<!-- bench: " + table + " -->", "<!-- end of bench -->");
        String row = page.rows(first).get(0);
        return cells(row).get(cells(page.head()).indexOf(column));
    }

    @Test
    void shouldAnswerOnThePageOfTheTailByTheClockOfTheTable() throws IOException {
        String figure = cell("latency", "30,000 TPS offered, two members, one synchronous backup", "figure");
        String[] times = figure.split(" ms");
        String said = "p99.9 is " + times[0].replace("p99.9 ", "") + " ms, p99 " + times[1].replace(", p99 ", "")
                + " ms and p50 " + times[2].replace(", p50 ", "") + " ms";

        String page = Files.readString(Path.of("../docs/rounds/latency-tail.md"));
        assertThat(page.replaceAll("\\s+", " "))
                .as("the answer of the page, of the row: %s", figure)
                .contains("By today's clock, which starts when a transaction is due, they ")
                .contains(said);
        assertThat(page.indexOf("By today's clock")).isLessThan(page.indexOf("By the clock of before"));
    }

    /** The figure in bold on its page is that of all others; a row that was measured before it names it. */
    @Test
    void shouldHaveOneFigureOfBytesACard() throws IOException {
        String page = Files.readString(Path.of("../docs/rounds/bytes-a-card.md"));
        Matcher bold = Pattern.compile("\\*\\*(\\d+\\.\\d)\\*\\*").matcher(page);
        assertThat(bold.find()).as("a figure in bold").isTrue();
        String figure = bold.group(1);
        String row = "bytes a card at 20 transactions, 1 M cards";
        int planned = ClusterPlan.BYTES_PER_CARD_FRESH;

        assertThat(Math.round(Double.parseDouble(figure))).isEqualTo(planned);
        assertThat(page).contains("\n\n" + figure + " bytes freshly loaded");
        assertThat(cell("memory", row, "figure") + " " + cell("memory", row, "what bounds it"))
                .contains(figure);
        assertThat(Files.readString(Path.of("../README.md")))
                .contains("[" + planned + " bytes](docs/rounds/bytes-a-card.md)");
        assertThat(Files.readString(Path.of("../ARCHITECTURE.md")))
                .contains(" takes " + planned + " bytes of its shard");
    }

    @Test
    void shouldAnswerOnThePageOfKafkaByTheTable() throws IOException {
        String records = "100-byte records in, compact verdicts out, one member";

        assertThat(Files.readString(Path.of("../docs/rounds/kafka.md")))
                .contains("\n\nOne member reads " + millions(cell("kafka", records, "figure"))
                        + " records of 100 bytes a second, " + cell("kafka", records, "share of it")
                        + " of what a loop reaches that decides nothing. With JSON it is "
                        + cell("kafka", "JSON in and out, one member", "share of it") + " of the loop");
    }

    /** Such as 1.67 million, of a cell that begins with 1.67 M TPS or 742,890 TPS. */
    private static String millions(String figure) {
        Matcher number = Pattern.compile("([0-9.,]+)( M)?").matcher(figure);
        assertThat(number.lookingAt()).as(figure).isTrue();
        double value = Double.parseDouble(number.group(1).replace(",", ""));
        return String.format(Locale.ROOT, "%.2f million", number.group(2) == null ? value / 1e6 : value);
    }

    @Test
    void shouldHaveTheFiguresOfTheReadmeWithWhatIsAnsweredBesideWhatIsNot() throws IOException {
        String flatOut = "8 plain connections, flat out in batches of 500 records, for 20s";

        assertThat(Files.readString(Path.of("../README.md")))
                .contains("| one member, no backup, 1 million cards | "
                        + millions(cell("throughput", "one member, no backup, 1 M cards, heap", "figure"))
                        + " transactions a second from a source, which gets no answers; "
                        + millions(cell("gateway", flatOut, "records a second"))
                        + " from clients, which get an answer to each |")
                .contains("| two members, one synchronous backup | "
                        + millions(cell("throughput", "two members, one synchronous backup, 1 M cards", "figure"))
                        + " transactions a second from a source; "
                        + millions(cell("gateway", flatOut + ", to 2 members", "records a second"))
                        + " from clients |");
    }

    @Test
    void shouldHaveTheFiguresOfTheChallengesDataBesideThoseOfNaturalTraffic() throws IOException {
        String one = millions(cell("throughput", "one member, no backup, 1 M cards, heap, challenge", "figure"));
        String two =
                millions(cell("throughput", "two members, one synchronous backup, 1 M cards, challenge", "figure"));

        assertThat(Files.readString(Path.of("../README.md")))
                .contains("With the challenge's data it is " + one.replace(" million", "") + " and " + two
                        + " from a source.");
    }

    @Test
    void shouldHaveTheFigureOfLongLoadBesideThoseOfShortRuns() throws IOException {
        String longLoad = "one member, no backup, 1 M cards, heap, after 45 s under full load in which 90 days pass";

        assertThat(Files.readString(Path.of("../README.md")).replaceAll("\\s+", " "))
                .contains("After 45 s under full load, with clocks by which 90 days pass meanwhile, one member scores "
                        + millions(cell("throughput", longLoad, "figure")) + " a second");
    }

    @Test
    void shouldStateTheConditionsOfThePublishedResultWithIt() throws IOException {
        assertThat(Files.readString(Path.of("../README.md")).replaceAll("\\s+", " "))
                .contains(
                        "0.67 million a second, on 18 machines of 8 virtual cores (144 cores) with a network, 30 million cards"
                                + " and one backup");
        assertThat(Files.readString(Path.of("../ansible/certification.py")).replaceAll("\\s+", " "))
                .contains(
                        "0.67 million TPS in the last round on 18 machines of 8 virtual cores (144 cores) with 30 million cards"
                                + " and one");
    }
}
