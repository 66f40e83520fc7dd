package com.hazelcast.certification.systemtests.kafka;

import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Fires faults at members and brokers, and waits until all is back. Used by one thread. */
final class KafkaFaultSet {
    /** The members' max.poll.interval.ms, above the time-out of their transactions, which is 15 s. */
    static final int POLL_INTERVAL_MS = 20_000;

    private static final int FROZEN_MS = POLL_INTERVAL_MS + 5_000;
    private static final int GONE_MS_MAX = 4_000;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long JOINS_WITHIN_NS = TimeUnit.MINUTES.toNanos(2);
    private static final long HOLDS_MS = 1_000;
    private static final String READS = "reads partitions of Kafka";
    private static final String GIVEN_UP = "is not read; this member tries again until it is";

    private final KafkaSettings settings;
    private final LocalBrokers brokers;
    private final SystemCluster cluster;
    private final String group;
    private final Random random;

    /** @param group of the members */
    KafkaFaultSet(KafkaSettings settings, LocalBrokers brokers, SystemCluster cluster, String group, Random random) {
        this.settings = settings;
        this.brokers = brokers;
        this.cluster = cluster;
        this.group = group;
        this.random = random;
    }

    LocalBrokers brokers() {
        return brokers;
    }

    /** Returns when members and brokers are all there again, and all copies of shards and topics are equal. */
    void fire(KafkaFault fault, KafkaPayments payments) throws IOException, InterruptedException, ExecutionException {
        switch (fault) {
            case MEMBER -> kill(true, false, random.nextInt(GONE_MS_MAX));
            case BROKER -> kill(false, true, random.nextInt(GONE_MS_MAX));
            case BOTH -> kill(true, true, random.nextInt(GONE_MS_MAX));
            case AWAY -> kill(false, true, settings.away().toMillis());
            case FROZEN -> freeze();
            case REBALANCE -> rebalance();
            case PARTITIONS -> addPartitions(payments);
            case ALL -> {
                cluster.killAll();
                cluster.startAgain();
            }
        }
        cluster.awaitSafe();
    }

    /** Both are back when the next are killed: without two copies of three, brokers would take nothing. */
    private void kill(boolean isMember, boolean isBroker, long goneMs) throws IOException, InterruptedException {
        int index = random.nextInt(cluster.size());
        int broker = random.nextInt(cluster.size());
        if (isMember) {
            cluster.kill(index);
        }
        if (isBroker) {
            brokers.kill(broker);
        }
        TimeUnit.MILLISECONDS.sleep(goneMs);
        if (isBroker) {
            brokers.restart(broker);
        }
        if (isMember) {
            cluster.start(index);
        }
        if (isBroker) {
            brokers.awaitAnswers();
            SystemCluster.await("all copies of the topics in step", () -> isInStep(brokers));
        }
    }

    /** The group has given the member up when it wakes up, and its transaction is aborted; it goes on with it in vain. */
    private void freeze() throws IOException, InterruptedException {
        int index = random.nextInt(cluster.size());
        // One that has started just now is in no group yet, and cannot be given up by it.
        SystemCluster.await("the member reads partitions", () -> cluster.outputCount(index, READS) > 0);
        long before = cluster.outputCount(index, GIVEN_UP);
        cluster.pause(index);
        TimeUnit.MILLISECONDS.sleep(FROZEN_MS);
        cluster.resume(index);
        SystemCluster.await(
                "the frozen member has found out that its group has given it up",
                () -> cluster.outputCount(index, GIVEN_UP) > before);
    }

    /** Another consumer takes partitions from members, does nothing with them, and leaves: two rebalances. */
    private void rebalance() throws InterruptedException {
        try (KafkaConsumer<byte[], byte[]> other = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", brokers.addresses(),
                        "group.id", group,
                        "group.protocol", "consumer",
                        "enable.auto.commit", "false",
                        "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            other.subscribe(List.of(KafkaPayments.TOPIC));
            long deadlineNs = System.nanoTime() + JOINS_WITHIN_NS;
            while (other.assignment().isEmpty()) {
                var unused = other.poll(POLL);
                if (System.nanoTime() > deadlineNs) {
                    throw new IllegalStateException("the other consumer got no partition: group=" + group);
                }
            }
            TimeUnit.MILLISECONDS.sleep(HOLDS_MS);
        }
    }

    private void addPartitions(KafkaPayments payments) throws InterruptedException, ExecutionException {
        try (Admin admin = brokers.admin()) {
            admin.createPartitions(
                            Map.of(KafkaPayments.TOPIC, NewPartitions.increaseTo(KafkaPayments.PARTITIONS_LATER)))
                    .all()
                    .get();
        }
        payments.useMorePartitions();
    }

    /** Whether each copy of each topic is where its leader is. */
    private static boolean isInStep(LocalBrokers brokers) {
        try (Admin admin = brokers.admin()) {
            var names = admin.listTopics(new ListTopicsOptions().listInternal(true))
                    .names()
                    .get();
            for (TopicDescription topic :
                    admin.describeTopics(names).allTopicNames().get().values()) {
                if (topic.partitions().stream()
                        .anyMatch(partition ->
                                partition.isr().size() < partition.replicas().size())) {
                    return false;
                }
            }
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException) {
                // Such as a broker that was asked and is not up yet.
                return false;
            }
            throw new IllegalStateException("the brokers cannot be asked", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
