package com.hazelcast.certification.systemtests.soak;

import java.util.List;
import java.util.Locale;

/**
 * What a long run does; the same for all its parts.
 *
 * @param hours of all phases, without the time in which clusters start and are filled
 * @param phases one after the other, of the same length
 * @param rate transactions a second by the gateway, and as many by the raw source
 * @param httpRate transactions a second by HTTP
 * @param kafkaRate transactions a second by Kafka; 0: no Kafka
 * @param heap of a member
 * @param nativeSize for histories, where they are native
 * @param sampleSeconds between two samples
 * @param changeMinutes between two members that join and leave, at most: each phase has one
 */
record SoakSettings(
        double hours,
        List<Phase> phases,
        long rate,
        long httpRate,
        long kafkaRate,
        String heap,
        String nativeSize,
        int sampleSeconds,
        int changeMinutes,
        long seed) {
    /** Members between changes, each shard with one backup. */
    static final int MEMBERS = 3;

    /** Where the histories are, and how full of them the memory is. */
    enum Phase {
        HEAP_70("heap", 0.7),
        HEAP_90("heap", 0.9),
        NATIVE_70("native", 0.7),
        NATIVE_90("native", 0.9);

        private final String memory;
        private final double fill;

        Phase(String memory, double fill) {
            this.memory = memory;
            this.fill = fill;
        }

        String memory() {
            return memory;
        }

        double fill() {
            return fill;
        }

        /** As in options and folders: {@code heap-70}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Transactions that all ways in are sent a second, without those that are sent again. */
    double sentPerSecond() {
        return 2.0 * rate + httpRate + kafkaRate;
    }

    double phaseSeconds() {
        return hours * 3_600 / phases.size();
    }

    double changeSeconds() {
        return Math.min(changeMinutes * 60.0, phaseSeconds());
    }

    /** When the next member joins and leaves, by the time of a phase of which so much is over, in whatever parts. */
    double nextChangeSeconds(double doneSeconds) {
        double each = changeSeconds();
        return each * (Math.floor(doneSeconds / each + 0.5) + 0.5);
    }

    /** After a start or a change, how long figures may still find their level. */
    double settleSeconds() {
        return Math.min(120, phaseSeconds() / 10);
    }
}
