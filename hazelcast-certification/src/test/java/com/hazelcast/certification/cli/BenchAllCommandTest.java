package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.bench.ResultRow;
import com.hazelcast.certification.bench.ResultRows;
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
        assertThat(quick.commandLine()).contains("--cards 20000").contains("--duration 2s");
        assertThat(quick.commandLine()).doesNotContain("30000000").doesNotContain("17g");
    }
}
