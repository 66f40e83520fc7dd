package com.hazelcast.certification.systemtests.kafka;

import com.hazelcast.certification.systemtests.kafka.KafkaDecision.Outcome;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

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

    /** Of each payment, in {@link #outcomes}. */
    private final short[][] decisions = new short[KafkaPayments.PARTITIONS_LATER][0];

    /** All that were decided, of which there are few. */
    private final List<Outcome> outcomes = new ArrayList<>();

    private final Map<Outcome, Short> places = new HashMap<>();
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

    void addPayment(ConsumerRecord<byte[], byte[]> payment) {
        int partition = payment.partition();
        int offset = Math.toIntExact(payment.offset());
        if (offset >= numbers[partition].length) {
            int room = Math.max(1_024, 2 * offset);
            int before = numbers[partition].length;
            numbers[partition] = Arrays.copyOf(numbers[partition], room);
            Arrays.fill(numbers[partition], before, room, -1);
            decisions[partition] = Arrays.copyOf(decisions[partition], room);
            Arrays.fill(decisions[partition], before, room, NO_VERDICT);
        }
        numbers[partition][offset] = numberOf(payment);
        payments++;
    }

    private static int numberOf(ConsumerRecord<byte[], byte[]> record) {
        return Math.toIntExact(ByteBuffer.wrap(record.key()).getLong());
    }

    void addVerdict(ConsumerRecord<byte[], byte[]> verdict) {
        verdicts++;
        KafkaDecision decision = KafkaDecision.of(verdict);
        int partition = decision.partition();
        int offset = decision.offset();
        if (offset >= numbers[partition].length || numbers[partition][offset] != numberOf(verdict)) {
            strange++;
        } else if (decisions[partition][offset] != NO_VERDICT) {
            twice++;
        } else {
            decisions[partition][offset] = places.computeIfAbsent(decision.outcome(), this::place);
        }
    }

    private short place(Outcome outcome) {
        if (outcomes.size() > Short.MAX_VALUE) {
            throw new IllegalStateException("more kinds of verdicts than are compared: outcomes=" + outcomes.size());
        }
        outcomes.add(outcome);
        return (short) (outcomes.size() - 1);
    }

    private @Nullable Outcome outcome(int partition, int offset) {
        short place = decisions[partition][offset];
        return place == NO_VERDICT ? null : outcomes.get(place);
    }

    long payments() {
        return payments;
    }

    /** Payments whose verdict has a rule. */
    long withRule() {
        long count = 0;
        for (short[] ofPartition : decisions) {
            for (short place : ofPartition) {
                count += place != NO_VERDICT && outcomes.get(place).rule() > 0 ? 1 : 0;
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

    /** Payments whose verdict there has another action, set or rule, or that have one on one side only. */
    long differing(KafkaComparison other) {
        long differing = 0;
        for (int partition = 0; partition < decisions.length; partition++) {
            int end = Math.min(decisions[partition].length, other.decisions[partition].length);
            for (int i = 0; i < end; i++) {
                differing += Objects.equals(outcome(partition, i), other.outcome(partition, i)) ? 0 : 1;
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
