package com.hazelcast.certification.kafka;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.kafka.records.TransactionReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a member reads from Kafka, and where its verdicts go. Immutable.
 *
 * @param brokers addresses to find the cluster of brokers by
 * @param in topics to read
 * @param group whose members share the partitions
 * @param out topic of the verdicts
 * @param deadLetters topic of the records without one
 * @param labels topic of labels to read; empty: none is read
 * @param values makes a reader of the records' values, for one thread
 * @param outputForm of the verdicts
 * @param verdictSchema id of the schema of verdicts in Avro; asks the registry until it has said it, and fails with {@code
 *     SchemaAwaited} meanwhile
 * @param flaggedOnly whether only flagged transactions have a verdict
 * @param flagged action for what the rules decline
 * @param from where a partition is read from that the group has not read yet
 * @param readers threads, each with a consumer and a producer of its own
 * @param commitEvery the longest that a transaction is open
 * @param deadLettersPercentMax when more of the last records are dead letters, reading pauses
 * @param rateMax records a second of each reader; 0: no bound
 * @param memberName that no other member of the group has
 * @param properties further properties of Kafka's clients
 */
public record KafkaSettings(
        String brokers,
        List<String> in,
        String group,
        String out,
        String deadLetters,
        Optional<String> labels,
        Supplier<TransactionReader> values,
        OutputForm outputForm,
        IntSupplier verdictSchema,
        boolean flaggedOnly,
        Action flagged,
        StartFrom from,
        int readers,
        Duration commitEvery,
        int deadLettersPercentMax,
        int rateMax,
        String memberName,
        Map<String, String> properties) {

    /** @throws IllegalArgumentException naming the key, its value and what it may be */
    public KafkaSettings {
        in = List.copyOf(in);
        properties = Map.copyOf(properties);
        requireWithin("kafka-readers", readers, 1, KafkaLimits.READERS_MAX);
        requireWithin(
                "kafka-commit-every",
                commitEvery.toMillis(),
                KafkaLimits.COMMIT_EVERY_MS_MIN,
                KafkaLimits.COMMIT_EVERY_MS_MAX);
        requireWithin("kafka-dead-letters-max", deadLettersPercentMax, 0, 100);
        requireWithin("kafka-rate-max", rateMax, 0, Integer.MAX_VALUE);
        List<String> topics = Stream.of(in.stream(), Stream.of(out, deadLetters), labels.stream())
                .flatMap(some -> some)
                .toList();
        if (Set.copyOf(topics).size() < topics.size()) {
            throw new IllegalArgumentException(
                    "the topics in, the topic out and those of dead letters and labels must be different ones: kafka-in="
                            + String.join(",", in) + " kafka-out=" + out + " kafka-dead-letters=" + deadLetters
                            + " kafka-labels=" + labels.orElse(""));
        }
        ClientProperties.requireFree(properties);
    }

    /** Whether that topic is one to read. */
    boolean isRead(String topic) {
        return in.contains(topic) || labels.filter(topic::equals).isPresent();
    }

    private static void requireWithin(String key, long value, long least, long greatest) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(
                    key + " must be " + least + " to " + greatest + ": " + key + "=" + value);
        }
    }
}
