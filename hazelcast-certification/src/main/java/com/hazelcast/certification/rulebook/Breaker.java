package com.hazelcast.certification.rulebook;

import com.hazelcast.certification.rules.live.BreakerLimits;
import com.hazelcast.certification.rules.live.Decisions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Notices that a set declines more than it may. Compares its decisions of the last seconds on this member with a share, or with those of
 * the hour before, whichever sets made these. Where these are fewer than {@value #DECISIONS_MIN}, it looks back up to five minutes. Used by
 * one thread.
 */
final class Breaker {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final double PERCENT = 100;

    /** Of fewer decisions a share says little. */
    static final long DECISIONS_MIN = 100;

    /** Where a member decides little, it looks back further than the limits' seconds until it has enough, so far at most. */
    static final long GROWN_NS = TimeUnit.MINUTES.toNanos(5);

    private static final double NS_PER_SECOND = 1e9;

    private record Sample(long atNs, Decisions decisions) {}

    /** What was decided within some time. */
    private record Window(Decisions decisions, long ns) {}

    /** What was decided up to each look of the last minutes, the oldest first. */
    private final Deque<Sample> samples = new ArrayDeque<>();

    /** What was decided in each minute of the last hour, the oldest first. */
    private final Deque<Sample> minutes = new ArrayDeque<>();

    private int set;

    /** The last look, and how long nothing was declined until then: {@link #minutes} are by a clock that stands still meanwhile. */
    private long lookedNs = Long.MIN_VALUE;

    private long stoodNs;

    /**
     * Looks, and compares with the hour before that this one has seen.
     *
     * @param number of the set that decides; when it is another than before, the seconds begin anew
     * @param now what it has decided since the member started
     * @return what is wrong; empty: nothing
     */
    Optional<String> look(int number, Decisions now, BreakerLimits limits, long nowNs) {
        Window last = last(number, now, limits, nowNs);
        return judge(last, minus(hour(), last.decisions), limits);
    }

    /**
     * As the other one, with another hour to compare with.
     *
     * @param hour what was decided in it
     */
    Optional<String> look(int number, Decisions now, BreakerLimits limits, long nowNs, Decisions hour) {
        return judge(last(number, now, limits, nowNs), hour, limits);
    }

    /** No set decides any more: when one does again, the seconds begin anew. */
    void forget() {
        set = 0;
        samples.clear();
    }

    /** Nothing is declined now, whatever sets would: what is decided does not count, and the hour before stays that before. */
    void standStill(long nowNs) {
        if (lookedNs != Long.MIN_VALUE) {
            stoodNs += nowNs - lookedNs;
            lookedNs = nowNs;
        }
        forget();
    }

    /** The decisions of the limits' seconds, or of as many more as it takes to have enough. */
    private Window last(int number, Decisions now, BreakerLimits limits, long nowNs) {
        lookedNs = nowNs;
        if (number != set) {
            set = number;
            samples.clear();
        }
        if (!samples.isEmpty()) {
            addToHour(minus(now, samples.getLast().decisions), nowNs - stoodNs);
        }
        while (samples.size() > 1 && nowNs - samples.getFirst().atNs > GROWN_NS) {
            samples.removeFirst();
        }
        samples.addLast(new Sample(nowNs, now));
        long windowNs = TimeUnit.SECONDS.toNanos(limits.windowS());
        Sample from = samples.getLast();
        for (Iterator<Sample> older = samples.descendingIterator(); older.hasNext(); ) {
            Sample sample = older.next();
            boolean isInside = nowNs - sample.atNs <= windowNs;
            if (!isInside && now.made() - from.decisions.made() >= DECISIONS_MIN) {
                break;
            }
            from = sample;
        }
        return new Window(minus(now, from.decisions), Math.max(windowNs, nowNs - from.atNs));
    }

    private void addToHour(Decisions made, long nowNs) {
        while (!minutes.isEmpty() && nowNs - minutes.getFirst().atNs > HOUR_NS) {
            minutes.removeFirst();
        }
        Sample minute = minutes.peekLast();
        if (minute == null || nowNs - minute.atNs >= MINUTE_NS) {
            minutes.addLast(new Sample(nowNs, made));
        } else {
            minutes.removeLast();
            minutes.addLast(new Sample(minute.atNs, plus(minute.decisions, made)));
        }
    }

    /** What was decided in the last hour, whichever sets did. */
    Decisions hour() {
        return minutes.stream().map(Sample::decisions).reduce(new Decisions(0, 0), Breaker::plus);
    }

    private Optional<String> judge(Window window, Decisions before, BreakerLimits limits) {
        Decisions last = window.decisions;
        if (last.made() < DECISIONS_MIN) {
            return Optional.empty();
        }
        double share = (double) last.declined() / last.made();
        if (limits.percent() > 0 && PERCENT * share > limits.percent()) {
            return Optional.of(String.format(Locale.ROOT, "%s, and may decline %d %%", text(window), limits.percent()));
        }
        // Where none was declined, one would be too many: then the hour counts as if it had one.
        double shareBefore =
                before.made() < DECISIONS_MIN ? 1 : (double) Math.max(1, before.declined()) / before.made();
        if (limits.times() > 0 && share > limits.times() * shareBefore) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "%s, and may decline %.1f times as many as in the hour before, %.1f %% of %d",
                    text(window),
                    limits.times(),
                    PERCENT * shareBefore,
                    before.made()));
        }
        return Optional.empty();
    }

    private String text(Window window) {
        Decisions last = window.decisions;
        return String.format(
                Locale.ROOT,
                "set %d declined %.1f %% of %d within %d s on one member",
                set,
                PERCENT * last.declined() / last.made(),
                last.made(),
                Math.round(window.ns / NS_PER_SECOND));
    }

    private static Decisions plus(Decisions one, Decisions other) {
        return new Decisions(one.made() + other.made(), one.declined() + other.declined());
    }

    private static Decisions minus(Decisions one, Decisions other) {
        return new Decisions(one.made() - other.made(), one.declined() - other.declined());
    }
}
