package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.bench.results.ResultRow;
import com.hazelcast.certification.bench.results.ResultRows;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BenchAllCommandTest {
    static Stream<ResultRow> rows() {
        return Stream.concat(ResultRows.all().stream(), ResultRows.quick(ResultRows.all()).stream());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldRunCommandsThatThereAre(ResultRow row) {
        String[] arguments =
                Stream.concat(row.command().stream(), Stream.of("--json")).toArray(String[]::new);

        assertThat(Fraud.commandLine(arguments)
                        .parseArgs(arguments)
                        .subcommand()
                        .hasSubcommand())
                .isTrue();
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
