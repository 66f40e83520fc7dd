package com.hazelcast.certification.kafka;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the brokers have of what a reader needs, found out before it joins its group, so that what is missing is said at once.
 *
 * @param partitionCounts of the topics in
 * @param topicIds of these; a topic that is made again has another one
 * @param hasConsumerProtocol whether they have the group protocol of Kafka 4
 */
public record Brokers(Map<String, Integer> partitionCounts, Map<String, Uuid> topicIds, boolean hasConsumerProtocol) {
    private static final Logger LOG = LoggerFactory.getLogger(Brokers.class);
    private static final String GROUP_FEATURE = "group.version";
    private static final String PROTOCOL = "security.protocol";
    private static final String WITHOUT_TLS = "PLAINTEXT";

    /** How long brokers have for what is asked without a client. */
    private static final long ASKED_WITHIN_MS = 1_000;

    /** Length, key and version of the request ApiVersions, its number, and no client id. A broker answers it to whoever asks. */
    private static final byte[] API_VERSIONS = {0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 0, -1, -1};

    /** The answer has some hundred bytes. */
    private static final int ANSWER_BYTES_MAX = 1 << 20;

    /** What an alert of TLS begins with. */
    private static final int TLS_ALERT = 0x1503;

    /**
     * Looks whether brokers understand a client that does not speak TLS. Of those that do not, Kafka's client takes the answer for the length of a message,
     * and makes an array of 336 MiB at each try (KAFKA-4090). Asks the first one that answers, for a second at most; what cannot be found out is left to
     * the client.
     *
     * @param properties of the client
     * @throws KafkaFailure when what answers is something else
     */
    public static void requireUnderstood(Map<String, Object> properties) {
        String protocol = String.valueOf(properties.getOrDefault(PROTOCOL, WITHOUT_TLS));
        if (!protocol.strip().toUpperCase(Locale.ROOT).endsWith(WITHOUT_TLS)) {
            return;
        }
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASKED_WITHIN_MS);
        for (String address :
                String.valueOf(properties.get("bootstrap.servers")).split(",", -1)) {
            int remainingMs = (int) TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
            if (remainingMs <= 0) {
                return;
            }
            try {
                byte[] begin = ask(address.strip(), remainingMs);
                if (begin.length == Integer.BYTES) {
                    requireUnderstood(ByteBuffer.wrap(begin).getInt(), address.strip(), protocol);
                    return;
                }
            } catch (IOException | IllegalArgumentException e) {
                LOG.debug("{} does not answer; Kafka's client reports why", address, e);
            }
        }
    }

    /** The first four bytes of a broker's answer, or fewer. */
    private static byte[] ask(String address, int withinMs) throws IOException {
        int colon = address.lastIndexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("no HOST:PORT");
        }
        try (Socket socket = new Socket()) {
            int port = Integer.parseInt(address.substring(colon + 1));
            socket.connect(new InetSocketAddress(address.substring(0, colon), port), withinMs);
            socket.setSoTimeout(withinMs);
            socket.getOutputStream().write(API_VERSIONS);
            return socket.getInputStream().readNBytes(Integer.BYTES);
        }
    }

    private static void requireUnderstood(int sizeBytes, String address, String protocol) {
        String where = ": broker=" + address + " kafka." + PROTOCOL + "=" + protocol;
        if (sizeBytes >>> Short.SIZE == TLS_ALERT) {
            throw new KafkaFailure(List.of("the broker speaks TLS, and this member does not: set kafka." + PROTOCOL
                    + " to SSL, or where the broker asks for a name and a password, to SASL_SSL" + where));
        }
        if (sizeBytes < 0 || sizeBytes > ANSWER_BYTES_MAX) {
            throw new KafkaFailure(List.of("what answers there is no broker of Kafka: correct kafka" + where));
        }
    }

    /**
     * Looks. Takes at most 8 s a call, and a second before; an interrupt ends a call at once.
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
        requireUnderstood(properties.admin());
        Admin admin = Admin.create(properties.admin());
        try {
            Map<String, KafkaFuture<TopicDescription>> topics = admin.describeTopics(
                            needed, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                    .topicNameValues();
            Map<String, Integer> counts = new HashMap<>();
            Map<String, Uuid> ids = new HashMap<>();
            List<String> problems = new ArrayList<>();
            for (Map.Entry<String, KafkaFuture<TopicDescription>> one : topics.entrySet()) {
                String topic = one.getKey();
                try {
                    TopicDescription description = one.getValue().get();
                    counts.put(topic, description.partitions().size());
                    ids.put(topic, description.topicId());
                    requireRight(topic, settings, description.authorizedOperations(), problems);
                } catch (ExecutionException e) {
                    problems.add(KafkaFailure.ofTopic(topic, settings, e.getCause()));
                }
            }
            if (!problems.isEmpty()) {
                throw new KafkaFailure(problems);
            }
            counts.keySet().retainAll(reads);
            ids.keySet().retainAll(reads);
            return new Brokers(Map.copyOf(counts), Map.copyOf(ids), hasConsumerProtocol(admin, settings));
        } finally {
            // Calls without an answer are not waited for: after an interrupt that took as long as their time-out.
            admin.close(Duration.ZERO);
        }
    }

    /**
     * The ids of those of these topics that there are. Takes as long as {@link #look} at most.
     *
     * @throws KafkaException when the brokers do not say of one of them whether it is there
     */
    public static Map<String, Uuid> topicIds(KafkaSettings settings, ClientProperties properties, List<String> topics)
            throws InterruptedException {
        requireUnderstood(properties.admin());
        Admin admin = Admin.create(properties.admin());
        try {
            Map<String, Uuid> ids = new HashMap<>();
            for (Map.Entry<String, KafkaFuture<TopicDescription>> one :
                    admin.describeTopics(topics).topicNameValues().entrySet()) {
                try {
                    ids.put(one.getKey(), one.getValue().get().topicId());
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                        throw new KafkaFailure(List.of(KafkaFailure.ofTopic(one.getKey(), settings, e.getCause())));
                    }
                }
            }
            return ids;
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /**
     * Why a session that began with these topics has to end; empty: they are the same.
     *
     * @param began ids by topic
     * @param found as of {@link #topicIds(KafkaSettings, ClientProperties, List)}
     */
    static Optional<KafkaFailure> changed(Map<String, Uuid> began, Map<String, Uuid> found, KafkaSettings settings) {
        List<String> problems = new ArrayList<>();
        new TreeMap<>(began).forEach((topic, id) -> {
            Uuid now = found.get(topic);
            if (now == null) {
                problems.add(KafkaFailure.ofTopic(topic, settings, new UnknownTopicOrPartitionException()));
            } else if (!now.equals(id) && !now.equals(Uuid.ZERO_UUID) && !id.equals(Uuid.ZERO_UUID)) {
                problems.add(KafkaFailure.madeAgain(topic, settings));
            }
        });
        return problems.isEmpty() ? Optional.empty() : Optional.of(new KafkaFailure(problems));
    }

    /** Of one of the topics in; a topic that is made again has another one. All zeros: the brokers are too old to have any. */
    Uuid topicId(String topic) {
        return topicIds.getOrDefault(topic, Uuid.ZERO_UUID);
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
