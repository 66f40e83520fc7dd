package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.rules.live.Decisions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Notices that a set declines more than it may. Looks at the decisions of the last seconds on this member. Used by one thread. */
final class Breaker {
    private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(3);
    private static final double PERCENT = 100;

    /** Of fewer decisions a share says little. */
    static final long DECISIONS_MIN = 100;

    private record Sample(long atNs, Decisions decisions) {}

    private final Deque<Sample> samples = new ArrayDeque<>();
    private int set;

    /**
     * Looks.
     *
     * @param number of the set that decides; when it is another than before, nothing of the other counts
     * @param now what it has decided since the member started
     * @param limitPercent of its decisions that may decline
     * @return what is wrong; empty: nothing
     */
    Optional<String> look(int number, Decisions now, int limitPercent, long nowNs) {
        if (number != set) {
            set = number;
            samples.clear();
        }
        while (samples.size() > 1 && nowNs - samples.peekFirst().atNs > WINDOW_NS) {
            samples.removeFirst();
        }
        samples.addLast(new Sample(nowNs, now));
        Decisions before = samples.getFirst().decisions;
        long made = now.made() - before.made();
        long declined = now.declined() - before.declined();
        double percent = made == 0 ? 0 : PERCENT * declined / made;
        return made < DECISIONS_MIN || percent <= limitPercent
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "set %d declined %.1f %% of %d within %d s on one member, and may decline %d %%",
                        number,
                        percent,
                        made,
                        TimeUnit.NANOSECONDS.toSeconds(WINDOW_NS),
                        limitPercent));
    }
}
