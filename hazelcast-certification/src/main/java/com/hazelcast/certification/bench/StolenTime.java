package com.hazelcast.certification.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The processors' time that a virtual machine's host gave to others, since the start: the slowest answers of a shared machine
 * follow it. From the first line of {@code /proc/stat}, see proc_stat(5). Immutable.
 */
public final class StolenTime {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int STEAL_FIELD = 7;

    private final long[] atStart;

    private StolenTime(long[] atStart) {
        this.atStart = atStart;
    }

    /** Begins to count. */
    public static StolenTime start() {
        return new StolenTime(ticks());
    }

    /** Its share of all time since the start, 0 to 1; NaN where the kernel does not report it. */
    public double share() {
        return share(atStart, ticks());
    }

    static double share(long[] before, long[] after) {
        if (before.length <= STEAL_FIELD || after.length <= STEAL_FIELD) {
            return Double.NaN;
        }
        return (after[STEAL_FIELD] - before[STEAL_FIELD]) / (double) (total(after) - total(before));
    }

    // Guests' time, behind the stolen, is part of user time already.
    private static long total(long[] ticks) {
        return Arrays.stream(ticks, 0, STEAL_FIELD + 1).sum();
    }

    private static long[] ticks() {
        if (!Files.isReadable(STAT)) {
            return new long[0];
        }
        try {
            return parse(Files.readAllLines(STAT).get(0));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot be read: " + STAT, e);
        }
    }

    static long[] parse(String line) {
        return Arrays.stream(line.split("\\s+"))
                .skip(1)
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
