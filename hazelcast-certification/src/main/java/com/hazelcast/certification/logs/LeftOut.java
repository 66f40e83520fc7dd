package com.hazelcast.certification.logs;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** How many lines were left out since the process began, by event. Thread-safe. */
final class LeftOut {
    private final ConcurrentHashMap<String, LongAdder> counts = new ConcurrentHashMap<>();

    void add(String event) {
        counts.computeIfAbsent(event, ignored -> new LongAdder()).increment();
    }

    Map<String, Long> counts() {
        Map<String, Long> now = new TreeMap<>();
        counts.forEach((event, count) -> now.put(event, count.sum()));
        return now;
    }
}
