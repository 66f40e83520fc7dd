package com.hazelcast.certification.kafka.verdicts;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.ClientProperties;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Where a member sends the verdicts of all ways in. Immutable.
 *
 * @param brokers addresses to find the cluster of brokers by
 * @param name of the topic
 * @param flaggedOnly whether only flagged transactions have a verdict there
 * @param flagged action for what the rules decline
 * @param memberName that no other member has
 * @param properties further properties of Kafka's clients
 * @param logMaxBytes the log is kept until it is sent, but no more of it than that
 */
public record VerdictTopic(
        String brokers,
        String name,
        boolean flaggedOnly,
        Action flagged,
        String memberName,
        Map<String, String> properties,
        long logMaxBytes) {
    /** Two files of the log: with less, one that is written to would be given up. */
    private static final long LOG_BYTES_MIN = 128L << 20;

    /** How long a broker may take to answer before another is tried. */
    private static final int REQUEST_TIMEOUT_MS = 5_000;

    /** How long the brokers may take to acknowledge before it is said, and all is sent again that they have not acknowledged. */
    private static final int DELIVERY_TIMEOUT_MS = 15_000;

    private static final String REQUEST_TIMEOUT = "request.timeout.ms";

    /** @throws IllegalArgumentException naming the key, its value and what it may be */
    public VerdictTopic {
        properties = Map.copyOf(properties);
        if (logMaxBytes < LOG_BYTES_MIN) {
            throw new IllegalArgumentException(
                    "the log must be kept for some time, or verdicts are lost; give kafka-verdicts-log-max at least "
                            + (LOG_BYTES_MIN >> 20) + "m: kafka-verdicts-log-max=" + logMaxBytes + " (bytes)");
        }
        ClientProperties.requireFree(properties);
    }

    Map<String, Object> producer() {
        Map<String, Object> chosen = ClientProperties.ofProducer(
                brokers, memberName + "-verdicts", properties, ProducerConfig.configNames());
        // What is promised takes these.
        chosen.put("acks", "all");
        chosen.put("enable.idempotence", true);
        chosen.remove("transactional.id");
        chosen.remove("transaction.timeout.ms");
        chosen.put("key.serializer", ByteArraySerializer.class.getName());
        chosen.put("value.serializer", ByteArraySerializer.class.getName());
        chosen.putIfAbsent("batch.size", 128 << 10);
        chosen.putIfAbsent("linger.ms", 5);
        chosen.putIfAbsent("buffer.memory", 64L << 20);
        chosen.putIfAbsent("max.block.ms", DELIVERY_TIMEOUT_MS);
        if (!chosen.containsKey(REQUEST_TIMEOUT)) {
            chosen.put(REQUEST_TIMEOUT, REQUEST_TIMEOUT_MS);
            chosen.putIfAbsent("delivery.timeout.ms", DELIVERY_TIMEOUT_MS);
        }
        return chosen;
    }

    Map<String, Object> admin() {
        Map<String, Object> chosen = new HashMap<>(ClientProperties.ofProducer(
                brokers, memberName + "-verdicts", properties, AdminClientConfig.configNames()));
        chosen.putIfAbsent("default.api.timeout.ms", 2 * REQUEST_TIMEOUT_MS);
        chosen.putIfAbsent(REQUEST_TIMEOUT, REQUEST_TIMEOUT_MS);
        return chosen;
    }
}
