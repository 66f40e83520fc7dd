package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What verdicts of all ways in cost a member: the same load at its gateway without and with them, in turns, each with a broker and a
 * member of its own. The topic is read when the load is over, so that its reader takes nothing from it. Used by one thread.
 */
final class VerdictsCost {
    private static final String TOPIC = "decided";
    private static final String DECIDED = "\"decidedAt\":\"";
    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaBenchRow row;
    private final KafkaBench.Settings settings;
    private final Clock clock;
    private final Histogram toTopicMs = new Histogram(3);
    private long sent;

    VerdictsCost(KafkaBenchRow row, KafkaBench.Settings settings, Clock clock) {
        this.row = row;
        this.settings = settings;
        this.clock = clock;
    }

    /** Runs all. */
    KafkaBenchFigures.AllVerdicts run() throws IOException, InterruptedException, ExecutionException {
        List<KafkaBenchFigures.Run> without = new ArrayList<>();
        List<KafkaBenchFigures.Run> with = new ArrayList<>();
        for (int i = 0; i < settings.rounds(); i++) {
            without.add(run(false));
            with.add(run(true));
        }
        return new KafkaBenchFigures.AllVerdicts(without, with, toTopicMs);
    }

    /** Verdicts that were sent in all runs. */
    long sent() {
        return sent;
    }

    private KafkaBenchFigures.Run run(boolean isWith) throws IOException, InterruptedException, ExecutionException {
        try (LocalCluster processes = new LocalCluster()) {
            LocalBrokers brokers = processes.startBroker();
            createTopic(brokers);
            BenchMembers members = new BenchMembers(processes, row, settings).withFolder(processes.file("data"));
            if (isWith) {
                members.sendingAllTo(brokers, TOPIC);
            }
            InetSocketAddress gateway = members.startWithGateway();
            GatewayLoad load = GatewayLoad.start(gateway, settings, clock);
            long measuredMs = Math.round(settings.time().toMillis() * (1 - PaymentsTopic.WARM_UP_SHARE));
            TimeUnit.MILLISECONDS.sleep(settings.time().toMillis() - measuredMs);
            load.measure();
            long fromMs = clock.millis();
            long beginCpuNs = members.cpuNs();
            long beginNs = System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(measuredMs);
            double cores = (members.cpuNs() - beginCpuNs) / (double) (System.nanoTime() - beginNs);
            GatewayBench.Result found = load.finish();
            if (isWith) {
                sent += read(brokers, GatewayLoad.records(found), fromMs);
            }
            double perUs = found.recordsPerSecond() / TimeUnit.SECONDS.toMicros(1);
            return new KafkaBenchFigures.Run(cores / perUs, found);
        }
    }

    /** A topic whose records have the time at which the broker stored them. */
    private static void createTopic(LocalBrokers brokers) throws InterruptedException, ExecutionException {
        try (Admin admin = brokers.admin()) {
            admin.createTopics(
                            List.of(new NewTopic(TOPIC, Optional.of(PaymentsTopic.PARTITIONS), Optional.of((short) 1))
                                    .configs(Map.of("message.timestamp.type", "LogAppendTime"))))
                    .all()
                    .get();
        }
    }

    /**
     * Reads the topic until it has a verdict for each answer.
     *
     * @throws IllegalStateException when it has fewer, or more: nothing failed that would repeat one
     */
    private long read(LocalBrokers brokers, long answered, long fromMs) {
        List<TopicPartition> partitions = IntStream.range(0, PaymentsTopic.PARTITIONS)
                .mapToObj(i -> new TopicPartition(TOPIC, i))
                .toList();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", brokers.addresses(), "max.poll.records", "10000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long movedNs = System.nanoTime();
            long read = 0;
            while (read < answered && System.nanoTime() - movedNs < PaymentsTopic.TIMEOUT_NS) {
                for (ConsumerRecord<byte[], byte[]> verdict : consumer.poll(POLL)) {
                    take(verdict, fromMs);
                    movedNs = System.nanoTime();
                    read++;
                }
            }
            long stored = consumer.endOffsets(partitions).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            if (stored != answered) {
                throw new IllegalStateException("the topic does not have one verdict for each answer: answered="
                        + answered + " stored=" + stored);
            }
            return stored;
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> verdict, long fromMs) {
        String text = new String(verdict.value(), StandardCharsets.UTF_8);
        int begin = text.indexOf(DECIDED) + DECIDED.length();
        long decidedMs =
                Instant.parse(text.substring(begin, text.indexOf('"', begin))).toEpochMilli();
        if (decidedMs >= fromMs) {
            toTopicMs.recordValue(Math.max(0, verdict.timestamp() - decidedMs));
        }
    }
}
