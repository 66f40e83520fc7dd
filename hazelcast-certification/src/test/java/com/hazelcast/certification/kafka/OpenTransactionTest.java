package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member that was killed has left a transaction open, with a verdict and a position in it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OpenTransactionTest {
    /** Longer than any wait of a test: the brokers do not end it meanwhile. */
    private static final Map<String, String> LASTING = Map.of("transaction.timeout.ms", "600000");

    private static String json(int index) {
        return """
                {"card":"4929000000000%03d","time":%d,"amount":"12.50","currency":"EUR","country":"DE","mcc":494}""".formatted(index, System.currentTimeMillis());
    }

    /** By the transactional id of the member's reader. */
    private static void open(KafkaProducer<byte[], byte[]> producer, TestTopics topics, KafkaSettings settings) {
        producer.initTransactions();
        producer.beginTransaction();
        var unused = producer.send(new ProducerRecord<>(topics.out, TestTopics.bytes("9"), TestTopics.bytes("open")));
        try (KafkaConsumer<byte[], byte[]> outside =
                new KafkaConsumer<>(new ClientProperties(settings, 0).lookingConsumer())) {
            producer.sendOffsetsToTransaction(
                    Map.of(new TopicPartition(topics.in, 0), new OffsetAndMetadata(1)), outside.groupMetadata());
        }
        producer.flush();
    }

    @Test
    void shouldEndThatOfItsFormerSelfBeforeItAsksForPositions() throws Exception {
        TestTopics topics = TestTopics.create(1);
        KafkaSettings settings = topics.settings(InputForm.JSON, OutputForm.JSON, LASTING);
        topics.send("0", json(0));
        topics.send("1", json(1));
        KafkaProducer<byte[], byte[]> former = new KafkaProducer<>(new ClientProperties(settings, 0).producer());
        try (TestCluster cluster = new TestCluster()) {
            open(former, topics, settings);
            cluster.withKafka(settings);
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            assertThat(TestTopics.keys(topics.committed(topics.out, 2))).containsExactly(0, 1);
            assertThat(KafkaTest.metric(member, "fraud_kafka_restarts"))
                    .as("sessions that failed")
                    .isZero();
        } finally {
            former.close(Duration.ZERO);
        }
    }
}
