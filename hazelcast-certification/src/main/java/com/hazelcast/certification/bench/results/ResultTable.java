package com.hazelcast.certification.bench.results;

import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.ScaleOutLoads;
import com.hazelcast.certification.bench.kafka.KafkaBench;
import com.hazelcast.certification.bench.kafka.KafkaBenchRow;
import com.hazelcast.certification.bench.rounds.Way;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table of {@code TEST_RESULTS.md} whose rows the commands write themselves, with {@code --results}. Immutable.
 *
 * @param name in the comment before it
 * @param commands one after the other
 */
public record ResultTable(String name, List<Command> commands) {
    private static final String SCALE_OUT = "bench scale-out";
    private static final String ROUNDS = "bench rounds";
    private static final String GATEWAY = "bench gateway --cards 1000000";
    private static final Members ONE_WITH_TLS = new Members(1, true);
    private static final int FLAT_OUT_CONNECTIONS = 8;
    private static final int FLAT_OUT_RECORDS = 500;

    private static final int FULL_TOPIC_CARDS = 1_000_000;
    private static final int HISTORY = 20;

    /**
     * So that each card of a full topic pays every 36 hours by the clock of the records: all of them within minutes would be bursts, which are
     * walked. With 24 million records 36 days pass; histories grow from 20 entries to 44, and take some 1.2 GB.
     */
    private static final int NATURAL_PACE = KafkaBench.clockSpeed(FULL_TOPIC_CARDS, Duration.ofHours(36));

    /** All of them, in the order in which they are made. */
    public static final List<ResultTable> ALL = List.of(
            new ResultTable(
                    "scale-out",
                    ScaleOutLoads.RUNS.stream().map(ResultTable::scaleOut).toList()),
            new ResultTable("rounds", List.of(rounds())),
            new ResultTable(
                    "kafka",
                    List.of(
                            kafkaFull(KafkaBenchRow.RECORDS, 24_000_000),
                            kafkaFull(KafkaBenchRow.RECORDS_BACKUP, 24_000_000),
                            kafkaFull(KafkaBenchRow.AVRO, 24_000_000),
                            kafkaFull(KafkaBenchRow.JSON, 12_000_000),
                            kafkaTimes(KafkaBenchRow.LATENCY_SHORT, 60),
                            kafkaTimes(KafkaBenchRow.ALL_VERDICTS, 60),
                            kafkaTimes(KafkaBenchRow.LATENCY, 240),
                            kafka(KafkaBenchRow.CATCHING_UP, 20_000_000, FULL_TOPIC_CARDS, 60, "5g", 1))),
            new ResultTable(
                    "gateway",
                    List.of(
                            flatOut(new Members(1, false), 15),
                            flatOut(new Members(2, false), 20),
                            ladder(
                                    List.of(100, 500, 1_000, 2_000, 2_500, 3_000, 5_000, 10_000),
                                    Duration.ofSeconds(1),
                                    5,
                                    20),
                            ladder(
                                    List.of(100, 200, 300, 400, 500, 1_000, 3_000, 10_000),
                                    Duration.ofMillis(10),
                                    15,
                                    15))));

    /**
     * A command of {@code ./fraud}.
     *
     * @param line the command
     * @param quickLine the same with few cards, for seconds: to see that it works
     * @param members that must run with a gateway each; empty: it starts what it needs
     * @param rows that it writes
     */
    public record Command(String line, String quickLine, Optional<Members> members, List<Row> rows) {
        public Command {
            rows = List.copyOf(rows);
        }

        /** Its words. */
        public List<String> arguments(boolean isQuick) {
            return Arrays.asList((isQuick ? quickLine : line).split(" "));
        }

        /** The command itself where it writes those rows and no others; otherwise those of the rows. */
        private Stream<Command> only(Set<Row> selected) {
            if (selected.containsAll(rows)) {
                return Stream.of(this);
            }
            return rows.stream()
                    .filter(selected::contains)
                    .map(Row::line)
                    .distinct()
                    .map(ofRow -> new Command(ofRow, quickLine, members, rows));
        }
    }

