package com.hazelcast.certification.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.bench.results.ResultRow.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultSelectionTest {
    private static final Path PAGE = Path.of("../TEST_RESULTS.md");

    private static ResultSelection of(String... texts) {
        return ResultSelection.of(List.of(texts));
    }

    private static List<String> lines(ResultSelection selection) {
        return selection.tables().stream()
                .flatMap(table -> table.commands().stream())
                .map(ResultTable.Command::line)
                .toList();
    }

    private static List<List<String>> page(String table) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        return lines.subList(lines.indexOf("<!-- bench: " + table + " -->") + 3, lines.size()).stream()
                .takeWhile(line -> line.startsWith("|"))
                .map(row -> List.of(row.split(" \\| |^\\| ")))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "gateway", "rounds"})
    void shouldTakeEveryRowOfTheseTablesByItsFirstCell(String table) throws IOException {
        List<List<String>> rows = page(table);

        assertThat(rows).isNotEmpty().allSatisfy(cells -> {
            ResultSelection found = of(cells.get(1));
            assertThat(found.rows()).isEmpty();
            assertThat(found.tables()).extracting(ResultTable::name).containsExactly(table);
            assertThat(lines(found)).as(cells.get(1)).hasSize(1);
        });
    }

    @Test
    void shouldTakeEveryRowOfTheTableOfCostsByItsCommand() throws IOException {
        List<String> commands = page("scale-out").stream()
                .flatMap(List::stream)
                .filter(cell -> cell.startsWith("`"))
                .map(cell -> cell.replace("`", ""))
                .toList();

        assertThat(commands)
                .hasSizeGreaterThan(20)
                .allSatisfy(command -> assertThat(lines(of(command))).containsExactly(command));
    }

    @Test
    void shouldTakeRowsWhoseFirstCellsHaveCommas() {
        assertThat(lines(of("JSON in and out, one member")))
                .containsExactly(
                        "bench kafka --rows json --records 12000000 --clock-speed 51840 --member-heap 4g --cards 1000000 --history 20");
        assertThat(lines(of(
                        "3,000 TLS 1.3 connections, a batch of 1 record each 1s, for 20s",
                        "500 TLS 1.3 connections, a batch of 1 record each 1s, for 20s")))
                .containsExactly(
                        "bench gateway --cards 1000000 --connections 500 --records 1 --interval 1s --warm-up 5s --duration 20s",
                        "bench gateway --cards 1000000 --connections 3000 --records 1 --interval 1s --warm-up 5s --duration 20s");
    }

    @Test
    void shouldRunTheCommandItselfWhereAllItsRowsAreTaken() {
        assertThat(lines(of("native memory: the product"))).containsExactly("bench rounds");
        assertThat(of("Gateway").tables())
                .containsExactlyElementsOf(ResultTable.ALL.stream()
                        .filter(table -> table.name().equals("gateway"))
                        .toList());
    }

    @Test
    void shouldTakeTablesByTheirNames() {
        assertThat(ResultSelection.of(List.of()).rows()).isEqualTo(ResultRows.all());
        assertThat(ResultSelection.of(List.of()).tables())
                .extracting(ResultTable::name)
                .containsExactly("scale-out", "rounds", "kafka", "gateway");
        ResultSelection two = of("Rounds", "latency");
        assertThat(two.tables()).extracting(ResultTable::name).containsExactly("rounds");
        assertThat(two.rows()).extracting(ResultRow::figure).hasSize(8).containsOnly(Figure.ANSWER_TIME);
        assertThat(of("memory").tables()).as("and no row with the word in it").isEmpty();
    }

    @Test
    void shouldTakeRowsByTheirTextAndByTheirCommand() {
        assertThat(of("KERNEL", "bytes a card").rows())
                .extracting(ResultRow::figure)
                .containsOnly(Figure.TPS, Figure.BYTES_PER_CARD);
        assertThat(of("one member, no backup, 1 M cards, heap").rows())
                .as("not those whose first cell only begins like that")
                .hasSize(1);
        assertThat(of("bench rules-switch").rows())
                .extracting(ResultRow::figure)
                .containsExactly(Figure.SWITCH_TIME, Figure.SWITCH_ANSWERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "", " "})
    void shouldRefuseATextThatSelectsNothing(String text) {
        assertThatThrownBy(() -> of("kernel", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("rows=" + text);
    }
}
