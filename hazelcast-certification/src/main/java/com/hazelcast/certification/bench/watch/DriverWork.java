package com.hazelcast.certification.bench.watch;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a load tool itself has done, since its start or between two moments: it shows whether the tool was the bound of what it measures. As
 * a line of text it is what a source writes down for its bench. Immutable.
 *
 * @param timeNs when, by {@code System.nanoTime()}; of a difference, how long it took
 * @param cpuNs processor time of its process, or of its thread where one alone sends
 * @param pauseMs time of collections
 * @param threads that send, as far as the machine has processors for them
 * @param lateNs by how much all that send were late with what nothing held back, added up
 */
public record DriverWork(long timeNs, long cpuNs, long pauseMs, int threads, long lateNs) {
    /** Of a load tool that has sent nothing; as a difference it is the bound of nothing. */
    public static final DriverWork NONE = new DriverWork(0, 0, 0, 1, 0);

    /** The columns of a line. */
    static final String HEAD = "time_ns,cpu_ns,pause_ms,threads,late_ns";

    /** Share of the time of its threads above which a load tool is the bound. */
    private static final double BUSY = 0.9;

    /** Late for a longer share of the time, more than 1 in 100 is late. */
    private static final double LATE_SHARE = 0.01;

    /** Of a shorter time nothing is said: its figures are those of a start. */
    private static final long SHORTEST_NS = 1_000_000_000;

    private static final double PERCENT = 100;

    /**
     * Of this process until now.
     *
     * @param threads that send
     */
    public static DriverWork now(int threads, long lateNs) {
        var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long pauseMs = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        int running = Math.max(1, Math.min(threads, Runtime.getRuntime().availableProcessors()));
        return new DriverWork(System.nanoTime(), process.getProcessCpuTime(), pauseMs, running, lateNs);
    }

    /**
     * Of the calling thread until now, where it alone sends.
     *
     * @param lateNs by how much it was late
     */
    public static DriverWork ofThisThread(long lateNs) {
        long cpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        return new DriverWork(System.nanoTime(), cpuNs, now(1, 0).pauseMs, 1, lateNs);
    }

    /** What has been done since then, by the threads that there are now. */
    public DriverWork since(DriverWork then) {
        return new DriverWork(
                timeNs - then.timeNs, cpuNs - then.cpuNs, pauseMs - then.pauseMs, threads, lateNs - then.lateNs);
    }

    /** Of a difference: processors that it had, or its thread; NaN when no time has passed. */
    public double cores() {
        return timeNs == 0 ? Double.NaN : cpuNs / (double) timeNs;
    }

    /** Of a difference: for which share of their time its threads were late; NaN when no time has passed. */
    public double lateShare() {
        return timeNs == 0 ? Double.NaN : lateNs / ((double) timeNs * threads);
    }

    /** Of a difference: why the figures say more of the load tool than of the members; empty: they do not. */
    public String bound() {
        if (timeNs < SHORTEST_NS) {
            return "";
        }
        if (cores() > BUSY * threads) {
            return String.format(
                    Locale.ROOT,
                    "what sends had %.2f processors and takes at most %d; take several, on other machines",
                    cores(),
                    threads);
        }
        if (lateShare() > LATE_SHARE) {
            return String.format(
                    Locale.ROOT,
                    "what sends was late for %.1f %% of the time though nothing held it back; the machine had no processor for it",
                    PERCENT * lateShare());
        }
        return "";
    }

    /** Of a difference, for people; with a second line when it was the bound. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(String.format(
                Locale.ROOT,
                "load tool: %.2f processors, %d ms of collections, late for %.1f %% of the time",
                cores(),
                pauseMs,
                PERCENT * lateShare())));
        if (!bound().isEmpty()) {
            lines.add("bounded by the driver: " + bound());
        }
        return lines;
    }

    /** As {@link #HEAD} names its columns. */
    String line() {
        return timeNs + "," + cpuNs + "," + pauseMs + "," + threads + "," + lateNs;
    }

    /**
     * From such a line.
     *
     * @throws IllegalArgumentException when it is none
     */
    static DriverWork parse(String line) {
        String[] cells = line.split(",", -1);
        if (cells.length != HEAD.split(",", -1).length) {
            throw new IllegalArgumentException("not a line of what a load tool has done: line=" + line);
        }
        return new DriverWork(
                Long.parseLong(cells[0]),
                Long.parseLong(cells[1]),
                Long.parseLong(cells[2]),
                Integer.parseInt(cells[3]),
                Long.parseLong(cells[4]));
    }
}
