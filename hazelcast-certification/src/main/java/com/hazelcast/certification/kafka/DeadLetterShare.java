package com.hazelcast.certification.kafka;

import java.util.BitSet;

/** The share of dead letters among the last records. Used by one thread. */
final class DeadLetterShare {
    private final int percentMax;
    private final BitSet dead = new BitSet(KafkaLimits.DEAD_LETTER_WINDOW);
    private int next;
    private int seen;

    /** @param percentMax more is too much */
    DeadLetterShare(int percentMax) {
        this.percentMax = percentMax;
    }

    void add(boolean isDead) {
        dead.set(next, isDead);
        next = (next + 1) % KafkaLimits.DEAD_LETTER_WINDOW;
        seen = Math.min(seen + 1, KafkaLimits.DEAD_LETTER_WINDOW);
    }

    boolean isTooMuch() {
        return seen >= KafkaLimits.DEAD_LETTER_RECORDS_MIN && percent() > percentMax;
    }

    /** Of a hundred of the last records. */
    double percent() {
        return seen == 0 ? 0 : 100.0 * dead.cardinality() / seen;
    }

    /** Forgets all. */
    void clear() {
        dead.clear();
        next = 0;
        seen = 0;
    }
}
