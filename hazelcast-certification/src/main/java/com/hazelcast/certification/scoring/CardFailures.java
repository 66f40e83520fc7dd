package com.hazelcast.certification.scoring;

import org.jspecify.annotations.Nullable;

/** The transactions of a batch that raised an exception: how many, and the last of them. Used by one thread. */
final class CardFailures {
    private int count;
    private long lastCard;
    private @Nullable Throwable last;

    void add(long card, Throwable failure) {
        count++;
        lastCard = card;
        last = failure;
    }

    int count() {
        return count;
    }

    /** The card of the last one. Never shown but masked. */
    long lastCard() {
        return lastCard;
    }

    /** What the last one raised. */
    @Nullable
    Throwable last() {
        return last;
    }

    void clear() {
        count = 0;
        last = null;
    }
}
