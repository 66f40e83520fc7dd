package com.hazelcast.certification.rules.compiled;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How far a zone's clocks are from UTC, as a table of the years 1970 to 2060. Immutable; allocates nothing when asked. */
final class ZoneOffsets {
    private static final Instant FIRST = Instant.ofEpochSecond(-1);
    private static final Instant LAST = Instant.parse("2060-01-01T00:00:00Z");
    private static final long SECOND_MS = 1_000;

    private final long firstOffsetMs;
    private final long[] fromMs;
    private final long[] offsetMs;

    ZoneOffsets(ZoneId zone) {
        ZoneRules rules = zone.getRules();
        firstOffsetMs = rules.getOffset(FIRST).getTotalSeconds() * SECOND_MS;
        List<ZoneOffsetTransition> transitions = new ArrayList<>();
        ZoneOffsetTransition next = rules.nextTransition(FIRST);
        while (next != null && next.getInstant().isBefore(LAST)) {
            transitions.add(next);
            next = rules.nextTransition(next.getInstant());
        }
        fromMs = transitions.stream()
                .mapToLong(transition -> transition.getInstant().toEpochMilli())
                .toArray();
        offsetMs = transitions.stream()
                .mapToLong(transition -> transition.getOffsetAfter().getTotalSeconds() * SECOND_MS)
                .toArray();
    }

    /** What its clocks show at a time, as if they were UTC. */
    long localMs(long timeMs) {
        if (fromMs.length == 0) {
            return timeMs + firstOffsetMs;
        }
        int found = Arrays.binarySearch(fromMs, timeMs);
        int index = found >= 0 ? found : -found - 2;
        return timeMs + (index < 0 ? firstOffsetMs : offsetMs[index]);
    }
}
