package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.plan.ShardPlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchCommandTest {
    private static final int CARDS = 1_000_000;

    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = Fraud.commandLine(arguments);
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    @Test
    void shouldGiveEachThreadOfTheKernelShardsOfItsOwn() {
        assertThat(IntStream.rangeClosed(1, 1_024))
                .allSatisfy(threads ->
                        assertThat(BenchCommand.shards(CARDS, threads)).isGreaterThanOrEqualTo(threads));
        assertThat(IntStream.rangeClosed(1, 6))
                .allSatisfy(threads ->
                        assertThat(BenchCommand.shards(CARDS, threads)).isEqualTo(ShardPlan.shards(CARDS, 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"end-to-end", "http", "tune"})
    void shouldRefuseBackupsThatNoMemberCouldHave(String bench) {
        assertThat(run("bench", bench, "--backups=1")).isEqualTo(2);
        assertThat(err.toString()).contains("members must be more than backups: members=1 backups=1");
    }

    @ParameterizedTest
    @CsvSource({
        "--threads=-1, threads=-1",
        "--threads=1025, threads=1025",
        "--cards=0, cards=0",
        "--cards=99, cards=99",
        "--history=-1, history=-1",
        "--history=513, history=513",
        "--records-per-read=0, records-per-read=0",
        "--records-per-read=400001, records-per-read=400001",
    })
    void shouldRefuseWhatTheKernelCannotMeasure(String option, String named) {
        assertThat(run("bench", "kernel", option)).isEqualTo(2);
        assertThat(err.toString()).startsWith("fraud: ").contains(named);
    }
}
