package com.hazelcast.certification.kafka.group;

import com.hazelcast.certification.kafka.Brokers;
import com.hazelcast.certification.kafka.ClientProperties;
import com.hazelcast.certification.kafka.KafkaFailure;
import com.hazelcast.certification.kafka.KafkaSeek;
import com.hazelcast.certification.kafka.KafkaSettings;
import com.hazelcast.certification.kafka.Positions;
import com.hazelcast.certification.kafka.StartFrom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers what a group has of its topics, by a consumer that does not join it. Thread-safe. Each call connects to the brokers
 * again, and takes at most some calls that time out.
 */
final class GroupLook {
    private static final Logger LOG = LoggerFactory.getLogger(GroupLook.class);
    private static final Duration POLL = Duration.ofMillis(100);

    /** How long records are awaited that there are by the offsets. */
    private static final long READ_NS = TimeUnit.SECONDS.toNanos(2);

    private final KafkaSettings settings;
    private final Map<String, Object> properties;
    private final List<String> topics;
    private final StartFrom from;

    /**
     * What a group has not committed.
     *
     * @param records as far as offsets say: one that was deleted from the middle counts
     * @param oldestMs time of the oldest of these, as far as it could be read; the greatest number when there is none
     */
    record Unread(long records, long oldestMs) {}

    private GroupLook(KafkaSettings settings, Map<String, Object> properties, List<String> topics, StartFrom from) {
        this.settings = settings;
        this.properties = properties;
        this.topics = topics;
        this.from = from;
    }

    /** At the topics of transactions. */
    static GroupLook ofTransactions(KafkaSettings settings) {
        return new GroupLook(
                settings,
                new ClientProperties(settings, 0).lookingConsumer(),
                settings.topics().in(),
                settings.reading().from());
    }

    /** At the topic of labels, which has a group of its own. */
    static GroupLook ofLabels(KafkaSettings settings, String topic) {
        return new GroupLook(
                settings, new ClientProperties(settings, 0).lookingLabelConsumer(), List.of(topic), StartFrom.EARLIEST);
    }

    /**
     * What the group has left of its topics. Reads a batch of each partition that has something, because behind the last record there may
     * be markers of transactions, which have offsets, too.
     */
    Unread unread() {
        try (Looking looking = new Looking()) {
            Consumer<byte[], byte[]> consumer = looking.consumer;
            Set<TopicPartition> partitions = partitions(consumer);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Map<TopicPartition, Long> behind = positions(consumer, partitions);
            behind.entrySet().removeIf(one -> one.getValue() >= ends.getOrDefault(one.getKey(), 0L));
            Map<TopicPartition, Long> firsts = consumer.beginningOffsets(behind.keySet());
            behind.replaceAll((partition, position) -> Math.max(position, firsts.getOrDefault(partition, position)));
            return read(consumer, behind, ends);
        }
    }

    /**
     * Sets where the group reads on when its readers start. The brokers take that while nobody is in the group only.
     *
     * @return the places; or the reason, when somebody is in the group
     */
    KafkaSeek.Result seek(KafkaSeek seek) {
        try (Looking looking = new Looking()) {
            Consumer<byte[], byte[]> consumer = looking.consumer;
            Set<TopicPartition> all = partitions(consumer);
            Map<String, Integer> counts = counts(all);
            Set<TopicPartition> chosen = all.stream().filter(seek::isOf).collect(Collectors.toSet());
            Map<TopicPartition, Long> offsets = seek.to().offsets(consumer, chosen);
            Map<String, Integer> firstCounts = Positions.firstCounts(consumer, counts);
            Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
            offsets.forEach((partition, offset) ->
                    positions.put(partition, Positions.position(partition, offset, firstCounts)));
            consumer.assign(chosen);
            consumer.commitSync(positions);
            offsets.forEach((partition, offset) -> LOG.warn(
                    "{} is read from offset {} on when scoring starts, as ordered: to={}",
                    partition,
                    offset,
                    seek.to()));
            return KafkaSeek.Result.of(offsets, counts);
        } catch (CommitFailedException | RebalanceInProgressException e) {
            LOG.debug("the brokers do not take the positions", e);
            return KafkaSeek.Result.refused(
                    "a reader is in the group, and its positions cannot be set from outside: stop what reads by this group; of one that was killed, or has a group.instance.id, wait until"
                            + " the session time-out is over: group="
                            + properties.get("group.id") + " kafka=" + settings.brokers());
        }
    }

