package com.hazelcast.certification.rules.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a calendar says of a time, in a zone. */
public enum CalendarPart {
    /** 0 to 23. */
    HOUR(Kind.NUMBER, 23),
    /** Minutes since midnight. */
    TIME_OF_DAY(Kind.TIME_OF_DAY, 1_439),
    /** 1 (Monday) to 7. */
    WEEKDAY(Kind.WEEKDAY, 7),
    /** Of the month, from 1. */
    DAY(Kind.NUMBER, 31),
    /** 1 to 12. */
    MONTH(Kind.NUMBER, 12);

    private final Kind kind;
    private final int max;

    CalendarPart(Kind kind, int max) {
        this.kind = kind;
        this.max = max;
    }

    public Kind kind() {
        return kind;
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
