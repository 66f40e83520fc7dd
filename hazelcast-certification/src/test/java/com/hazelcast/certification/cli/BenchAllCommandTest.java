package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.bench.MarkdownTable;
import com.hazelcast.certification.bench.results.ResultRow;
import com.hazelcast.certification.bench.results.ResultRows;
import com.hazelcast.certification.bench.results.ResultSelection;
import com.hazelcast.certification.bench.results.ResultTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class BenchAllCommandTest {
    /** To build one takes much longer than to parse with it. */
    private static final CommandLine COMMANDS = Fraud.commandLine();

    static Stream<ResultRow> rows() {
        return Stream.concat(ResultRows.all().stream(), ResultRows.quick(ResultRows.all()).stream());
    }

    static Stream<ResultTable> tables() {
        return ResultTable.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void shouldHaveTablesWriteTheirRowsByCommandsThatThereAre(ResultTable table) throws IOException {
        new MarkdownTable(
                        Path.of("../TEST_RESULTS.md"), "<!-- bench: " + table.name() + " -->", "<!-- end of bench -->")
                .find();
        List<ResultTable.Command> commands = new ArrayList<>(table.commands());
        commands.addAll(ofRows(table));
        for (ResultTable.Command command : commands) {
            for (boolean isQuick : List.of(true, false)) {
                List<String> words = new ArrayList<>(command.arguments(isQuick));
                words.addAll(List.of("--results", "results.md"));
                if (command.members().isPresent()) {
                    words.addAll(List.of("--member", "127.0.0.1:1", "--plain"));
                }
                String[] arguments = words.toArray(String[]::new);
                assertThat(COMMANDS.parseArgs(arguments).subcommand().hasSubcommand())
                        .isTrue();
            }
            assertThat(command.quickLine()).containsAnyOf("--cards 20000", "--cards 1000");
        }
    }

    /** The commands of its rows one by one. */
    private static List<ResultTable.Command> ofRows(ResultTable table) {
        return table.commands().stream()
                .flatMap(command -> command.rows().stream())
                .flatMap(row ->
                        ResultSelection.of(List.of(row.what().isEmpty() ? row.line() : row.what())).tables().stream())
                .flatMap(narrowed -> narrowed.commands().stream())
                .toList();
    }

    @Test
    void shouldMeasureWhatTransactionsCostWithEachNumberOfBackups() {
        assertThat(commands("scale-out").stream()
                        .map(command -> command.arguments(false))
                        .map(words -> words.contains("--backups") ? words.get(words.indexOf("--backups") + 1) : "1"))
                .contains("0", "1", "2");
    }

    private static List<ResultTable.Command> commands(String table) {
        return ResultSelection.of(List.of(table)).tables().get(0).commands();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldRunCommandsThatThereAre(ResultRow row) {
        String[] arguments =
                Stream.concat(row.command().stream(), Stream.of("--json")).toArray(String[]::new);

        assertThat(COMMANDS.parseArgs(arguments).subcommand().hasSubcommand()).isTrue();
    }

    @Test
    void shouldPayCardsAtTheSamePaceAtEveryRate() {
        List<ResultRow> offered = ResultRows.all().stream()
                .filter(row -> row.command().contains("end-to-end") && number(row, "--rate", 0) > 0)
                .toList();

        assertThat(offered)
                .hasSize(5)
                .allSatisfy(row -> assertThat(number(row, "--cards", 1_000_000)
                                * number(row, "--clock-speed", 1)
                                / number(row, "--rate", 0))
                        .as("seconds by the records' clock between two payments of a card")
                        .isEqualTo(36 * 60 * 60));
    }

    @Test
    void shouldPayCardsOfFullTopicsOfKafkaEvery36Hours() {
        List<List<String>> full = commands("kafka").stream()
                .map(command -> command.arguments(false))
                .filter(words -> words.get(words.indexOf("--rows") + 1).matches("records.*|json|avro"))
                .toList();

        assertThat(full)
                .hasSize(4)
                .allSatisfy(words -> assertThat(words)
                        .containsSequence("--clock-speed", "51840")
                        .containsSequence("--cards", "1000000"));
    }

    private static long number(ResultRow row, String option, long otherwise) {
        int at = row.command().indexOf(option);
        return at < 0 ? otherwise : Long.parseLong(row.command().get(at + 1));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldBeQuickWhereThatIsRequested(ResultRow row) {
        ResultRow quick = ResultRows.quick(List.of(row)).get(0);

        assertThat(quick.runs()).isEqualTo(1);
        assertThat(quick.commandLine()).containsAnyOf("--cards 20000", "--cards 500");
        assertThat(quick.commandLine())
                .containsAnyOf(
                        "--duration 2s", "--duration 2m", "--days 2", "--switches 1", "rules-backtest", "bench load");
        assertThat(quick.commandLine())
                .doesNotContain("30000000")
                .doesNotContain("17g")
                .doesNotContain("18g");
    }
}
