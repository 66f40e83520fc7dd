package com.hazelcast.certification.cli.options;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as people write them: a number with ms, s, m, h or d. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    /** The same, where no time at all makes no sense: to wait for, or to measure in. */
    public static final class Positive implements ITypeConverter<Duration> {
        private static final Duration MAX = Duration.ofDays(365);

        @Override
        public Duration convert(String text) {
            Duration time = new DurationConverter().convert(text);
            if (time.isZero() || time.compareTo(MAX) > 0) {
                throw new TypeConversionException("'" + text + "' is not a time of 1ms to " + MAX.toDays() + "d");
            }
            return time;
        }
    }

    @Override
    public Duration convert(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is not a time such as 500ms, 30s, 5m, 1h or 7d");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}
