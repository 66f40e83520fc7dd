package com.hazelcast.certification.systemtests.kafka;

import com.hazelcast.certification.kafka.records.CompactVerdict;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What an independent reader of committed records finds: each payment of the topic beside its verdict. Knows nothing of the members, and
 * reads both topics from their first records to their last ones. Holds six bytes a payment. Used by one thread.
 */
final class KafkaComparison {
    private static final short NO_VERDICT = -1;
    private static final Duration POLL = Duration.ofMillis(200);

    private final String brokers;

    /** Of each payment: by partition and offset. */
    private final int[][] numbers = new int[KafkaPayments.PARTITIONS_LATER][0];

    private final short[][] rules = new short[KafkaPayments.PARTITIONS_LATER][0];
    private long payments;
    private long verdicts;
    private long twice;
    private long strange;
    private long deadLetters;

    /** One that has read nothing yet. */
    KafkaComparison(String brokers) {
        this.brokers = brokers;
    }

    /** Reads the payments, and the verdicts and dead letters in these topics. */
    static KafkaComparison read(String brokers, String out, String deadLetters) {
        KafkaComparison found = new KafkaComparison(brokers);
        found.readAll(KafkaPayments.TOPIC, found::addPayment);
        found.readAll(out, found::addVerdict);
        found.readAll(deadLetters, letter -> found.deadLetters++);
        return found;
    }

    private void readAll(String topic, Consumer<ConsumerRecord<byte[], byte[]>> each) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers,
                        "isolation.level", "read_committed",
                        "max.poll.records", "10000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.getOrDefault(one, 0L))) {
                consumer.poll(POLL).forEach(each);
            }
        }
    }

    private void addPayment(ConsumerRecord<byte[], byte[]> payment) {
        int partition = payment.partition();
        int offset = Math.toIntExact(payment.offset());
        if (offset >= numbers[partition].length) {
            int room = Math.max(1_024, 2 * offset);
            int before = numbers[partition].length;
            numbers[partition] = Arrays.copyOf(numbers[partition], room);
            Arrays.fill(numbers[partition], before, room, -1);
            rules[partition] = Arrays.copyOf(rules[partition], room);
            Arrays.fill(rules[partition], before, room, NO_VERDICT);
        }
        numbers[partition][offset] = numberOf(payment);
        payments++;
    }

    private static int numberOf(ConsumerRecord<byte[], byte[]> record) {
        return Math.toIntExact(ByteBuffer.wrap(record.key()).getLong());
    }

    private void addVerdict(ConsumerRecord<byte[], byte[]> verdict) {
        verdicts++;
        int partition = CompactVerdict.partition(verdict.value());
        int offset = Math.toIntExact(CompactVerdict.offset(verdict.value()));
        if (offset >= numbers[partition].length || numbers[partition][offset] != numberOf(verdict)) {
            strange++;
        } else if (rules[partition][offset] != NO_VERDICT) {
            twice++;
        } else {
            rules[partition][offset] = (short) CompactVerdict.rule(verdict.value());
        }
    }

    long payments() {
        return payments;
    }

    /** Payments whose verdict has a rule. */
    long withRule() {
        long count = 0;
        for (short[] ofPartition : rules) {
            for (short rule : ofPartition) {
                count += rule > 0 ? 1 : 0;
            }
        }
        return count;
    }

    /** Payments without a verdict. */
    long without() {
        return payments - (verdicts - twice - strange);
    }

    /** Verdicts of payments that had one. */
    long twice() {
        return twice;
    }

    /** Verdicts that are of none of the payments. */
    long ofNoPayment() {
        return strange;
    }

    long deadLetters() {
        return deadLetters;
    }

    /** Payments that have another rule in their verdict there. */
    long differing(KafkaComparison other) {
        long differing = 0;
        for (int partition = 0; partition < rules.length; partition++) {
            int end = Math.min(rules[partition].length, other.rules[partition].length);
            for (int i = 0; i < end; i++) {
                differing += rules[partition][i] == other.rules[partition][i] ? 0 : 1;
            }
        }
        return differing;
    }

    /** Whether the verdicts are those of the payments, one to one. */
    boolean isOneToOne() {
        return Stream.of(without(), twice, strange, deadLetters).allMatch(count -> count == 0);
    }

    @Override
    public String toString() {
        return "payments=" + payments + " verdicts=" + verdicts + " without=" + without() + " twice=" + twice
                + " of no payment=" + strange + " dead letters=" + deadLetters;
    }
}
