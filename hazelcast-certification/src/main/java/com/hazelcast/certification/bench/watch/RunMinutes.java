package com.hazelcast.certification.bench.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The minutes of a run, which show whether it slows down as cards grow old and memory fills. A run of less than two minutes has none, and
 * what is left after the last whole minute is in none. Immutable, pure.
 */
public record RunMinutes(List<RunMinute> minutes) {
    /** The columns of the CSV. */
    public static final String CSV_HEAD =
            "rate_tps,minute,tps,p50_ms,p99_ms,p999_ms,cpu_ns_per_transaction,resident_bytes";

    private static final int LEAST = 2;
    private static final double BYTES_PER_MIB = 1 << 20;

    public RunMinutes {
        minutes = List.copyOf(minutes);
    }

    /**
     * How the last minute compares with the first: 1 is as then, 2 twice as much; NaN where the first has nothing to compare with.
     *
     * @param tps of the throughput
     * @param p99 of the time to an answer
     * @param cpu of the processor time of a transaction
     */
    public record LastToFirst(double tps, double p99, double cpu) {}

    /** How long after the begin of a run a sample is due: at the begin, and after each whole minute; none when there are too few. */
    public static List<Duration> samplesDue(Duration run) {
        long whole = run.toMinutes();
        return whole < LEAST
                ? List.of()
                : LongStream.rangeClosed(0, whole).mapToObj(Duration::ofMinutes).toList();
    }

    /** From the samples at the begin, and after each minute. */
    public static RunMinutes of(List<RunSample> samples) {
        return new RunMinutes(IntStream.range(1, samples.size())
                .mapToObj(i -> RunMinute.between(i, samples.get(i - 1), samples.get(i)))
                .toList());
    }

    /** Empty when there are no two minutes. */
    public Optional<LastToFirst> lastToFirst() {
        if (minutes.size() < LEAST) {
            return Optional.empty();
        }
        RunMinute first = minutes.get(0);
        RunMinute last = minutes.get(minutes.size() - 1);
        return Optional.of(new LastToFirst(
                ratio(last.tps(), first.tps()),
                ratio(last.p99Ms(), first.p99Ms()),
                ratio(last.cpuNsPerTransaction(), first.cpuNsPerTransaction())));
    }

    private static double ratio(double last, double first) {
        return first == 0 ? Double.NaN : last / first;
    }

    /** A line a minute and one that compares the last with the first; none when there are no two minutes. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lastToFirst().ifPresent(ratios -> {
            lines.add("minute         TPS    p50 ms    p99 ms  p99.9 ms  ns a transaction  resident MiB");
            minutes.forEach(minute -> lines.add(text(
                    "%6d %,11.0f %9.2f %9.2f %9.2f %17.0f %13.0f",
                    minute.number(),
                    minute.tps(),
                    minute.p50Ms(),
                    minute.p99Ms(),
                    minute.p999Ms(),
                    minute.cpuNsPerTransaction(),
                    minute.residentBytes() / BYTES_PER_MIB)));
            lines.add(text(
                    "last minute against the first: TPS × %.3f, p99 × %.2f, processor time a transaction × %.3f",
                    ratios.tps, ratios.p99, ratios.cpu));
        });
        return lines;
    }

    /**
     * A line of CSV a minute, as {@link #CSV_HEAD} names its columns; what is not known is left empty.
     *
     * @param rate that was offered; 0: as fast as it was read
     */
    public List<String> csv(long rate) {
        return minutes.stream()
                .map(minute -> String.join(
                        ",",
                        Long.toString(rate),
                        Integer.toString(minute.number()),
                        known("%.0f", minute.tps()),
                        known("%.3f", minute.p50Ms()),
                        known("%.3f", minute.p99Ms()),
                        known("%.3f", minute.p999Ms()),
                        known("%.1f", minute.cpuNsPerTransaction()),
                        known("%.0f", minute.residentBytes())))
                .toList();
    }

    private static String known(String format, double value) {
        return Double.isNaN(value) ? "" : text(format, value);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
