package com.hazelcast.certification.kafka;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds where a partition is read from that has no position, or one where there are no records. Used by the reader's thread. */
public final class Positions {
    private static final Logger LOG = LoggerFactory.getLogger(Positions.class);

    /** Stands with each committed position, before how many partitions the topic had when the group first read it. */
    private static final String FIRST_COUNT = "partitions=";

    private final Consumer<?, ?> consumer;
    private final StartFrom from;
    private final KafkaMeter meter;

    /** Where partitions were begun that had no position. It may not be committed yet. */
    private final Map<TopicPartition, Long> begun = new HashMap<>();

    /** Partitions that a topic had when the group first read it: one with a higher number is new and read from its first record. */
    private final Map<String, Integer> firstCounts;

    /** @param firstCounts as of {@link #firstCounts(Consumer, Map)} */
    Positions(Consumer<?, ?> consumer, StartFrom from, KafkaMeter meter, Map<String, Integer> firstCounts) {
        this.consumer = consumer;
        this.from = from;
        this.meter = meter;
        this.firstCounts = firstCounts;
    }

    /**
     * How many partitions each topic had when the group first read it, by the group's committed positions. Those that have come since are
     * read from their first record, also when they came while nobody read. Asks the brokers.
     *
     * @param counts how many each topic has now, which holds for a topic without a position
     */
    public static Map<String, Integer> firstCounts(Consumer<?, ?> consumer, Map<String, Integer> counts) {
        Map<String, Integer> first = new HashMap<>();
        counts.forEach((topic, count) -> {
            Set<TopicPartition> all = IntStream.range(0, count)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .collect(Collectors.toSet());
            Integer known = consumer.committed(all, Duration.ofMillis(KafkaLimits.CALL_TIMEOUT_MS)).values().stream()
                    .filter(Objects::nonNull)
                    .map(position -> firstCount(position.metadata()))
                    .filter(firstCount -> firstCount > 0)
                    .max(Comparator.naturalOrder())
                    .orElse(count);
            first.put(topic, known);
        });
        return first;
    }

    /** 0: a position that something else has committed. */
    private static int firstCount(String metadata) {
        String count = metadata.startsWith(FIRST_COUNT) ? metadata.substring(FIRST_COUNT.length()) : "";
        return count.matches("\\d{1,9}") ? Integer.parseInt(count) : 0;
    }

    /** A position as it is committed. */
    OffsetAndMetadata position(TopicPartition partition, long offset) {
        return position(partition, offset, firstCounts);
    }

    /**
     * As it is committed behind a record. By the epoch the next session finds out that the brokers have lost that record, also when they have
     * others at its offset since.
     *
     * @param epoch of the leader that the record was read from; empty: not known
     */
    OffsetAndMetadata positionBehind(TopicPartition partition, long offset, Optional<Integer> epoch) {
        return new OffsetAndMetadata(offset, epoch, position(partition, offset).metadata());
    }

    /** As it is committed with those counts. */
    public static OffsetAndMetadata position(TopicPartition partition, long offset, Map<String, Integer> firstCounts) {
        return new OffsetAndMetadata(offset, FIRST_COUNT + firstCounts.getOrDefault(partition.topic(), 0));
    }

    /** Seeks the partitions of which a position is missing; returns where to. */
    Map<TopicPartition, Long> find(InvalidOffsetException missing) {
        Set<TopicPartition> partitions = missing.partitions();
        Map<TopicPartition, Long> firsts = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> found = new HashMap<>(firsts);
        if (missing instanceof OffsetOutOfRangeException outOfRange) {
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Map<TopicPartition, OffsetAndMetadata> divergent =
                    outOfRange instanceof LogTruncationException truncated ? truncated.divergentOffsets() : Map.of();
            found.replaceAll((partition, first) -> {
                long end = ends.getOrDefault(partition, first);
                long position = outOfRange.offsetOutOfRangePartitions().getOrDefault(partition, first);
                OffsetAndMetadata common = divergent.get(partition);
                return near(partition, position, common == null ? position : common.offset(), first, end);
            });
        } else {
            Map<TopicPartition, Long> places = from.offsets(consumer, partitions);
            found.replaceAll((partition, first) ->
                    isNew(partition, firstCounts) ? first : places.getOrDefault(partition, first));
            begun.putAll(found);
        }
        found.forEach((partition, offset) -> {
            LOG.info("reading {} from offset {}", partition, offset);
            consumer.seek(partition, offset);
        });
        return found;
    }

    /**
     * Seeks these to the committed positions of the group, or to where they were begun; returns where to of those that have none. Asks the
     * brokers.
     */
    Map<TopicPartition, Long> seekCommitted(Set<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> committed =
                consumer.committed(partitions, Duration.ofMillis(KafkaLimits.CALL_TIMEOUT_MS));
        Map<TopicPartition, Long> places = new HashMap<>();
        Set<TopicPartition> missing = new HashSet<>();
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata place = committed.get(partition);
            Long begin = begun.get(partition);
            if (place != null) {
                consumer.seek(partition, place);
            } else if (begin != null) {
                consumer.seek(partition, begin);
                places.put(partition, begin);
            } else {
                missing.add(partition);
            }
        }
        if (!missing.isEmpty()) {
            places.putAll(find(new NoOffsetForPartitionException(missing)));
        }
        return places;
    }

    /**
     * Where a partition is read from whose position is out of its range: never again what was answered.
     *
     * @param kept the position, or the offset below it up to which the brokers still have the records that were read
     */
    private long near(TopicPartition partition, long position, long kept, long first, long end) {
        if (kept < first) {
            lost(partition, kept, first);
            return first;
        }
        long next = Math.min(kept, end);
        if (next < position) {
            LOG.error(
                    "a position in Kafka is behind the records that the brokers have: they have lost some, the topic was made again, or something"
                            + " else has set the position. Reading goes on at next; records before that without a verdict are read by"
                            + " ctl kafka seek: partition={} position={} end={} next={}",
                    partition,
                    position,
                    end,
                    next);
        }
        return next;
    }

    /** Seeks these partitions, and returns where to. */
    Map<TopicPartition, Long> seek(Set<TopicPartition> partitions, StartFrom to) {
        Map<TopicPartition, Long> offsets = to.offsets(consumer, partitions);
        offsets.forEach((partition, offset) -> {
            LOG.warn("reading {} from offset {} on, as ordered: to={}", partition, offset, to);
            consumer.seek(partition, offset);
        });
        return offsets;
    }

    /** Whether its topic had no such partition when the group first read it, by those counts: it is read from its first record. */
    public static boolean isNew(TopicPartition partition, Map<String, Integer> firstCounts) {
        return partition.partition() >= firstCounts.getOrDefault(partition.topic(), Integer.MAX_VALUE);
    }

    private void lost(TopicPartition partition, long offset, long first) {
        long count = first - offset;
        meter.recordsLost(count);
        LOG.error(
                "records were deleted from Kafka before they were read, and are left out; raise the topic's retention:"
                        + " partition={} position={} first={} records={}",
                partition,
                offset,
                first,
                count);
    }
}
