package com.hazelcast.certification.life;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a cluster's life: from the first history that is loaded or restored to the end of the last folder that has some. Immutable.
 *
 * @param id random
 * @param since when it was made
 */
record Life(UUID id, Instant since) {
    private static final Pattern TEXT = Pattern.compile("([0-9a-f-]{36}) since (\\S{1,40})");

    static Life fresh(Clock clock) {
        return new Life(UUID.randomUUID(), clock.instant().truncatedTo(ChronoUnit.SECONDS));
    }

    /** The life of that text; empty: it is none. */
    static Optional<Life> parse(@Nullable String text) {
        Matcher found = TEXT.matcher(text == null ? "" : text);
        if (!found.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Life(UUID.fromString(found.group(1)), Instant.parse(found.group(2))));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** {@code ID since TIME}: in files, between members, and where people see it. */
    @Override
    public String toString() {
        return id + " since " + since;
    }
}
