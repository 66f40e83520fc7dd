package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.ClientProperties;
import com.hazelcast.certification.kafka.KafkaSettings;
import com.hazelcast.certification.kafka.StartFrom;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads a topic and writes a record for each of its records that is like a member's verdict, in transactions with the positions, by the same
 * client and with the same properties as members: what a member could do at most if scoring cost nothing. Waits for each commit. Runs on
 * a thread of its own.
 */
final class EmptyKafkaLoop implements AutoCloseable {
    static final String GROUP = "empty-loop";

    private final KafkaSettings settings;
    private final LoopVerdicts verdicts;
    private final Clock clock;
    private final Thread thread = new Thread(this::run, "bench-empty-loop");
    private volatile boolean isClosed;

    EmptyKafkaLoop(String brokers, String in, LoopVerdicts verdicts, Duration commitEvery, Clock clock) {
        this.clock = clock;
        this.verdicts = verdicts;
        String out = verdicts.topic();
        this.settings = new KafkaSettings(
                brokers,
                GROUP,
                "bench",
                Map.of(),
                new KafkaSettings.Topics(List.of(in), out, out + "-dead", Optional.empty()),
                new KafkaSettings.Reading(InputForm.RECORD::newReader, StartFrom.EARLIEST, 1, commitEvery, 100, 0),
                new KafkaSettings.Verdicts(OutputForm.COMPACT, () -> 0, false, Action.DECLINE));
    }

    void start() {
        thread.start();
    }

    private void run() {
        ClientProperties properties = new ClientProperties(settings, 0);
        Map<String, Object> ofConsumer = new HashMap<>(properties.consumer(true));
        ofConsumer.put("auto.offset.reset", "earliest");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties.producer());
                KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(ofConsumer)) {
            producer.initTransactions();
            consumer.subscribe(settings.topics().in());
            while (!isClosed) {
                transact(consumer, producer);
            }
        }
    }

    private void transact(KafkaConsumer<byte[], byte[]> consumer, KafkaProducer<byte[], byte[]> producer) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(100));
        if (records.isEmpty()) {
            return;
        }
        producer.beginTransaction();
        long endNs = System.nanoTime() + settings.reading().commitEvery().toNanos();
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        while (true) {
            long nowMs = clock.millis();
            for (ConsumerRecord<byte[], byte[]> record : records) {
                var unused = producer.send(verdicts.of(record, nowMs));
            }
            for (TopicPartition partition : records.partitions()) {
                List<ConsumerRecord<byte[], byte[]>> all = records.records(partition);
                positions.put(
                        partition, new OffsetAndMetadata(all.get(all.size() - 1).offset() + 1));
            }
            long leftNs = endNs - System.nanoTime();
            if (leftNs <= 0) {
                break;
            }
            records = consumer.poll(Duration.ofNanos(leftNs));
        }
        producer.sendOffsetsToTransaction(positions, consumer.groupMetadata());
        producer.commitTransaction();
    }

    @Override
    public void close() throws InterruptedException {
        isClosed = true;
        thread.join();
    }
}
