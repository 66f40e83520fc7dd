package com.hazelcast.certification.console.throughput;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Something that happened in the cluster, for a chart over time.
 *
 * @param atMs when it was noticed first
 * @param kind what it was
 * @param text the same for people, without its first letter large and without an end
 */
public record Mark(long atMs, Kind kind, String text) {
    /** An answer has at most so many, the newest. */
    static final int COUNT_MAX = 200;

    /** Clocks of members differ, and a cluster starts within some seconds: what several report within this time is one event. */
    private static final long TOGETHER_MS = 10_000;

    private static final int NAMED_MAX = 3;

    /** What can happen. In the API by its {@link #label}. */
    public enum Kind {
        /** A member is in the cluster that was not. */
        MEMBER_JOINED,
        /** A member is not in the cluster any more. */
        MEMBER_LEFT,
        /** A load has brought all shards. */
        LOAD_ENDED,
        /** Members read what they are to score. */
        SCORING_STARTED,
        /** Members read nothing any more. */
        SCORING_STOPPED,
        /** A set of rules decides. */
        SET_ACTIVATED,
        /** A set of rules decides for a share of the cards. */
        SET_CANARY,
        /** Somebody has ended what a set decided. */
        SET_ROLLED_BACK,
        /** The breaker has: the set declined too much. */
        SET_TAKEN_BACK,
        /** What a later release notices and this one does not have; it is left out. */
        @JsonEnumDefaultValue
        OTHER;

        /** As the API has it. */
        @JsonValue
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it is about one member, which the others notice. */
        private boolean isOfOneMember() {
            return this == MEMBER_JOINED || this == MEMBER_LEFT;
        }
    }

    /**
     * What one member has noticed.
     *
     * @param address of the member that it is about
     */
    public record Noticed(long atMs, Kind kind, String address) {}

    /** By whom something was noticed. */
    private record Report(String by, Noticed noticed) {}

    /** One event, as several members have reported it. */
    private static final class Event {
        private final long atMs;
        private final Kind kind;
        private final Set<String> reporters = new TreeSet<>();
        private final Set<String> addresses = new TreeSet<>();

        Event(Noticed first) {
            atMs = first.atMs;
            kind = first.kind;
        }

        /** What one member reports twice are two events. */
        boolean isOf(Report report) {
            return report.noticed.atMs - atMs < TOGETHER_MS && !reporters.contains(report.by);
        }

        void add(Report report) {
            reporters.add(report.by);
            addresses.add(report.noticed.address);
        }

        Mark mark() {
            return new Mark(atMs, kind, textOf(kind, names()));
        }

        private String names() {
            String first = addresses.stream().limit(NAMED_MAX).collect(Collectors.joining(", "));
            return addresses.size() <= NAMED_MAX ? first : first + " and " + (addresses.size() - NAMED_MAX) + " more";
        }
    }

    private static String textOf(Kind kind, String names) {
        return switch (kind) {
            case MEMBER_JOINED -> names + " joined";
            case MEMBER_LEFT -> names + " left";
            case LOAD_ENDED -> "load ended";
            case SCORING_STARTED -> "scoring started at " + names;
            case SCORING_STOPPED -> "scoring stopped at " + names;
            case SET_ACTIVATED, SET_CANARY, SET_ROLLED_BACK, SET_TAKEN_BACK, OTHER -> kind.label();
        };
    }

    /** What members have noticed, each event once, the oldest first. */
    static List<Mark> of(List<MemberThroughput> members) {
        List<Report> reports = new ArrayList<>();
        for (MemberThroughput member : members) {
            for (Noticed noticed : member.noticed()) {
                if (noticed.kind != Kind.OTHER) {
                    reports.add(new Report(member.address(), noticed));
                }
            }
        }
        reports.sort(
                Comparator.comparingLong((Report report) -> report.noticed.atMs).thenComparing(report -> report.by));
        List<Event> events = new ArrayList<>();
        Map<String, Event> newest = new HashMap<>();
        for (Report report : reports) {
            Kind kind = report.noticed.kind;
            String key = kind.isOfOneMember() ? kind + report.noticed.address : kind.name();
            Event event = newest.get(key);
            if (event == null || !event.isOf(report)) {
                event = new Event(report.noticed);
                events.add(event);
                newest.put(key, event);
            }
            event.add(report);
        }
        return events.stream().map(Event::mark).toList();
    }
}
