package com.hazelcast.certification.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The properties of Kafka's clients: the member's own, and under them what the configuration gives. Pure. */
public final class ClientProperties {
    /** What the member decides, with the key to use instead. */
    private static final Map<String, String> TAKEN = new TreeMap<>(Map.of(
            "bootstrap.servers", "kafka",
            "group.id", "kafka-group",
            "auto.offset.reset", "kafka-from",
            "enable.auto.commit", "kafka-commit-every",
            "transactional.id", "kafka-group",
            "max.poll.records", "in-flight",
            "key.deserializer", "kafka-format",
            "value.deserializer", "kafka-format",
            "key.serializer", "kafka-out-format",
            "value.serializer", "kafka-out-format"));

    /** What is promised does not hold with other values. The client takes some of them and drops what they contradict, or names another property. */
    private static final Map<String, Pattern> PROMISED = new TreeMap<>(Map.of(
            "acks", Pattern.compile("all|-1"),
            "enable.idempotence", Pattern.compile("true", Pattern.CASE_INSENSITIVE),
            "isolation.level", Pattern.compile("read_committed", Pattern.CASE_INSENSITIVE),
            "max.in.flight.requests.per.connection", Pattern.compile("[1-5]"),
            "retries", Pattern.compile("[1-9]\\d*")));

    private static final String REQUEST_BYTES = "max.request.size";
    private static final String BUFFER_BYTES = "buffer.memory";
    private static final String LINGER = "linger.ms";
    private static final String CONSUMER_PROTOCOL = "consumer";
    private static final String INSTANCE_ID = "group.instance.id";
    private static final String AUTO_CREATE = "allow.auto.create.topics";

    /** Behind the names of what reads labels. */
    private static final String LABELS = "-labels";

    /** Behind the names of what reads nothing. */
    private static final String LOOK = "-look";

    private final KafkaSettings settings;
    private final String clientId;

    /** Properties of the clients of a reader, which has that number. */
    public ClientProperties(KafkaSettings settings, int reader) {
        this.settings = settings;
        this.clientId = settings.memberName() + "-" + reader;
    }

    /**
     * Looks whether a member may be given these properties.
     *
     * @throws IllegalArgumentException when one of them is the member's own, and says which key to use; or has a value with which what the
     *     member promises does not hold
     */
    public static void requireFree(Map<String, String> properties) {
        TAKEN.forEach((name, key) -> {
            if (properties.containsKey(name)) {
                throw new IllegalArgumentException("the member sets this property of Kafka's clients itself; use " + key
                        + " instead: kafka." + name + "=" + properties.get(name));
            }
        });
        PROMISED.forEach((name, allowed) -> {
            String value = properties.getOrDefault(name, "").strip();
            if (!value.isEmpty() && !allowed.matcher(value).matches()) {
                throw new IllegalArgumentException(
                        "with this value of a property of Kafka's clients a record could have no verdict, or two, or a verdict of what was never"
                                + " committed; leave it out: kafka." + name + "=" + value);
            }
        });
    }

    /** Where nothing of the configuration is known to a client, it is not handed in: the client would warn. */
    private Map<String, Object> of(Set<String> names, Set<String> ofOthers) {
        Map<String, Object> chosen = new HashMap<>();
        chosen.put("client.id", clientId);
        chosen.put("bootstrap.servers", settings.brokers());
        settings.properties().forEach((name, value) -> {
            if (names.contains(name) || !ofOthers.contains(name)) {
                chosen.put(name, value);
            }
        });
        return chosen;
    }

    /**
     * Of a client that reads nothing.
     *
     * @param names of the properties that it knows; those of other clients are left out, as it would warn of them
     */
    public static Map<String, Object> ofProducer(
            String brokers, String clientId, Map<String, String> properties, Set<String> names) {
        Map<String, Object> chosen = new HashMap<>();
        chosen.put("client.id", clientId);
        chosen.put("bootstrap.servers", brokers);
        properties.forEach((name, value) -> {
            boolean isOfOthers = ConsumerConfig.configNames().contains(name)
                    || ProducerConfig.configNames().contains(name);
            if (names.contains(name) || !isOfOthers) {
                chosen.put(name, value);
            }
        });
        return chosen;
    }

    Map<String, Object> admin() {
        Map<String, Object> chosen = of(AdminClientConfig.configNames(), ConsumerConfig.configNames());
        ProducerConfig.configNames().stream()
                .filter(name -> !AdminClientConfig.configNames().contains(name))
                .forEach(chosen::remove);
        chosen.putIfAbsent("default.api.timeout.ms", KafkaLimits.CALL_TIMEOUT_MS);
        chosen.putIfAbsent("request.timeout.ms", KafkaLimits.CALL_TIMEOUT_MS / 2);
        return chosen;
    }

