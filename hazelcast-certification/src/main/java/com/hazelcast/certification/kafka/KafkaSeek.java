package com.hazelcast.certification.kafka;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * An order to read partitions on from another place. Immutable.
 *
 * @param topic of the partitions; empty: all topics of transactions that are read
 * @param partition its number; -1: all of the topic
 * @param to where from
 */
public record KafkaSeek(String topic, int partition, StartFrom to) {
    /** Whether it is one of them. */
    public boolean isOf(TopicPartition one) {
        return isOf(one.topic(), one.partition());
    }

    /** Whether the partition of that topic is one of them. */
    public boolean isOf(String name, int number) {
        return (topic.isEmpty() || topic.equals(name)) && (partition < 0 || partition == number);
    }

    /**
     * What came of it on a member.
     *
     * @param offsets by partition, written as {@code topic-partition}
     * @param partitionCounts of the topics that it reads, or would read
     * @param refusal why a member that does not read could not set them; null: it has, or it reads
     */
    public record Result(
            Map<String, Long> offsets,
            Map<String, Integer> partitionCounts,
            @Nullable String refusal) {
        /** Of a member that reads nothing. */
        public static final Result NONE = new Result(Map.of(), Map.of(), null);

        /** What was set. */
        public static Result of(Map<TopicPartition, Long> offsets, Map<String, Integer> partitionCounts) {
            Map<String, Long> byName = new TreeMap<>();
            offsets.forEach((partition, offset) -> byName.put(partition.toString(), offset));
            return new Result(byName, partitionCounts, null);
        }

        /** Nothing was set, for that reason. */
        public static Result refused(String why) {
            return new Result(Map.of(), Map.of(), why);
        }
    }
}
