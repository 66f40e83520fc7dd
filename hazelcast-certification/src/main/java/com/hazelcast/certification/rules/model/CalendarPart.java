package com.hazelcast.certification.rules.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a calendar says of a time, in a zone. */
public enum CalendarPart {
    /** 0 to 23. */
    HOUR(Kind.NUMBER, 0, 23),
    /** Minutes since midnight. */
    TIME_OF_DAY(Kind.TIME_OF_DAY, 0, 1_439),
    /** 1 (Monday) to 7. */
    WEEKDAY(Kind.WEEKDAY, 1, 7),
    /** Of the month, from 1. */
    DAY(Kind.NUMBER, 1, 31),
    /** 1 to 12. */
    MONTH(Kind.NUMBER, 1, 12);

    private final Kind kind;
    private final int min;
    private final int max;

    CalendarPart(Kind kind, int min, int max) {
        this.kind = kind;
        this.min = min;
        this.max = max;
    }

    public Kind kind() {
        return kind;
    }

    public int min() {
        return min;
    }

    public int max() {
        return max;
    }

    /** As rules write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The part of that name, which is in lower case. */
    public static Optional<CalendarPart> named(String label) {
        return Arrays.stream(values())
                .filter(part -> part.label().equals(label))
                .findFirst();
    }
}
