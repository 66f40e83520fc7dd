package com.hazelcast.certification.rules.model;

import java.time.ZoneId;

/** Which entries an aggregate looks at; {@code T} is the transaction that is scored. */
public sealed interface Window {
    /** Entries newer than T's time less the width. */
    record Sliding(long widthMs) implements Window {}

    /** Entries of T's day and of so many days less one before it, by the calendar of a zone, and newer ones. */
    record CalendarDays(int days, ZoneId zone) implements Window {}

    /** Entry number i, newest first, belongs when it is newer than T's time less i times the width. */
    record Ladder(long widthMs) implements Window {}

    /**
     * A cut-off begins at T's time. Each entry, newest first, moves it back by the width. An entry that is newer and fulfils the
     * filter moves it forward by width and step; it belongs when it is still newer.
     */
    record Chain(long widthMs, long stepMs) implements Window {}
}
