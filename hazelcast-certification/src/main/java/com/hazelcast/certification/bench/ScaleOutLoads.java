package com.hazelcast.certification.bench;

import com.hazelcast.certification.plan.MeasuredCost;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The loads of the table of {@code bench scale-out}, the runs that measure them, and what the project has to reach at each. Stateless. */
public final class ScaleOutLoads {
    private static final long COMPARED_TPS = 100_000;
    private static final long GREATEST_TPS = 800_000;

    /** By this clock each of the cards is paid every 36 hours at the greatest rate, and not 480 times while members warm up. */
    private static final String CLOCK_OF_GREATEST = " --clock-speed 345600";

    /** What {@code auto} gives two members with so many cards. */
    private static final int SHARDS_DEFAULT = 7;

    private static final String NOTHING = "–";

    /** The runs, one after the other. Without rows of several numbers of backups the model cannot tell what a backup adds; two take three members. */
    public static final List<Run> RUNS = List.of(
            new Run(List.of(2), List.of(7, 31, 127, 503), List.of(30_000L, COMPARED_TPS, 300_000L), 1),
            new Run(List.of(2), List.of(SHARDS_DEFAULT), List.of(GREATEST_TPS), 1),
            new Run(List.of(4, 8), List.of(31, 127), List.of(COMPARED_TPS), 1),
            new Run(List.of(3), List.of(7, 31), List.of(30_000L, COMPARED_TPS), 0),
            new Run(List.of(3), List.of(7, 31), List.of(30_000L, COMPARED_TPS), 2));

    private ScaleOutLoads() {}

    /**
     * A run of {@code bench scale-out}: a cluster for each pair of members and shards, which gets all rates.
     *
     * @param rates transactions a second offered to all members together
     */
    public record Run(List<Integer> members, List<Integer> shards, List<Long> rates, int backups) {
        public Run {
            members = List.copyOf(members);
            shards = List.copyOf(shards);
            rates = List.copyOf(rates);
        }

        /** As the command has them. */
        public String options() {
            return "--members " + text(members) + " --shards " + text(shards) + " --rate " + text(rates)
                    + Load.backupsOption(backups)
                    + Load.clockOption(rates.get(0));
        }

        /** Those that measure its rows one by one, as the rows of the table have them. */
        public List<String> commands() {
            return loads().map(Load::command).toList();
        }

        private static String text(List<? extends Number> numbers) {
            return numbers.stream().map(Number::toString).collect(Collectors.joining(","));
        }

        private Stream<Load> loads() {
            return members.stream()
                    .flatMap(count -> shards.stream()
                            .flatMap(of -> rates.stream().map(rate -> new Load(count, of, backups, rate))));
        }
    }

    /**
     * A cluster and what it is offered, in the order of the table.
     *
     * @param offeredTps transactions a second, of all members together
     */
    record Load(int members, int shards, int backups, long offeredTps) implements Comparable<Load> {
        /** Of the command. */
        private static final int BACKUPS_DEFAULT = 1;

        private static final Comparator<Load> ORDER = Comparator.comparingInt(Load::members)
                .thenComparingInt(Load::shards)
                .thenComparingInt(Load::backups)
                .thenComparingLong(Load::offeredTps);

        static Load of(MeasuredCost row) {
            return new Load(row.members(), row.shards(), row.backups(), row.offeredTps());
        }

        /** Measures it again, with the defaults of the command for all else. */
        String command() {
            return "bench scale-out --members " + members + " --shards " + shards + " --rate " + offeredTps
                    + backupsOption(backups)
                    + clockOption(offeredTps);
        }

        private static String clockOption(long tps) {
            return tps == GREATEST_TPS ? CLOCK_OF_GREATEST : "";
        }

        private static String backupsOption(int backups) {
            return backups == BACKUPS_DEFAULT ? "" : " --backups " + backups;
        }

        /** What the project has to reach. */
        String required() {
            if (backups != BACKUPS_DEFAULT) {
                return NOTHING;
            }
            return switch (members) {
                case 2 -> shards == SHARDS_DEFAULT && offeredTps != COMPARED_TPS ? ofTimes() : ofShards();
                case 4 -> offeredTps == COMPARED_TPS ? "µs at most 1.3 × those of 2 members" : NOTHING;
                case 8 -> offeredTps == COMPARED_TPS ? "µs at most 2 × those of 2 members; p99 20 ms" : NOTHING;
                default -> NOTHING;
            };
        }

        private String ofShards() {
            return offeredTps == COMPARED_TPS
                    ? "µs with 7, 31, 127 and 503 shards: the most at most 1.3 × the least"
                    : NOTHING;
        }

        private String ofTimes() {
            if (offeredTps == 30_000) {
                return "p99.9 5 ms; µs a third of 26.3";
            }
            if (offeredTps == 300_000) {
                return "p99 5 ms, p99.9 12 ms";
            }
            return offeredTps == GREATEST_TPS ? "p99 25 ms" : NOTHING;
        }

        @Override
        public int compareTo(Load other) {
            return ORDER.compare(this, other);
        }
    }

    /** All loads of the runs. */
    static List<Load> all() {
        return RUNS.stream().flatMap(Run::loads).sorted().toList();
    }
}
