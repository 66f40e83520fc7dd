package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.removing.SweepSettings;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The keys of sweeps. Not thread-safe. */
final class SweepOptions {
    /** From one sweep of a shard to the next. */
    private static final Duration INTERVAL_MIN = Duration.ofSeconds(1);

    private static final Duration INTERVAL_MAX = Duration.ofDays(30);

    @Option(
            names = "--sweep-interval",
            defaultValue = "24h",
            paramLabel = "TIME|never",
            description =
                    "Each card is looked at once in that time, 1s to 30d, and drops transactions that are 90 days old;"
                            + " never: only a newer transaction of the card drops them (default: ${DEFAULT-VALUE}).")
    String sweepInterval = "";

    @Option(
            names = "--card-ttl",
            defaultValue = "7d",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "How long sweeps leave a card that has no transaction any more, at most 100d (default:"
                    + " ${DEFAULT-VALUE}).")
    Duration cardTtl = Duration.ZERO;

    /** @throws IllegalArgumentException naming the key, its value and what it may be */
    SweepSettings toSettings() {
        if (cardTtl.toMillis() > HistoryLimits.EMPTY_CARD_MAX_MS) {
            throw new IllegalArgumentException("card-ttl must be at most " + HistoryLimits.EMPTY_CARD_DAYS_MAX
                    + "d: card-ttl=" + cardTtl.toHours() + "h");
        }
        return new SweepSettings(interval(), cardTtl);
    }

    private Optional<Duration> interval() {
        if (sweepInterval.equals("never")) {
            return Optional.empty();
        }
        try {
            Duration interval = new DurationConverter().convert(sweepInterval);
            if (interval.compareTo(INTERVAL_MIN) >= 0 && interval.compareTo(INTERVAL_MAX) <= 0) {
                return Optional.of(interval);
            }
        } catch (TypeConversionException e) {
            throw new IllegalArgumentException(message(), e);
        }
        throw new IllegalArgumentException(message());
    }

    private String message() {
        return "sweep-interval must be a time of 1s to 30d, or never: sweep-interval=" + sweepInterval;
    }
}
