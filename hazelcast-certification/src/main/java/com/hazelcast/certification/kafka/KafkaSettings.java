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
 * @param group whose members share the partitions
 * @param memberName that no other member of the group has
 * @param properties further properties of Kafka's clients
 * @param topics of what is read and written
 * @param reading how records are read
 * @param verdicts how verdicts are written
 */
public record KafkaSettings(
        String brokers,
        String group,
        String memberName,
        Map<String, String> properties,
        Topics topics,
        Reading reading,
        Verdicts verdicts) {
    private static final String TIME_OUT = "transaction.timeout.ms";

    /**
     * The topics, all different ones.
     *
     * @param in topics to read
     * @param out topic of the verdicts
     * @param deadLetters topic of the records without one
     * @param labels topic of labels to read; empty: none is read
     */
    public record Topics(List<String> in, String out, String deadLetters, Optional<String> labels) {
        /** @throws IllegalArgumentException when two are the same, naming the keys */
        public Topics {
            in = List.copyOf(in);
            List<String> all = Stream.of(in.stream(), Stream.of(out, deadLetters), labels.stream())
                    .flatMap(some -> some)
                    .toList();
            if (Set.copyOf(all).size() < all.size()) {
                throw new IllegalArgumentException(
                        "the topics in, the topic out and those of dead letters and labels must be different ones: kafka-in="
                                + String.join(",", in) + " kafka-out=" + out + " kafka-dead-letters=" + deadLetters
                                + " kafka-labels=" + labels.orElse(""));
            }
        }
    }

    /**
     * How records are read.
     *
     * @param values makes a reader of the records' values, for one thread
     * @param from where a partition is read from that the group has not read yet
     * @param readers threads, each with a consumer and a producer of its own
     * @param commitEvery the longest that a transaction is open
     * @param deadLettersPercentMax when more of the last records are dead letters, reading pauses
     * @param rateMax records a second of each reader; 0: no bound
     */
    public record Reading(
            Supplier<TransactionReader> values,
            StartFrom from,
            int readers,
            Duration commitEvery,
            int deadLettersPercentMax,
            int rateMax) {
        /** @throws IllegalArgumentException naming the key, its value and what it may be */
        public Reading {
            requireWithin("kafka-readers", readers, 1, KafkaLimits.READERS_MAX);
            requireWithin(
                    "kafka-commit-every",
                    commitEvery.toMillis(),
                    KafkaLimits.COMMIT_EVERY_MS_MIN,
                    KafkaLimits.COMMIT_EVERY_MS_MAX);
            requireWithin("kafka-dead-letters-max", deadLettersPercentMax, 0, 100);
            requireWithin("kafka-rate-max", rateMax, 0, Integer.MAX_VALUE);
        }
    }

    /**
     * How verdicts are written.
     *
     * @param form of the verdicts
     * @param schema id of the schema of verdicts in Avro; asks the registry until it has said it, and fails with {@code
     *     SchemaAwaited} meanwhile
     * @param flaggedOnly whether only flagged transactions have a verdict
     * @param flagged action for what the rules decline
     */
    public record Verdicts(OutputForm form, IntSupplier schema, boolean flaggedOnly, Action flagged) {}

    /** @throws IllegalArgumentException naming the key, its value and what it may be */
    public KafkaSettings {
        properties = Map.copyOf(properties);
        ClientProperties.requireFree(properties);
        String timeOut = properties.getOrDefault(TIME_OUT, "").strip();
        long commitEveryMs = reading.commitEvery.toMillis();
        if (timeOut.matches("\\d{1,9}") && Long.parseLong(timeOut) <= commitEveryMs) {
            throw new IllegalArgumentException(
                    "the brokers would abort each transaction before it is committed; raise kafka." + TIME_OUT
                            + " or lower kafka-commit-every: kafka." + TIME_OUT + "=" + timeOut
                            + " kafka-commit-every=" + commitEveryMs + "ms");
        }
    }

    /** Whether that topic is one to read. */
    boolean isRead(String topic) {
        return topics.in.contains(topic) || topics.labels.filter(topic::equals).isPresent();
    }

    private static void requireWithin(String key, long value, long least, long greatest) {
        if (value < least || value > greatest) {
            throw new IllegalArgumentException(
                    key + " must be " + least + " to " + greatest + ": " + key + "=" + value);
        }
    }
}
