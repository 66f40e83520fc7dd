package com.hazelcast.certification.console.flagged;

import org.jspecify.annotations.Nullable;

/**
 * A flagged transaction as a member reports it, its card masked.
 *
 * @param id opaque: the member's prefix and a number
 * @param keptAtMs when it was scored, by the member's clock
 * @param cardLink leads to its card, as {@link CardLinks} makes it
 * @param isSampled whether its batch flagged others, which were not kept
 * @param set number of the set that decided, as {@link Decision} has it, like rule, name and action
 * @param reason the values that made the rule hold, or the points that their sum came from; null: its card's history could not be read
 */
public record Flagged(
        String id,
        long keptAtMs,
        boolean isSampled,
        String card,
        String cardLink,
        long timeMs,
        int set,
        int rule,
        String ruleName,
        String action,
        @Nullable String reason,
        int amountUnits,
        int currency,
        int country,
        int merchant,
        int city) {}
