package com.hazelcast.certification.kafka;

import java.util.ArrayList;
import java.util.List;

/**
 * What readers of Kafka do now.
 *
 * @param readers that run
 * @param waiting of these, do not read
 * @param waitsFor what these wait for
 * @param waitingMs for how long
 * @param paused of the readers, paused because of too many dead letters
 * @param partitions that they have
 * @param lagRecords records of these that have no verdict yet
 * @param lagMs age of the oldest of these by its own time, as far as it has been read; 0 when there are none
 */
public record KafkaFigures(
        int readers,
        int waiting,
        List<String> waitsFor,
        long waitingMs,
        int paused,
        int partitions,
        long lagRecords,
        long lagMs) {
    /** None runs. */
    public static final KafkaFigures NONE = new KafkaFigures(0, 0, List.of(), 0, 0, 0, 0, 0);

    /** A reader that has waited for that for so long. */
    static KafkaFigures waiting(String why, long waitingMs) {
        return new KafkaFigures(1, 1, List.of(why), waitingMs, 0, 0, 0, 0);
    }

    KafkaFigures plus(KafkaFigures other) {
        List<String> both = new ArrayList<>(waitsFor);
        other.waitsFor.stream().filter(why -> !both.contains(why)).forEach(both::add);
        return new KafkaFigures(
                readers + other.readers,
                waiting + other.waiting,
                List.copyOf(both),
                Math.max(waitingMs, other.waitingMs),
                paused + other.paused,
                partitions + other.partitions,
                lagRecords + other.lagRecords,
                Math.max(lagMs, other.lagMs));
    }
}
