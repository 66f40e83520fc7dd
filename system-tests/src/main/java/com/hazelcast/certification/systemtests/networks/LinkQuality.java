package com.hazelcast.certification.systemtests.networks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How a link carries what is sent over it, each way.
 *
 * @param latency on the way
 * @param jitter by which a piece takes less or more than that, evenly
 * @param stallShare of the time in which nothing arrives, 0 to less than 1; a stall lasts 200 ms to 1 s
 * @param bitsPerSecond 0: no bound
 */
public record LinkQuality(Duration latency, Duration jitter, double stallShare, long bitsPerSecond) {
    /** As if there were no link. */
    public static final LinkQuality PERFECT = new LinkQuality(Duration.ZERO, Duration.ZERO, 0, 0);

    /** 1 Mbit/s, with the latency of a modem line. */
    public static final LinkQuality NARROW = new LinkQuality(Duration.ofMillis(20), Duration.ofMillis(5), 0, 1_000_000);

    private static final double STALL_SHARE = 0.015;
    private static final int JITTER_PART = 4;

    /** @throws IllegalArgumentException when the jitter is more than the latency, or a share or a rate is out of range */
    public LinkQuality {
        if (jitter.compareTo(latency) > 0 || stallShare < 0 || stallShare >= 1 || bitsPerSecond < 0) {
            throw new IllegalArgumentException(
                    "no such link: the jitter must not be more than the latency, the share of stalls must be below 1, the rate"
                            + " not below 0: latency=" + latency + " jitter=" + jitter + " stallShare=" + stallShare
                            + " bitsPerSecond=" + bitsPerSecond);
        }
    }

    /** So much latency, a quarter of it as jitter, and stalls in 1.5 % of the time. */
    public static LinkQuality unsteady(int latencyMs) {
        return new LinkQuality(
                Duration.ofMillis(latencyMs), Duration.ofMillis(latencyMs / JITTER_PART), STALL_SHARE, 0);
    }

    /** For example {@code 80 ms ± 20 and 1.5 % stalls}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        if (bitsPerSecond > 0) {
            parts.add(String.format(Locale.ROOT, "%.0f Mbit/s", bitsPerSecond / 1e6));
        }
        parts.add(latency.toMillis() + " ms ± " + jitter.toMillis());
        if (stallShare > 0) {
            parts.add(String.format(Locale.ROOT, "%.1f %% stalls", stallShare * 100));
        }
        return String.join(" and ", parts);
    }
}
