package com.hazelcast.certification.cli.demo;

import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.cli.output.LiveLine;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * One part of the demo: how many transactions were scored in it, and how long they waited for their answers, on the slowest
 * member. Immutable.
 *
 * @param driver what sent them did meanwhile
 */
public record DemoPhase(long scored, long elapsedNs, long p50Ns, long p99Ns, long p999Ns, DriverWork driver) {
    private static final long STEP_NS = 1_000_000_000L;
    private static final double NS_PER_MS = 1e6;

    /**
     * Lets a loaded cluster score for that time, with a line a second, and stops it.
     *
     * @param warmUp the part at the beginning whose times to an answer do not count
     * @throws IOException when the source does not say what it does
     */
    public static DemoPhase run(ClusterControl cluster, DemoSource source, Duration warmUp, Duration duration)
            throws IOException, InterruptedException {
        DriverWork before = source.work();
        DemoPhase phase = score(cluster, warmUp, duration, () -> "");
        DriverWork driver = source.work().since(before);
        var unusedStop = cluster.stop();
        return phase.sentBy(driver);
    }

    /** The same phase, whose transactions came from a load tool that has done so much. */
    public DemoPhase sentBy(DriverWork work) {
        return new DemoPhase(scored, elapsedNs, p50Ns, p99Ns, p999Ns, work);
    }

    /**
     * The same, and lets it score on; what has sent the transactions is not looked at.
     *
     * @param more what stands behind the figures of each line
     */
    public static DemoPhase score(ClusterControl cluster, Duration warmUp, Duration duration, Supplier<String> more)
            throws InterruptedException {
        long before = scored(cluster.statuses());
        LiveLine live = new LiveLine(before);
        var unusedStart = cluster.start();
        long beginNs = System.nanoTime();
        watch(cluster, live, beginNs + warmUp.toNanos(), more);
        cluster.resetLatency();
        watch(cluster, live, beginNs + duration.toNanos(), more);
        live.end();
        long elapsedNs = System.nanoTime() - beginNs;
        List<MemberStatus> after = cluster.statuses();
        return new DemoPhase(
                scored(after) - before,
                elapsedNs,
                slowestNs(after, status -> status.latency().p50Ns()),
                slowestNs(after, status -> status.latency().p99Ns()),
                slowestNs(after, status -> status.latency().p999Ns()),
                DriverWork.NONE);
    }

    private static void watch(ClusterControl cluster, LiveLine live, long endNs, Supplier<String> more)
            throws InterruptedException {
        for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            Thread.sleep(Duration.ofNanos(Math.min(leftNs, STEP_NS)).toMillis() + 1);
            live.print(cluster.statuses(), more.get());
        }
    }

    private static long scored(List<MemberStatus> statuses) {
        return statuses.stream()
                .mapToLong(status -> status.accounting().scored())
                .sum();
    }

    private static long slowestNs(List<MemberStatus> statuses, ToLongFunction<MemberStatus> valueNs) {
        return statuses.stream().mapToLong(valueNs).max().orElse(0);
    }

    /** In a line; the times are called as the parameter says. With a second line when what sent was the bound. */
    public String describe(String times) {
        String line = String.format(
                Locale.ROOT,
                "%,.0f TPS for %.1f s; %s p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms",
                scored * 1e9 / elapsedNs,
                elapsedNs / 1e9,
                times,
                p50Ns / NS_PER_MS,
                p99Ns / NS_PER_MS,
                p999Ns / NS_PER_MS);
        String bound = driver.bound();
        return bound.isEmpty() ? line : line + System.lineSeparator() + "bounded by the driver: " + bound;
    }
}
