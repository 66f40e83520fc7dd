package com.hazelcast.certification.bench.results;

import com.hazelcast.certification.bench.ScaleOutLoads;
import com.hazelcast.certification.bench.kafka.KafkaBench;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A table of {@code TEST_RESULTS.md} whose rows the commands write themselves, with {@code --results}. Immutable.
 *
 * @param name in the comment before it
 * @param commands one after the other
 */
public record ResultTable(String name, List<Command> commands) {
    private static final String SCALE_OUT = "bench scale-out";
    private static final String KAFKA = "bench kafka";

    private static final int KAFKA_CARDS = 1_000_000;

    /**
     * So that each card of a full topic pays every 36 hours by the clock of the records: all of them within minutes would be bursts, which are
     * walked. With 24 million records 36 days pass.
     */
    private static final String KAFKA_CLOCK =
            " --clock-speed " + KafkaBench.clockSpeed(KAFKA_CARDS, Duration.ofHours(36));

    /** Histories of these cards grow from 20 entries to 44, and take some 1.2 GB. */
    private static final String NATURAL_PACE = KAFKA_CLOCK + " --cards " + KAFKA_CARDS + " --member-heap 4g";

    private static final String GATEWAY = "bench gateway --cards 1000000";
    private static final Members ONE_WITH_TLS = new Members(1, true);

    /** All of them, in the order in which they are made. */
    public static final List<ResultTable> ALL = List.of(
            new ResultTable(
                    "scale-out",
                    ScaleOutLoads.RUNS.stream()
                            .map(run -> scaleOut(" " + run.options()))
                            .toList()),
            new ResultTable(
                    "rounds",
                    List.of(new Command(
                            "bench rounds",
                            "bench rounds --cards 1000 --member-heap 512m --member-native 256m --warm-up 1s --duration 2s",
                            Optional.empty()))),
            new ResultTable(
                    "kafka",
                    List.of(
                            kafka("records,records-backup,avro", " --records 24000000" + NATURAL_PACE),
                            kafka("json", " --records 12000000" + NATURAL_PACE),
                            kafka("latency-short,all-verdicts", ""),
                            kafka("latency", " --seconds 240"),
                            kafka("catching-up", " --records 20000000 --cards 1000000 --member-heap 5g"))),
            new ResultTable(
                    "gateway",
                    List.of(
                            gateway(" --connections 8 --flat-out --warm-up 15s --duration 20s", new Members(1, false)),
                            gateway(" --connections 8 --flat-out --warm-up 20s --duration 20s", new Members(2, false)),
                            gateway(" --connections 100,500,1000,2000,2500,3000,5000,10000 --records 1 --interval 1s"
                                    + " --warm-up 5s --duration 20s"),
                            gateway(" --connections 100,200,300,400,500,1000,3000,10000 --records 1 --interval 10ms"
                                    + " --warm-up 15s --duration 15s"))));

    /**
     * A command of {@code ./fraud}.
     *
     * @param line the command
     * @param quickLine the same with few cards, for seconds: to see that it works
     * @param members that must run with a gateway each; empty: it starts what it needs
     */
    public record Command(String line, String quickLine, Optional<Members> members) {
        /** Its words. */
        public List<String> arguments(boolean isQuick) {
            return Arrays.asList((isQuick ? quickLine : line).split(" "));
        }
    }

    /**
     * Members with gateways; two have a backup.
     *
     * @param hasTls whether gateways have a certificate
     */
    public record Members(int count, boolean hasTls) {}

    private static Command scaleOut(String how) {
        return new Command(
                SCALE_OUT + how,
                SCALE_OUT + " --members 2 --shards 7 --rate 1000 --cards 20000 --heap 1g --warm-up 1s --step-warm-up 1s"
                        + " --duration 2s",
                Optional.empty());
    }

    private static Command kafka(String rows, String more) {
        return new Command(
                KAFKA + " --rows " + rows + more,
                KAFKA + " --rows " + rows
                        + " --records 20000 --rate 1000 --gateway-rate 600 --seconds 2 --cards 1000 --history 5"
                        + " --member-heap 512m" + (more.contains(KAFKA_CLOCK) ? KAFKA_CLOCK : ""),
                Optional.empty());
    }

    private static Command gateway(String how) {
        return gateway(how, ONE_WITH_TLS);
    }

    private static Command gateway(String how, Members members) {
        return new Command(
                GATEWAY + how, "bench gateway --cards 20000 --connections 4 --duration 2s", Optional.of(members));
    }

    /** Those whose names are among the texts; all when there are no texts. */
    public static List<ResultTable> select(List<String> texts) {
        return ALL.stream()
                .filter(table -> texts.isEmpty() || texts.stream().anyMatch(table.name::equalsIgnoreCase))
                .toList();
    }

    /** The texts that are names of none of these tables. */
    public static List<String> others(List<String> texts) {
        return texts.stream().filter(text -> select(List.of(text)).isEmpty()).toList();
    }
}
