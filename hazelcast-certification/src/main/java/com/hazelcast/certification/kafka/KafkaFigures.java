package com.hazelcast.certification.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What readers of Kafka do now.
 *
 * @param readers that run
 * @param waiting of these, do not read
 * @param waitsFor what these wait for
 * @param waitingMs for how long
 * @param paused of the readers, leave a topic out because it has too many dead letters
 * @param partitions that they have
 * @param lagRecords records of these that have no verdict yet; null: none of the readers knows, because none reads all that it has
 * @param lagMs age of the oldest of these by its own time, as far as it has been read; 0 when there are none; null as well
 * @param groupLag what the whole group has left, where the brokers were asked because no reader of this member knows; else null
 * @param labels of the topic of labels, whose reader is one of these; null: it does not run, and nothing is known
 */
public record KafkaFigures(
        int readers,
        int waiting,
        List<String> waitsFor,
        long waitingMs,
        int paused,
        int partitions,
        @Nullable Long lagRecords,
        @Nullable Long lagMs,
        @Nullable Lag groupLag,
        @Nullable Labels labels) {
    /** None runs. */
    public static final KafkaFigures NONE = new KafkaFigures(0, 0, List.of(), 0, 0, 0, null, null, null, null);

    /**
     * What is not taken yet.
     *
     * @param records of all partitions
     * @param ms age of the oldest by its own time; 0 when there are none
     */
    public record Lag(long records, long ms) {}

    /**
     * The topic of labels.
     *
     * @param partitions that this member reads
     * @param lag labels of these that are not taken yet; null: it reads none
     * @param groupLag what the whole group of labels has left, where the brokers were asked because it reads none; else null
     */
    public record Labels(
            int partitions, @Nullable Lag lag, @Nullable Lag groupLag) {}

    /** A reader that has waited for that for so long. */
    static KafkaFigures waiting(String why, long waitingMs) {
        return new KafkaFigures(1, 1, List.of(why), waitingMs, 0, 0, null, null, null, null);
    }

    /** The same with what the whole group has left. */
    public KafkaFigures withGroupLag(@Nullable Lag lag) {
        return new KafkaFigures(
                readers, waiting, waitsFor, waitingMs, paused, partitions, lagRecords, lagMs, lag, labels);
    }

    /** The same with what the whole group of labels has left. */
    public KafkaFigures withGroupLagOfLabels(@Nullable Lag lag) {
        Labels left = new Labels(labels == null ? 0 : labels.partitions, null, lag);
        return new KafkaFigures(
                readers, waiting, waitsFor, waitingMs, paused, partitions, lagRecords, lagMs, groupLag, left);
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
                known(lagRecords, other.lagRecords).reduce(Long::sum).orElse(null),
                known(lagMs, other.lagMs).reduce(Long::max).orElse(null),
                groupLag == null ? other.groupLag : groupLag,
                labels == null ? other.labels : labels);
    }

    private static Stream<Long> known(@Nullable Long one, @Nullable Long other) {
        return Stream.of(one, other).filter(Objects::nonNull);
    }
}
