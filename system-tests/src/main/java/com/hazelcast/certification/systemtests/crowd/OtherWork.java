package com.hazelcast.certification.systemtests.crowd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What processes besides this one and those that it started use of the processors, a virtual machine's host included: a
 * bound on times holds only where that is little. From {@code /proc/stat}, see proc_stat(5), and the times of processes.
 */
final class OtherWork {
    private static final Path STAT = Path.of("/proc/stat");
    private static final double TICKS_PER_SECOND = 100;

    /** In the line of all processors: user, nice, system, idle, iowait, irq, softirq, steal. */
    private static final int IDLE_FIELD = 3;

    private static final int WAIT_FIELD = 4;
    private static final int FIELDS = 8;

    private final long beganNs = System.nanoTime();
    private final double busyBefore;
    private final Map<Long, Duration> ownBefore;

    private OtherWork() throws IOException {
        busyBefore = busySeconds(Files.readAllLines(STAT).get(0));
        ownBefore = own();
    }

    /** Begins to count. */
    static OtherWork begin() throws IOException {
        return new OtherWork();
    }

    /** Its share of all processors since the beginning, 0 to 1. A process of ours that has ended meanwhile counts as another. */
    double share() throws IOException {
        double busy = busySeconds(Files.readAllLines(STAT).get(0)) - busyBefore;
        double seconds = (System.nanoTime() - beganNs) / 1e9;
        double ours = own().entrySet().stream()
                .mapToDouble(process -> process.getValue()
                                .minus(ownBefore.getOrDefault(process.getKey(), Duration.ZERO))
                                .toNanos()
                        / 1e9)
                .sum();
        return share(busy, ours, seconds, Runtime.getRuntime().availableProcessors());
    }

    static double share(double busySeconds, double ownSeconds, double seconds, int processors) {
        return Math.max(0, busySeconds - ownSeconds) / (seconds * processors);
    }

    static double busySeconds(String line) {
        long[] ticks = Arrays.stream(line.split("\\s+"))
                .skip(1)
                .limit(FIELDS)
                .mapToLong(Long::parseLong)
                .toArray();
        return (Arrays.stream(ticks).sum() - ticks[IDLE_FIELD] - ticks[WAIT_FIELD]) / TICKS_PER_SECOND;
    }

    private static Map<Long, Duration> own() {
        Map<Long, Duration> own = new HashMap<>();
        ProcessHandle self = ProcessHandle.current();
        Stream.concat(Stream.of(self), self.descendants())
                .forEach(process ->
                        process.info().totalCpuDuration().ifPresent(duration -> own.put(process.pid(), duration)));
        return own;
    }
}
