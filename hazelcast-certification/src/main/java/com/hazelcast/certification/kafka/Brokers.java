package com.hazelcast.certification.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;

/**
 * What the brokers have of what a reader needs, found out before it joins its group, so that what is missing is said at once.
 *
 * @param partitionCounts of the topics in
 * @param hasConsumerProtocol whether they have the group protocol of Kafka 4
 */
public record Brokers(Map<String, Integer> partitionCounts, boolean hasConsumerProtocol) {
    private static final String GROUP_FEATURE = "group.version";

    /**
     * Looks. Takes at most 8 s a call; an interrupt ends it at once.
     *
     * @param reads topics that are to be read
     * @param writes topics that are to be written
     * @throws KafkaException naming what is missing
     */
    public static Brokers look(
            KafkaSettings settings, ClientProperties properties, List<String> reads, List<String> writes)
            throws InterruptedException {
        List<String> needed = new ArrayList<>(reads);
        needed.addAll(writes);
        Admin admin = Admin.create(properties.admin());
        try {
            Map<String, KafkaFuture<TopicDescription>> topics = admin.describeTopics(
                            needed, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                    .topicNameValues();
            Map<String, Integer> counts = new HashMap<>();
            List<String> problems = new ArrayList<>();
            for (Map.Entry<String, KafkaFuture<TopicDescription>> one : topics.entrySet()) {
                String topic = one.getKey();
                try {
                    TopicDescription description = one.getValue().get();
                    counts.put(topic, description.partitions().size());
                    requireRight(topic, settings, description.authorizedOperations(), problems);
                } catch (ExecutionException e) {
                    problems.add(KafkaFailure.ofTopic(topic, settings, e.getCause()));
                }
            }
            if (!problems.isEmpty()) {
                throw new KafkaFailure(problems);
            }
            counts.keySet().retainAll(reads);
            return new Brokers(Map.copyOf(counts), hasConsumerProtocol(admin, settings));
        } finally {
            // Calls without an answer are not waited for: after an interrupt that took as long as their time-out.
            admin.close(Duration.ZERO);
        }
    }

    private static AclOperation rightTo(String topic, KafkaSettings settings) {
        return settings.isRead(topic) ? AclOperation.READ : AclOperation.WRITE;
    }

    private static void requireRight(
            String topic, KafkaSettings settings, Set<AclOperation> allowed, List<String> problems) {
        AclOperation needed = rightTo(topic, settings);
        // None: the brokers do not say.
        if (allowed != null && !allowed.isEmpty() && !allowed.contains(needed)) {
            problems.add(KafkaFailure.noRight(topic, needed, settings));
        }
    }

    private static boolean hasConsumerProtocol(Admin admin, KafkaSettings settings) throws InterruptedException {
        try {
            FinalizedVersionRange version = admin.describeFeatures()
                    .featureMetadata()
                    .get()
                    .finalizedFeatures()
                    .get(GROUP_FEATURE);
            return version != null && version.maxVersionLevel() > 0;
        } catch (ExecutionException e) {
            throw new KafkaFailure(List.of(KafkaFailure.describe(e.getCause(), settings)));
        }
    }
}
