package com.hazelcast.certification.source;

import com.hazelcast.certification.transaction.TransactionLayout;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The clock of a source whose records come faster than their cards pay. Up to a moment it is the real clock, and from then on it runs so many
 * times faster. A member that is given the same clock finds out when a record was due, and which record is of the future. For benches, in
 * which cards grow old within minutes. Immutable, pure.
 *
 * @param beginMs from when on it runs faster, ms since 1970
 * @param speed how many times faster
 */
public record SourceClock(long beginMs, int speed) {
    /** The real one. */
    public static final SourceClock REAL = new SourceClock(0, 1);

    /** With it ninety days pass in eight seconds, and the times that a transaction can have, up to 2039, are over within minutes. */
    private static final int SPEED_MAX = 1_000_000;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})@(\\S+)");

    /** @throws IllegalArgumentException when it would stand still, or be too fast */
    public SourceClock {
        if (speed < 1 || speed > SPEED_MAX) {
            throw new IllegalArgumentException(
                    "a source's clock must be 1 to " + SPEED_MAX + " times as fast as the real one: speed=" + speed);
        }
    }

    /**
     * Reads what {@link #text} writes.
     *
     * @param key the option that it stands in
     * @throws IllegalArgumentException when it is anything else
     */
    public static SourceClock parse(String key, String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(refusal(key, text));
        }
        try {
            return new SourceClock(Instant.parse(matcher.group(2)).toEpochMilli(), Integer.parseInt(matcher.group(1)));
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException(refusal(key, text), e);
        }
    }

    private static String refusal(String key, String text) {
        return key + " must be a speed and from when on it holds, such as 86400@2026-12-31T00:00:00Z: " + key + "="
                + text;
    }

    /** As it stands in an option, such as {@code 86400@2026-12-31T00:00:00Z}. */
    public String text() {
        return speed + "@" + Instant.ofEpochMilli(beginMs);
    }

    /** What it shows at a real time; both in ms since 1970. */
    public long timeMs(long realMs) {
        return realMs <= beginMs ? realMs : beginMs + (realMs - beginMs) * speed;
    }

    /** Until when it shows times that a transaction can have; later records are rejected. In ms since 1970. */
    public long endMs() {
        return realMs(TransactionLayout.TIME_MS_MAX);
    }

    /** When it shows that time; both in ms since 1970. */
    public long realMs(long timeMs) {
        return timeMs <= beginMs ? timeMs : beginMs + (timeMs - beginMs) / speed;
    }
}