    /**
     * A row that a command writes.
     *
     * @param what its first cell; empty where other rows of the table have the same
     * @param line the command that writes it without the others, or with as few of them as there can be
     */
    public record Row(String what, String line) {}

    /**
     * Members with gateways; two have a backup.
     *
     * @param hasTls whether gateways have a certificate
     */
    public record Members(int count, boolean hasTls) {}

    private static Command scaleOut(ScaleOutLoads.Run run) {
        return new Command(
                SCALE_OUT + " " + run.options(),
                SCALE_OUT + " --members 2 --shards 7 --rate 1000 --cards 20000 --heap 1g --warm-up 1s --step-warm-up 1s"
                        + " --duration 2s",
                Optional.empty(),
                run.commands().stream().map(line -> new Row("", line)).toList());
    }

    /** A way stands beside the one before it, so all are run. */
    private static Command rounds() {
        return new Command(
                ROUNDS,
                ROUNDS + " --cards 1000 --member-heap 512m --member-native 256m --warm-up 1s --duration 2s",
                Optional.empty(),
                Arrays.stream(Way.values())
                        .map(way -> new Row(way.text(), ROUNDS))
                        .toList());
    }

    private static Command kafkaFull(KafkaBenchRow row, int records) {
        return kafka(row, records, FULL_TOPIC_CARDS, 60, "4g", NATURAL_PACE);
    }

    private static Command kafkaTimes(KafkaBenchRow row, int seconds) {
        return kafka(row, 0, 100_000, seconds, "2g", 1);
    }

    private static Command kafka(KafkaBenchRow row, int records, int cards, int seconds, String heap, int clockSpeed) {
        KafkaBench.Settings settings = new KafkaBench.Settings(
                records,
                cards,
                HISTORY,
                20_000,
                50_000,
                30_000,
                Duration.ofSeconds(seconds),
                KafkaBench.ROUNDS,
                heap,
                clockSpeed);
        String line = row.command(settings);
        return new Command(
                line,
                "bench kafka --rows " + row.label()
                        + " --records 20000 --rate 1000 --gateway-rate 600 --seconds 2 --cards 1000 --history 5"
                        + " --member-heap 512m" + (clockSpeed > 1 ? " --clock-speed " + clockSpeed : ""),
                Optional.empty(),
                List.of(new Row(row.describe(settings), line)));
    }

    private static Command flatOut(Members members, int warmUpSeconds) {
        return gateway(members, List.of(FLAT_OUT_CONNECTIONS), FLAT_OUT_RECORDS, Duration.ZERO, warmUpSeconds, 20);
    }

    private static Command ladder(
            List<Integer> connections, Duration interval, int warmUpSeconds, int durationSeconds) {
        return gateway(ONE_WITH_TLS, connections, 1, interval, warmUpSeconds, durationSeconds);
    }

    private static Command gateway(
            Members members,
            List<Integer> connections,
            int records,
            Duration interval,
            int warmUpSeconds,
            int durationSeconds) {
        String how = " --records " + records
                + (interval.isZero() ? " --flat-out" : " --interval " + GatewayBench.optionText(interval))
                + " --warm-up " + warmUpSeconds + "s --duration " + durationSeconds + "s";
        return new Command(
                GATEWAY + " --connections "
                        + connections.stream().map(String::valueOf).collect(Collectors.joining(",")) + how,
                "bench gateway --cards 20000 --connections 4 --duration 2s",
                Optional.of(members),
                connections.stream()
                        .map(count -> new Row(
                                GatewayBench.describe(
                                        count,
                                        members.hasTls,
                                        records,
                                        interval,
                                        Duration.ofSeconds(durationSeconds),
                                        members.count),
                                GATEWAY + " --connections " + count + how))
                        .toList());
    }

    /** All rows of its commands. */
    Stream<Row> rows() {
        return commands.stream().flatMap(command -> command.rows.stream());
    }

    /** The same with the commands that write those rows. */
    ResultTable only(Set<Row> selected) {
        return new ResultTable(
                name,
                commands.stream().flatMap(command -> command.only(selected)).toList());
    }
}
