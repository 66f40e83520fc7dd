package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Polls of a consumer that has two partitions, and says how long it was let wait. */
class PartitionTableTest {
    private static final TopicPartition FIRST = new TopicPartition("in", 0);
    private static final TopicPartition SECOND = new TopicPartition("in", 1);
    private static final Duration TIME = Duration.ofMillis(20);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");

    @BeforeEach
    void assign() {
        consumer.assign(List.of(FIRST, SECOND));
        consumer.updateBeginningOffsets(Map.of(FIRST, 0L, SECOND, 0L));
        consumer.seek(FIRST, 0);
        consumer.seek(SECOND, 0);
    }

    private int poll() {
        return PartitionTable.poll(consumer, TIME).count();
    }

    @Test
    void shouldLetTheClientWaitWhileNothingIsPaused() {
        assertThat(poll()).isZero();
        assertThat(consumer.lastPollTimeout()).isEqualTo(TIME);
    }

    /** It would go round and round with what it has fetched of the paused one. */
    @Test
    void shouldNotLetTheClientWaitWhileAPartitionIsPaused() {
        consumer.pause(Set.of(FIRST));
        assertThat(poll()).isZero();
        assertThat(consumer.lastPollTimeout()).isEqualTo(Duration.ZERO);

        consumer.addRecord(new ConsumerRecord<>("in", 1, 0, new byte[0], new byte[0]));
        assertThat(poll()).as("of the other").isEqualTo(1);

        consumer.resume(Set.of(FIRST));
        assertThat(poll()).isZero();
        assertThat(consumer.lastPollTimeout()).isEqualTo(TIME);
    }

    @Test
    void shouldWaitBesideTheClientWhileAllArePaused() {
        consumer.pause(Set.of(FIRST, SECOND));
        long beginNs = System.nanoTime();
        int polls = 0;
        while (System.nanoTime() - beginNs < 10 * TIME.toNanos()) {
            assertThat(poll()).isZero();
            polls++;
        }
        assertThat(polls).as("so many, and no circle of thousands").isLessThan(100);
        assertThat(consumer.lastPollTimeout()).isEqualTo(Duration.ZERO);
    }
}
