package com.hazelcast.certification.kafka;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/**
 * A place in partitions: their first record, their end, the first record that is not before a time, or an offset. Where a partition does
 * not have the offset, the nearest that it has.
 *
 * @param kind which
 * @param value the time in ms by the records' own times, or the offset; 0 for the others
 */
public record StartFrom(Kind kind, long value) {
    /** The first record that there is. */
    public static final StartFrom EARLIEST = new StartFrom(Kind.EARLIEST, 0);

    /** What kinds there are. */
    public enum Kind {
        /** The first record. */
        EARLIEST,
        /** Behind the last record. */
        LATEST,
        /** The first record that is not before a time. */
        TIME,
        /** A record by its offset. */
        OFFSET
    }

    /**
     * Reads {@code earliest}, {@code latest} or a time such as {@code 2026-11-25T08:00:00Z}.
     *
     * @throws IllegalArgumentException when it is none, naming the key
     */
    public static StartFrom of(String key, String text) {
        if (text.equals("earliest")) {
            return EARLIEST;
        }
        if (text.equals("latest")) {
            return new StartFrom(Kind.LATEST, 0);
        }
        long ms;
        try {
            ms = Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    key + " must be earliest, latest or a time such as 2026-11-25T08:00:00Z: " + key + "=" + text, e);
        }
        if (ms < 0) {
            // Kafka's client would refuse it, where a reader reads.
            throw new IllegalArgumentException(
                    key + " is a time before 1970, which no record has; give earliest for the first record: " + key
                            + "=" + text);
        }
        return new StartFrom(Kind.TIME, ms);
    }

    /** As {@link #of}, or an offset. */
    public static StartFrom ofSeek(String key, String text) {
        return text.matches("\\d{1,18}") ? new StartFrom(Kind.OFFSET, Long.parseLong(text)) : of(key, text);
    }

    /** The offsets of that place. Costs a call to the brokers. */
    public Map<TopicPartition, Long> offsets(Consumer<?, ?> consumer, Set<TopicPartition> partitions) {
        return switch (kind) {
            case EARLIEST -> consumer.beginningOffsets(partitions);
            case LATEST -> consumer.endOffsets(partitions);
            case TIME -> offsetsOfTime(consumer, partitions);
            case OFFSET -> nearest(consumer, partitions);
        };
    }

    private Map<TopicPartition, Long> nearest(Consumer<?, ?> consumer, Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> firsts = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> offsets = new HashMap<>(consumer.endOffsets(partitions));
        offsets.replaceAll((partition, end) -> Math.min(Math.max(value, firsts.getOrDefault(partition, value)), end));
        return offsets;
    }

    private Map<TopicPartition, Long> offsetsOfTime(Consumer<?, ?> consumer, Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> offsets = consumer.endOffsets(partitions);
        Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> value)));
        found.forEach((partition, first) -> {
            if (first != null) {
                offsets.put(partition, first.offset());
            }
        });
        return offsets;
    }
}