    /**
     * Of the consumer.
     *
     * @param hasConsumerProtocol whether the brokers have the group protocol of Kafka 4
     */
    public Map<String, Object> consumer(boolean hasConsumerProtocol) {
        Map<String, Object> chosen = of(ConsumerConfig.configNames(), ProducerConfig.configNames());
        chosen.put("group.id", settings.group());
        chosen.put("enable.auto.commit", false);
        // Positions are found by --kafka-from, and what has been deleted is said.
        chosen.put("auto.offset.reset", "none");
        chosen.put("max.poll.records", TakeRate.slice(settings.reading().rateMax()));
        chosen.put("key.deserializer", ByteArrayDeserializer.class.getName());
        chosen.put("value.deserializer", ByteArrayDeserializer.class.getName());
        // The same one at two readers would have them fence each other. It stays the same over a restart.
        chosen.computeIfPresent(INSTANCE_ID, (name, given) -> instanceId(given, clientId));
        chosen.putIfAbsent("isolation.level", "read_committed");
        // A topic that is deleted to be made anew with other partitions would be there again before.
        chosen.putIfAbsent(AUTO_CREATE, false);
        // By default 64 KiB, which a fetch of 1 MiB fills many times: as much as the system gives wakes client and
        // brokers less often.
        chosen.putIfAbsent("receive.buffer.bytes", -1);
        chosen.putIfAbsent("max.poll.interval.ms", KafkaLimits.POLL_INTERVAL_MS);
        chosen.putIfAbsent("default.api.timeout.ms", KafkaLimits.CALL_TIMEOUT_MS);
        chosen.putIfAbsent("request.timeout.ms", KafkaLimits.CALL_TIMEOUT_MS / 2);
        chosen.putIfAbsent("group.protocol", hasConsumerProtocol ? CONSUMER_PROTOCOL : "classic");
        if (!String.valueOf(chosen.get("group.protocol")).equalsIgnoreCase(CONSUMER_PROTOCOL)) {
            chosen.putIfAbsent("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
            chosen.putIfAbsent("session.timeout.ms", KafkaLimits.SESSION_TIMEOUT_MS);
        }
        return chosen;
    }

    /** Of a consumer that looks at what the group has left, and does not join it. */
    public Map<String, Object> lookingConsumer() {
        return looking(consumer(false));
    }

    /** The same of the group of labels. */
    public Map<String, Object> lookingLabelConsumer() {
        return looking(labelConsumer(false));
    }

    private static Map<String, Object> looking(Map<String, Object> chosen) {
        chosen.put("client.id", chosen.get("client.id") + LOOK);
        chosen.remove(INSTANCE_ID);
        chosen.put(AUTO_CREATE, false);
        // The first record of each partition is enough.
        chosen.put("fetch.min.bytes", 1);
        chosen.put("max.partition.fetch.bytes", KafkaLimits.LOOK_BYTES_PARTITION);
        chosen.put("fetch.max.bytes", KafkaLimits.LOOK_BYTES);
        return chosen;
    }

    /** Of the producer. */
    public Map<String, Object> producer() {
        Map<String, Object> chosen = of(ProducerConfig.configNames(), ConsumerConfig.configNames());
        chosen.put("transactional.id", transactionalId());
        chosen.put("key.serializer", ByteArraySerializer.class.getName());
        chosen.put("value.serializer", ByteArraySerializer.class.getName());
        chosen.putIfAbsent("transaction.timeout.ms", KafkaLimits.TRANSACTION_TIMEOUT_MS);
        chosen.putIfAbsent("max.block.ms", KafkaLimits.CALL_TIMEOUT_MS);
        chosen.putIfAbsent("batch.size", 128 << 10);
        chosen.putIfAbsent(LINGER, lingerMs());
        chosen.putIfAbsent(BUFFER_BYTES, KafkaLimits.BUFFER_BYTES);
        chosen.putIfAbsent(REQUEST_BYTES, KafkaLimits.REQUEST_BYTES_MAX);
        return chosen;
    }

    /** Each request costs the member and the brokers, however little is in it. */
    private long lingerMs() {
        long partMs = settings.reading().commitEvery().toMillis() / KafkaLimits.LINGERS_A_TRANSACTION;
        return Math.max(KafkaLimits.LINGER_MS_MIN, Math.min(KafkaLimits.LINGER_MS_MAX, partMs));
    }

    /** How large a record may be for the producer, with all that is around it. */
    static long recordBytesMax(KafkaSettings settings) {
        return Math.min(
                bytes(settings, REQUEST_BYTES, KafkaLimits.REQUEST_BYTES_MAX),
                bytes(settings, BUFFER_BYTES, KafkaLimits.BUFFER_BYTES));
    }

    /** With one that is no number there is no producer: it says so. */
    private static long bytes(KafkaSettings settings, String name, long byDefault) {
        String given = settings.properties().getOrDefault(name, "").strip();
        return given.matches("\\d{1,18}") ? Long.parseLong(given) : byDefault;
    }

    /** Of the consumer of labels, which has a group of its own. */
    Map<String, Object> labelConsumer(boolean hasConsumerProtocol) {
        Map<String, Object> chosen = consumer(hasConsumerProtocol);
        chosen.put("group.id", settings.group() + LABELS);
        chosen.put("max.poll.records", KafkaLimits.LABELS_PER_POLL);
        chosen.put("client.id", clientId + LABELS);
        chosen.computeIfPresent(INSTANCE_ID, (name, id) -> id + LABELS);
        return chosen;
    }

    /** With characters that Kafka takes there: an address may have others. */
    private static String instanceId(Object given, String of) {
        return (given + "-" + of).replaceAll("[^A-Za-z0-9._-]", "_");
    }

    /** Of the producer of dead letters among labels. */
    Map<String, Object> labelProducer() {
        Map<String, Object> chosen = producer();
        chosen.put("client.id", clientId + LABELS);
        chosen.remove("transactional.id");
        chosen.remove("transaction.timeout.ms");
        if (!settings.properties().containsKey(LINGER)) {
            // They are waited for.
            chosen.remove(LINGER);
        }
        chosen.putIfAbsent("acks", "all");
        return chosen;
    }

    /** Begins with the group, so that a right to a prefix is enough. A member that starts again fences its former self by it. */
    String transactionalId() {
        return settings.group() + "-" + clientId;
    }
}
