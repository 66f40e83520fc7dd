package com.hazelcast.certification.plan;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What {@code bench scale-out} has measured of one cluster at one load: a line of {@code scale-out.csv}. Immutable.
 *
 * @param members of the cluster
 * @param shards of the cluster
 * @param backups of each shard, synchronous ones
 * @param offeredTps transactions a second that were offered to all members together
 * @param tps transactions a second that were answered
 * @param cpuUs processor time of all members, in microseconds a transaction; the source's is not in it
 * @param batchesPerSecond calls that score a batch on its shard, of all members
 * @param p50Ms time to an answer from when the transaction was due, of the slowest member; the others likewise. NaN: the machine was busy
 *     with other work, which such times do not bear
 * @param stolenShare what the machine's host kept of the processors' time, 0 to 1; NaN where that is not known
 * @param machine with its cores and JDK
 * @param commit that ran
 * @param date of the run
 * @param isDriverBound whether the source itself was the bound, so that the figures say more of it than of the members; false in rows of before
 *     it was kept
 */
public record MeasuredCost(
        int members,
        int shards,
        int backups,
        long offeredTps,
        double tps,
        double cpuUs,
        double batchesPerSecond,
        double p50Ms,
        double p99Ms,
        double p999Ms,
        double stolenShare,
        String machine,
        String commit,
        String date,
        boolean isDriverBound) {
    /** The names of the columns, as the first line of a file has them. */
    public static final String HEAD =
            "members;shards;backups;offered_tps;tps;cpu_us;batches_per_second;p50_ms;p99_ms;p999_ms;stolen;machine;commit;date;driver";

    private static final String TABLE = "/scale-out.csv";
    private static final int COLUMNS = 15;

    /** Rows of before have no last column. */
    private static final int COLUMNS_BEFORE = COLUMNS - 1;

    /** The first names of the columns, whatever the others are. */
    private static final String HEAD_BEGIN = "members;";

    private static final String BOUND = "bound";

    /** A cluster that answers less of what is offered is overloaded: its cost is that of a queue. */
    public static final double KEPT_UP_SHARE = 0.99;

    private static final double P50_MS_MAX = 20;

    /** All that was measured for this release. */
    public static List<MeasuredCost> all() {
        InputStream table = Objects.requireNonNull(MeasuredCost.class.getResourceAsStream(TABLE), TABLE);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
            return parse(lines.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + TABLE, e);
        }
    }

    /** The rows of such a file; lines that begin with # and the head are no rows. */
    public static List<MeasuredCost> parse(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith(HEAD_BEGIN))
                .map(MeasuredCost::parse)
                .toList();
    }

    static MeasuredCost parse(String line) {
        String[] fields = line.split(";", -1);
        if (fields.length != COLUMNS && fields.length != COLUMNS_BEFORE) {
            throw new IllegalArgumentException(
                    "a measured cost has " + COLUMNS + " columns, " + HEAD + ": line=" + line);
        }
        try {
            return new MeasuredCost(
                    Integer.parseInt(fields[0]),
                    Integer.parseInt(fields[1]),
                    Integer.parseInt(fields[2]),
                    Long.parseLong(fields[3]),
                    Double.parseDouble(fields[4]),
                    Double.parseDouble(fields[5]),
                    Double.parseDouble(fields[6]),
                    numberOrNan(fields[7]),
                    numberOrNan(fields[8]),
                    numberOrNan(fields[9]),
                    numberOrNan(fields[10]),
                    fields[11],
                    fields[12],
                    fields[13],
                    fields.length == COLUMNS && fields[COLUMNS - 1].equals(BOUND));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no number in a column of " + HEAD + ": line=" + line, e);
        }
    }

    private static double numberOrNan(String field) {
        return field.isEmpty() ? Double.NaN : Double.parseDouble(field);
    }

    private static String text(String format, double number) {
        return Double.isNaN(number) ? "" : String.format(Locale.ROOT, format, number);
    }

    /** The row as a line of the file. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "%d;%d;%d;%d;%.0f;%.3f;%.0f;%s;%s;%s;%s;%s;%s;%s;%s",
                members,
                shards,
                backups,
                offeredTps,
                tps,
                cpuUs,
                batchesPerSecond,
                text("%.2f", p50Ms),
                text("%.2f", p99Ms),
                text("%.2f", p999Ms),
                text("%.4f", stolenShare),
                machine,
                commit,
                date,
                isDriverBound ? BOUND : "");
    }

    /** Whether it is of the same cluster and load as another: a newer one replaces it. */
    public boolean isOfSameLoad(MeasuredCost other) {
        return members == other.members
                && shards == other.shards
                && backups == other.backups
                && offeredTps == other.offeredTps;
    }

    /** Whether the cluster answered what it was offered. Only then does its cost say what a transaction takes. */
    public boolean hasKeptUp() {
        return tps >= KEPT_UP_SHARE * offeredTps;
    }

    /**
     * Whether its cost is that of calls, as a model has them. Where the median is above some ten latency targets, the processors were full:
     * transactions waited for each other, and each took what there was.
     */
    public boolean isOfCalls() {
        return hasKeptUp() && p50Ms <= P50_MS_MAX;
    }

    /** Calls that score a batch on its shard, a transaction; 1 at most when each carries one. */
    public double batchesPerTransaction() {
        return batchesPerSecond / tps;
    }
}
