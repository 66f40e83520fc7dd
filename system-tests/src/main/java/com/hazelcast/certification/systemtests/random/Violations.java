package com.hazelcast.certification.systemtests.random;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The violations of a run: how many of each kind, and the first of each in words. Thread-safe. */
final class Violations {
    private static final int EXAMPLES_MAX = 5;

    private final Map<Violation, Integer> counts = new EnumMap<>(Violation.class);
    private final List<String> examples = new ArrayList<>();
    private boolean isEnded;

    /** Counts one; keeps the words of the first ones of its kind. */
    synchronized void add(Violation kind, String words) {
        add(kind, 1, List.of(words));
    }

    /** Counts some; keeps the words of the first ones of their kind. */
    synchronized void add(Violation kind, int count, List<String> words) {
        if (count == 0 || isEnded) {
            return;
        }
        int before = counts.merge(kind, count, Integer::sum) - count;
        words.stream()
                .limit(Math.max(0, EXAMPLES_MAX - before))
                .forEach(example -> examples.add(kind.label() + ": " + example));
    }

    /** What comes from now on is of the run's own end, and is not counted. */
    synchronized void end() {
        isEnded = true;
    }

    /** The first of each kind. */
    synchronized List<String> examples() {
        return List.copyOf(examples);
    }

    /** For example {@code lost=3 silent=1}; {@code -} for none. */
    synchronized String summary() {
        return counts.isEmpty()
                ? "-"
                : counts.entrySet().stream()
                        .map(entry -> entry.getKey().label() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }
}
