package com.hazelcast.certification.bench;

import com.hazelcast.certification.bench.ResultRow.Figure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rows of {@code bench scale-out}: what a transaction costs by members, shards, rate and backups. All on one machine, natural traffic,
 * after three minutes of warm-up; small heaps, so that eight members fit. Some four minutes a row.
 */
public final class ScaleOutRows {
    private static final String TABLE = "scale-out";
    private static final int FIGURE_CELL = 3;
    private static final int[] SHARDS = {7, 31, 127, 503};
    private static final int[] MANY_SHARDS = {31, 127};
    private static final int[] RATES = {30_000, 300_000, 800_000};
    private static final int RATE = 100_000;

    private static final List<ResultRow> ALL = rows();

    private ScaleOutRows() {}

    private static List<ResultRow> rows() {
        List<ResultRow> rows = new ArrayList<>();
        for (int shards : SHARDS) {
            rows.add(row(2, 1, shards, RATE));
        }
        for (int members : new int[] {4, 8}) {
            for (int shards : MANY_SHARDS) {
                rows.add(row(members, 1, shards, RATE));
            }
        }
        for (int rate : RATES) {
            rows.add(row(2, 1, SHARDS[0], rate));
        }
        rows.add(row(1, 0, SHARDS[0], RATE));
        rows.add(row(2, 0, SHARDS[0], RATE));
        rows.add(row(2, 0, SHARDS[2], RATE));
        return List.copyOf(rows);
    }

    private static ResultRow row(int members, int backups, int shards, int rate) {
        String what = String.format(
                Locale.ROOT, "%,d TPS, members %d, shards %d, backups %d", rate, members, shards, backups);
        String command = "bench end-to-end --members " + members + " --backups " + backups + " --shards " + shards
                + " --rate " + rate + " --readers 1 --cards 400000 --member-heap 1g --warm-up 180s --duration 30s";
        return new ResultRow(TABLE, what, Figure.COST, 1, List.of(command.split(" ")));
    }

    /** All rows, in the order in which they are made. */
    public static List<ResultRow> all() {
        return ALL;
    }

    /**
     * What the rows of a file say; those that have not been measured are left out.
     *
     * @throws IOException when the file has no such table
     */
    public static List<ClusterCost> measured(Path file) throws IOException {
        MarkdownTable table = ResultRun.table(file, TABLE);
        table.find();
        List<ClusterCost> costs = new ArrayList<>();
        for (ResultRow row : ALL) {
            table.row(row.what()).flatMap(line -> cost(row, line)).ifPresent(costs::add);
        }
        return List.copyOf(costs);
    }

    private static Optional<ClusterCost> cost(ResultRow row, String line) {
        return Stream.of(line.split(" \\| "))
                .skip(FIGURE_CELL - 1)
                .findFirst()
                .flatMap(figure -> ClusterCost.of(row.command(), figure));
    }
}
