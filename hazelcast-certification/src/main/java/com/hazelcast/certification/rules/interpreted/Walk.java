package com.hazelcast.certification.rules.interpreted;

import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.RunningConditions;
import com.hazelcast.certification.rules.model.Window;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One aggregate over one history: which entries belong, and what they come to. */
final class Walk {
    private final Scene scene;
    private final Aggregate aggregate;

    Walk(Scene scene, Aggregate aggregate) {
        this.scene = scene;
        this.aggregate = aggregate;
    }

    long value() {
        List<Entry> belonging = belonging();
        List<Long> values = new ArrayList<>();
        for (Entry entry : belonging) {
            long value = new Values(scene, entry, Map.of()).of(aggregate.value());
            if (value != Expression.MISSING) {
                values.add(value);
            }
        }
        long sum = values.stream().mapToLong(Long::longValue).sum();
        return switch (aggregate.kind()) {
            case COUNT -> belonging.size();
            case EXISTS -> belonging.isEmpty() ? 0 : 1;
            case SUM -> sum;
            case AVG -> values.isEmpty() ? Expression.MISSING : sum * aggregate.averageFactor() / values.size();
            case MIN -> values.isEmpty() ? Expression.MISSING : Collections.min(values);
            case MAX -> values.isEmpty() ? Expression.MISSING : Collections.max(values);
            case DISTINCT -> Math.min(Aggregate.DISTINCT_MAX, Set.copyOf(values).size());
            case NTH -> values.size() < aggregate.nth() ? Expression.MISSING : values.get(aggregate.nth() - 1);
            case TIME_SINCE -> belonging.isEmpty() ? Expression.MISSING : age(belonging.get(0));
            case AGE -> belonging.isEmpty() ? Expression.MISSING : age(belonging.get(belonging.size() - 1));
            case MOST_FREQUENT -> mostFrequent(values);
        };
    }

    private long age(Entry entry) {
        return scene.scored().timeMs() - entry.timeMs();
    }

    private static long mostFrequent(List<Long> newestFirst) {
        Map<Long, Integer> counts = new LinkedHashMap<>();
        newestFirst.forEach(value -> counts.merge(value, 1, Integer::sum));
        long best = Expression.MISSING;
        int most = 0;
        for (Map.Entry<Long, Integer> value : counts.entrySet()) {
            if (value.getValue() > most) {
                most = value.getValue();
                best = value.getKey();
            }
        }
        return best;
    }

    private List<Entry> belonging() {
        List<Entry> entries = aggregate.isIncludingThis() ? scene.all() : scene.earlier();
        Set<Condition> conditions = RunningConditions.of(aggregate.filter());
        Map<Condition, Integer> running = new HashMap<>();
        List<Entry> belonging = new ArrayList<>();
        long cutoffMs = scene.scored().timeMs();
        int number = 0;
        for (Entry entry : entries) {
            number++;
            if (aggregate.window() instanceof Window.Chain chain) {
                cutoffMs -= chain.widthMs();
                if (entry.timeMs() > cutoffMs && passes(entry, conditions, running)) {
                    cutoffMs += chain.widthMs() + chain.stepMs();
                    if (entry.timeMs() > cutoffMs) {
                        belonging.add(entry);
                    }
                }
            } else if (isInWindow(entry, number) && passes(entry, conditions, running)) {
                belonging.add(entry);
            }
        }
        return belonging;
    }

    private boolean passes(Entry entry, Set<Condition> conditions, Map<Condition, Integer> running) {
        Values values = new Values(scene, entry, running);
        for (Condition condition : conditions) {
            if (values.holds(condition)) {
                running.merge(condition, 1, Integer::sum);
            }
        }
        return values.holds(aggregate.filter());
    }

    private boolean isInWindow(Entry entry, int number) {
        if (aggregate.window() instanceof Window.Sliding sliding) {
            return entry.timeMs() > scene.scored().timeMs() - sliding.widthMs();
        }
        if (aggregate.window() instanceof Window.Ladder ladder) {
            return entry.timeMs() > scene.scored().timeMs() - number * ladder.widthMs();
        }
        Window.CalendarDays calendar = (Window.CalendarDays) aggregate.window();
        LocalDate first = day(scene.scored(), calendar.zone()).minusDays(calendar.days() - 1L);
        return !day(entry, calendar.zone()).isBefore(first);
    }

    private static LocalDate day(Entry entry, ZoneId zone) {
        return Instant.ofEpochMilli(entry.timeMs()).atZone(zone).toLocalDate();
    }
}
