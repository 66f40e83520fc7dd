package com.hazelcast.certification.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.bench.results.ResultTable.Command;
import com.hazelcast.certification.bench.results.ResultTable.Members;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole tables, with a program and members that a test plays. */
class TableRunTest {
    @TempDir
    Path folder;

    private final List<String> happened = new ArrayList<>();

    private int show(List<String> arguments) {
        happened.add(String.join(" ", arguments));
        return arguments.contains("fails") ? 1 : 0;
    }

    private TableRun.Opened open(Members members, boolean isQuick) {
        happened.add("open " + members.count() + " " + members.hasTls() + " " + isQuick);
        return new TableRun.Opened() {
            @Override
            public List<String> options() {
                return List.of("--member", "a:1");
            }

            @Override
            public void close() {
                happened.add("close");
            }
        };
    }

    private static ResultTable table(String name, Command... commands) {
        return new ResultTable(name, List.of(commands));
    }

    private static Command command(String line) {
        return new Command(line, line + " quick", Optional.empty(), List.of());
    }

    private Path results(String... tables) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String table : tables) {
            lines.addAll(List.of("<!-- bench: " + table + " -->", "| what |", "| --- |", "<!-- end of bench -->"));
        }
        return Files.write(folder.resolve("results.md"), lines);
    }

    @Test
    void shouldRunEveryCommandThoughOneFailsAndNameThatOne() throws Exception {
        Path file = results("one", "two");

        TableRun run = new TableRun(Optional.of(file), this::show, this::open);
        List<ResultFailure> failed = run.make(
                List.of(table("one", command("bench fails"), command("bench b")), table("two", command("c"))), false);

        assertThat(run.made()).containsExactly(new TableRun.Made("one", "bench b"), new TableRun.Made("two", "c"));
        assertThat(failed).containsExactly(new ResultFailure("one", "", "bench fails", "it ended with status 1"));
        assertThat(failed.get(0).line()).isEqualTo("failed: it ended with status 1: table=one command=bench fails");
        assertThat(happened)
                .containsExactly("bench fails --results " + file, "bench b --results " + file, "c --results " + file);
    }

    @Test
    void shouldStartMembersForABenchThatTakesThoseThatRun() throws Exception {
        Command onMembers = new Command("bench x", "bench x quick", Optional.of(new Members(2, true)), List.of());

        List<ResultFailure> failed =
                new TableRun(Optional.empty(), this::show, this::open).make(List.of(table("one", onMembers)), true);

        assertThat(failed).isEmpty();
        assertThat(happened).containsExactly("open 2 true true", "bench x quick --member a:1", "close");
    }

    @Test
    void shouldGoOnWhenMembersDoNotStart() throws Exception {
        Command onMembers = new Command("bench x", "bench x quick", Optional.of(new Members(2, true)), List.of());

        List<ResultFailure> failed = new TableRun(Optional.empty(), this::show, (members, isQuick) -> {
                    throw new IOException("no port is free");
                })
                .make(List.of(table("one", onMembers, command("bench b"))), false);

        assertThat(failed).containsExactly(new ResultFailure("one", "", "bench x", "no port is free"));
        assertThat(happened).containsExactly("bench b");
    }

    @Test
    void shouldKeepWhatTransactionsCostBesideTheResults() throws Exception {
        Path file = results("scale-out");

        var unused = new TableRun(Optional.of(file), this::show, this::open)
                .make(List.of(table("scale-out", command("bench scale-out"))), false);
        Path ofProject = folder.resolve("hazelcast-certification/src/main/resources/scale-out.csv");
        Files.createDirectories(ofProject.resolveSibling(""));
        Files.createFile(ofProject);
        var unusedSecond = new TableRun(Optional.of(file), this::show, this::open)
                .make(List.of(table("scale-out", command("bench scale-out"))), false);

        String begin = "bench scale-out --results " + file + " --csv ";
        assertThat(happened).containsExactly(begin + folder.resolve("scale-out.csv"), begin + ofProject);
    }

    @Test
    void shouldRunNothingWhenATableIsMissing() throws Exception {
        Path file = results("one");

        assertThatThrownBy(() -> new TableRun(Optional.of(file), this::show, this::open)
                        .make(List.of(table("one", command("a")), table("two", command("b"))), false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("<!-- bench: two -->");
        assertThat(happened).isEmpty();
    }
}