    private Set<TopicPartition> partitions(Consumer<?, ?> consumer) {
        Set<TopicPartition> partitions = new HashSet<>();
        for (String topic : topics) {
            List<PartitionInfo> ofTopic = consumer.partitionsFor(topic);
            if (ofTopic == null || ofTopic.isEmpty()) {
                throw new KafkaFailure(
                        List.of(KafkaFailure.ofTopic(topic, settings, new UnknownTopicOrPartitionException())));
            }
            ofTopic.forEach(one -> partitions.add(new TopicPartition(topic, one.partition())));
        }
        return partitions;
    }

    /** Where the group would read on: as its readers, it begins with the first record of partitions that are new to it. */
    private Map<TopicPartition, Long> positions(Consumer<?, ?> consumer, Set<TopicPartition> partitions) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        Set<TopicPartition> unread = new HashSet<>(partitions);
        for (Map.Entry<TopicPartition, OffsetAndMetadata> one :
                consumer.committed(partitions).entrySet()) {
            if (one.getValue() != null) {
                positions.put(one.getKey(), one.getValue().offset());
                unread.remove(one.getKey());
            }
        }
        if (!unread.isEmpty()) {
            Map<String, Integer> firstCounts = Positions.firstCounts(consumer, counts(partitions));
            positions.putAll(from.offsets(consumer, unread));
            unread.removeIf(partition -> !Positions.isNew(partition, firstCounts));
            positions.putAll(consumer.beginningOffsets(unread));
        }
        return positions;
    }

    /** How many of them each topic has. */
    private static Map<String, Integer> counts(Set<TopicPartition> partitions) {
        Map<String, Integer> counts = new HashMap<>();
        partitions.forEach(partition -> counts.merge(partition.topic(), 1, Integer::sum));
        return counts;
    }

    private static Unread read(
            Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> behind, Map<TopicPartition, Long> ends) {
        consumer.assign(behind.keySet());
        behind.forEach(consumer::seek);
        Set<TopicPartition> open = new HashSet<>(behind.keySet());
        Set<TopicPartition> empty = new HashSet<>();
        long oldestMs = Long.MAX_VALUE;
        long deadlineNs = System.nanoTime() + READ_NS;
        while (!open.isEmpty() && System.nanoTime() < deadlineNs) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            for (TopicPartition partition : records.partitions()) {
                if (open.remove(partition)) {
                    oldestMs =
                            Math.min(oldestMs, records.records(partition).get(0).timestamp());
                    consumer.pause(Set.of(partition));
                }
            }
            for (TopicPartition partition : Set.copyOf(open)) {
                if (consumer.position(partition) >= ends.getOrDefault(partition, 0L)) {
                    open.remove(partition);
                    empty.add(partition);
                }
            }
        }
        long count = 0;
        for (Map.Entry<TopicPartition, Long> one : behind.entrySet()) {
            if (!empty.contains(one.getKey())) {
                count += ends.getOrDefault(one.getKey(), 0L) - one.getValue();
            }
        }
        return new Unread(count, oldestMs);
    }

    /** A consumer that is closed at once: it is in no group that had to hear of it. */
    private final class Looking implements AutoCloseable {
        private final Consumer<byte[], byte[]> consumer;

        Looking() {
            Brokers.requireUnderstood(properties);
            // The client makes classes by their names, which a thread of Hazelcast may not.
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(GroupLook.class.getClassLoader());
            try {
                consumer = new KafkaConsumer<>(properties);
            } finally {
                thread.setContextClassLoader(before);
            }
        }

        @Override
        public void close() {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }
}
