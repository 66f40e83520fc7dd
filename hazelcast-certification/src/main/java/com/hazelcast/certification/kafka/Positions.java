package com.hazelcast.certification.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds where a partition is read from that has no position, or one where there are no records any more. Used by the reader's thread. */
final class Positions {
    private static final Logger LOG = LoggerFactory.getLogger(Positions.class);

    private final Consumer<?, ?> consumer;
    private final StartFrom from;
    private final KafkaMeter meter;

    /** Partitions that a topic had when the session began: one with a higher number is new and read from its first record. */
    private final Map<String, Integer> partitionCounts;

    Positions(Consumer<?, ?> consumer, StartFrom from, KafkaMeter meter, Map<String, Integer> partitionCounts) {
        this.consumer = consumer;
        this.from = from;
        this.meter = meter;
        this.partitionCounts = partitionCounts;
    }

    /** Seeks the partitions of which a position is missing; returns where to. */
    Map<TopicPartition, Long> find(InvalidOffsetException missing) {
        Set<TopicPartition> partitions = missing.partitions();
        Map<TopicPartition, Long> firsts = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> found = new HashMap<>(firsts);
        if (missing instanceof OffsetOutOfRangeException outOfRange) {
            outOfRange.offsetOutOfRangePartitions().forEach((partition, offset) -> lost(partition, offset, firsts));
        } else {
            Map<TopicPartition, Long> places = from.offsets(consumer, partitions);
            found.replaceAll((partition, first) -> isNew(partition) ? first : places.getOrDefault(partition, first));
        }
        found.forEach((partition, offset) -> {
            LOG.info("reading {} from offset {}", partition, offset);
            consumer.seek(partition, offset);
        });
        return found;
    }

    /** Seeks these partitions, and returns where to. */
    Map<TopicPartition, Long> seek(Set<TopicPartition> partitions, StartFrom to) {
        Map<TopicPartition, Long> offsets = to.offsets(consumer, partitions);
        offsets.forEach((partition, offset) -> {
            LOG.warn("reading {} from offset {} on, as ordered", partition, offset);
            consumer.seek(partition, offset);
        });
        return offsets;
    }

    Map<String, Integer> partitionCounts() {
        return partitionCounts;
    }

    private boolean isNew(TopicPartition partition) {
        return partition.partition() >= partitionCounts.getOrDefault(partition.topic(), Integer.MAX_VALUE);
    }

    private void lost(TopicPartition partition, long offset, Map<TopicPartition, Long> firsts) {
        long first = firsts.getOrDefault(partition, offset);
        long count = Math.max(0, first - offset);
        meter.recordsLost(count);
        LOG.error(
                "records were deleted from Kafka before they were read, and get no verdict; raise the topic's retention:"
                        + " partition={} position={} first={} records={}",
                partition,
                offset,
                first,
                count);
    }
}
