package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.records.AvroVerdicts;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.schemas.SchemaFrame;
import com.hazelcast.certification.kafka.schemas.SchemaRegistry;
import com.hazelcast.certification.kafka.schemas.TestRegistry;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.Score;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records whose schemas are in a registry, at a real broker. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KafkaSchemasTest {
    private static final String CARD = "4929000000000017";

    private static void send(TestTopics topics, int partition, String key, byte[] value) {
        topics.send(producer -> {
            var unused = producer.send(new ProducerRecord<>(topics.in, partition, TestTopics.bytes(key), value));
        });
    }

    private static byte[] payment(int schema, String reference) {
        return AvroRecordReaderTest.payment(schema, CARD, System.currentTimeMillis(), reference);
    }

    private static List<String> keys(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> TestTopics.text(record.key()))
                .sorted()
                .toList();
    }

    private static KafkaFigures figures(FraudMember member) {
        return member.metrics().kafkaFigures().orElseThrow();
    }

    @Test
    void shouldWaitForASchemaWhileTheRegistryIsAwayAndGiveUpOnlyRecordsOfNone() throws Exception {
        TestTopics topics = TestTopics.create(2);
        try (TestRegistry registry = new TestRegistry()
                        .with(1, "AVRO", AvroRecordReaderTest.BY_NAMES)
                        .with(2, "AVRO", AvroRecordReaderTest.BY_NAMES);
                TestCluster cluster = new TestCluster()) {
            cluster.withKafka(
                    topics.settings(InputForm.AVRO.readers(Optional.empty(), Optional.of(registry.client()))));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            send(topics, 0, "a", payment(1, "p-a"));
            assertThat(TestTopics.text(topics.committed(topics.out, 1).get(0).value()))
                    .endsWith("\"reference\":\"p-a\"}");

            registry.failWith(503);
            send(topics, 1, "b", payment(2, "p-b"));
            TestCluster.await(
                    "it says what it waits for",
                    () -> figures(member).waiting() == 1
                            && figures(member).waitsFor().stream()
                                    .anyMatch(why -> why.startsWith("the schema registry refuses or fails")));
            send(topics, 0, "c", payment(1, "p-c"));
            assertThat(keys(topics.committed(topics.out, 2)))
                    .as("the other partition goes on")
                    .containsExactly("a", "c");
            assertThat(topics.committed(topics.deadLetters, 0)).isEmpty();
            assertThat(figures(member).lagRecords()).isEqualTo(1);

            registry.failWith(0);
            assertThat(keys(topics.committed(topics.out, 3))).containsExactly("a", "b", "c");
            TestCluster.await("it waits no longer", () -> figures(member).waiting() == 0);

            send(topics, 1, "d", payment(3, "p-d"));
            send(topics, 1, "e", payment(2, "p-e"));
            assertThat(keys(topics.committed(topics.out, 4))).containsExactly("a", "b", "c", "e");
            ConsumerRecord<byte[], byte[]> letter =
                    topics.committed(topics.deadLetters, 1).get(0);
            assertThat(TestTopics.text(letter.key())).isEqualTo("d");
            assertThat(TestTopics.header(letter, "reason")).isEqualTo("unknown_schema");
            assertThat(TestTopics.header(letter, "detail")).contains("schema=3");
        }
    }

    @Test
    void shouldReadProtobufAndWriteVerdictsInAvroBySchemasOfTheRegistry() throws Exception {
        TestTopics topics = TestTopics.create(1);
        try (TestRegistry registry = new TestRegistry().with(1, "PROTOBUF", ProtobufRecordReaderTest.BY_NAMES);
                TestCluster cluster = new TestCluster()) {
            SchemaRegistry client = registry.client();
            cluster.withKafka(topics.settings(
                    InputForm.PROTOBUF.readers(Optional.empty(), Optional.of(client)),
                    client.registered("verdicts-value", AvroVerdicts.SCHEMA)));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await(
                    "it says that the schema of verdicts has no id",
                    () -> figures(member).waitsFor().stream().anyMatch(why -> why.contains("kafka-out-schema")));
            registry.withIdFor("verdicts-value", 42);
            send(topics, 0, "a", ProtobufRecordReaderTest.payment(1, CARD, System.currentTimeMillis(), "p-a"));

            ConsumerRecord<byte[], byte[]> record =
                    topics.committed(topics.out, 1).get(0);
            assertThat(SchemaFrame.id(record.value())).isEqualTo(42);
            assertThat(TestTopics.header(record, "offset")).isEqualTo("0");
            GenericRecord verdict = verdict(record.value());
            assertThat(verdict.get("action")).hasToString("approve");
            assertThat(verdict.get("rule")).isNull();
            assertThat(verdict.get("ruleSet")).hasToString("{\"name\": \"certification\", \"version\": 1}");
            assertThat(verdict.get("replayed")).isEqualTo(false);
            assertThat((long) verdict.get("decidedAt")).isPositive();
            assertThat(verdict.get("reference")).hasToString("p-a");
        }
    }

    /** Read with the schema that was registered. */
    static GenericRecord verdict(byte[] value) throws IOException {
        Schema schema = new Schema.Parser().parse(AvroVerdicts.SCHEMA);
        return new GenericDatumReader<GenericRecord>(schema)
                .read(
                        null,
                        DecoderFactory.get()
                                .binaryDecoder(
                                        value, SchemaFrame.SIZE_BYTES, value.length - SchemaFrame.SIZE_BYTES, null));
    }

    @Test
    void shouldTakeItsOwnSchemaForThatOfVerdictsAndNoOther() {
        assertThat(AvroVerdicts.isSchema(AvroVerdicts.SCHEMA)).isTrue();
        assertThat(AvroVerdicts.isSchema(
                        new Schema.Parser().parse(AvroVerdicts.SCHEMA).toString()))
                .isTrue();
        assertThat(AvroVerdicts.isSchema(AvroRecordReaderTest.BY_NAMES)).isFalse();
        assertThat(AvroVerdicts.isSchema("no schema")).isFalse();
    }

    @Test
    void shouldNameTheRuleInAVerdictInAvro() throws Exception {
        RuleSet set = RuleSet.shipped();
        GenericRecord verdict =
                verdict(new AvroVerdicts().of(7, set, 2, Score.NONE, Action.DECLINE, true, null, 1_795_593_600_000L));
        GenericRecord rule = (GenericRecord) verdict.get("rule");
        assertThat(rule.get("id")).isEqualTo(2);
        assertThat(rule.get("name")).hasToString(set.rules().get(1).name());
        assertThat(verdict.get("reason")).hasToString(set.rules().get(1).description());
        assertThat(verdict.get("action")).hasToString("decline");
        assertThat(verdict.get("replayed")).isEqualTo(true);
        assertThat(verdict.get("decidedAt")).isEqualTo(1_795_593_600_000L);
        assertThat(verdict.get("reference")).isNull();
        assertThat(verdict.get("scoreAtLeast")).isNull();
        assertThat(verdict.get("score")).isNull();
    }

    @Test
    void shouldSayInAVerdictInAvroWhichScoreHasDecided() throws Exception {
        GenericRecord verdict = verdict(
                new AvroVerdicts().of(7, RuleSet.shipped(), 0, new Score(50, 70), Action.REVIEW, false, null, 0));
        assertThat(verdict.get("scoreAtLeast")).isEqualTo(50);
        assertThat(verdict.get("score")).isEqualTo(70);
        assertThat(verdict.get("rule")).isNull();
        assertThat(verdict.get("reason")).hasToString("the sum of points reached 50");
    }
}
