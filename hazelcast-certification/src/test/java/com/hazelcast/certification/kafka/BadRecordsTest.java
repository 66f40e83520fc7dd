package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.kafka.records.TransactionReader;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.source.SourceClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A record of a real broker that nothing can be made of is one dead letter, and its partition goes on. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class BadRecordsTest {
    /** What a producer may just send, and no JSON: with the headers of a dead letter it is too large. */
    static final String LARGE = "x".repeat(1_048_450);

    /** What the planted readers of records raise an exception for. */
    private static final String PLANTED = "4929000000000017 planted";

    private static String json(int index) {
        return json(index, System.currentTimeMillis());
    }

    private static String json(int index, long timeMs) {
        return """
                {"card":"4929000000000%03d","time":%d,"amount":"12.50","currency":"EUR","country":"DE","mcc":494,"reference":"r-%d"}""".formatted(index, timeMs, index);
    }

    /** Sends records to a member one after the other, and checks that the last one has its verdict and each bad one its letter. */
    private static List<ConsumerRecord<byte[], byte[]>> letters(
            TestTopics topics, KafkaSettings settings, String good, List<String> bad) throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(settings);
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            for (int i = 0; i < bad.size(); i++) {
                topics.send(Integer.toString(i), bad.get(i));
            }
            topics.send("good", good);
            assertThat(topics.committed(topics.out, 1))
                    .extracting(verdict -> TestTopics.text(verdict.key()))
                    .containsExactly("good");
            List<ConsumerRecord<byte[], byte[]>> letters = topics.committed(topics.deadLetters, bad.size());
            assertThat(letters).hasSize(bad.size());
            assertThat(KafkaTest.metric(member, "fraud_kafka_restarts"))
                    .as("sessions that failed")
                    .isZero();
            return letters;
        }
    }

    @Test
    void shouldGoOnBehindNumbersWhoseExponentsNobodyMeans(@TempDir Path folder) throws Exception {
        Mapping mapping = MappingFile.readForScoring(
                Files.writeString(folder.resolve("mapping.yaml"), MappedRecordReaderTest.MAPPING));
        TestTopics topics = TestTopics.create(1);
        String good = """
                {"id":"p-1","at":%d,"state":"APPROVED","payment":{"pan":"4929000000000017","value":12.50,"currency":"EUR"},
                 "shop":{"country":"DE","category":494}}""".formatted(System.currentTimeMillis() / 1_000);
        assertThat(letters(
                        topics,
                        topics.settings(InputForm.JSON.readers(Optional.of(mapping), Optional.empty())),
                        good,
                        List.of(good.replace("12.50", "1e99999999999"), good.replace("12.50", "1e2147483647"))))
                .allSatisfy(letter ->
                        assertThat(TestTopics.header(letter, "reason")).isEqualTo("out_of_range"));
    }

    private static Supplier<TransactionReader> planted(Throwable failure) {
        return () -> {
            TransactionReader json = InputForm.JSON.newReader();
            return (value, reference, target, offset) -> {
                if (TestTopics.text(value).equals(PLANTED)) {
                    if (failure instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) failure;
                }
                return json.read(value, reference, target, offset);
            };
        };
    }

    @Test
    void shouldGoOnBehindARecordWhoseReadingRaisesAnException() throws Exception {
        for (Throwable failure : List.of(new IllegalStateException(PLANTED), new StackOverflowError(PLANTED))) {
            TestTopics topics = TestTopics.create(1);
            ConsumerRecord<byte[], byte[]> letter = letters(
                            topics, topics.settings(planted(failure)), json(1), List.of(PLANTED))
                    .get(0);
            assertThat(TestTopics.header(letter, "reason")).isEqualTo("unprocessable");
            assertThat(TestTopics.header(letter, "detail"))
                    .as("the message may have a card in it")
                    .contains("failure=" + failure.getClass().getName())
                    .doesNotContain("4929000000000017");
            assertThat(TestTopics.text(letter.value())).isEqualTo(PLANTED);
        }
    }

    /** As in a bench, in which days pass in seconds. */
    @Test
    void shouldFindWhatIsOfTheFutureByTheClockOfTheRecords() throws Exception {
        long nowMs = System.currentTimeMillis();
        SourceClock aDayASecond = new SourceClock(nowMs - 10_000, 86_400);
        TestTopics topics = TestTopics.create(1);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withSourceClock(aDayASecond);
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.send("years", json(1, nowMs + TimeUnit.DAYS.toMillis(3_000)));
            topics.send("days", json(2, nowMs + TimeUnit.DAYS.toMillis(5)));
            assertThat(topics.committed(topics.out, 1))
                    .extracting(verdict -> TestTopics.text(verdict.key()))
                    .containsExactly("days");
            assertThat(topics.committed(topics.deadLetters, 1))
                    .extracting(letter -> TestTopics.text(letter.key()) + " " + TestTopics.header(letter, "reason"))
                    .containsExactly("years future");
        }
    }

    @Test
    void shouldLeaveOutTheValueThatMakesADeadLetterTooLarge() throws Exception {
        TestTopics topics = TestTopics.create(1);
        ConsumerRecord<byte[], byte[]> letter = letters(
                        topics, topics.settings(InputForm.JSON, OutputForm.JSON), json(1), List.of(LARGE))
                .get(0);
        assertThat(TestTopics.header(letter, "reason")).isEqualTo("not_json");
        assertThat(TestTopics.text(letter.key())).isEqualTo("0");
        assertThat(letter.value()).isNull();
        assertThat(TestTopics.header(letter, "valueBytes")).isEqualTo(Integer.toString(LARGE.length()));
        assertThat(TestTopics.header(letter, "offset")).isEqualTo("0");
    }

    @Test
    void shouldKeepToTheSizeOfRequestsThatTheConfigurationGives() throws Exception {
        TestTopics topics = TestTopics.create(1);
        String fitting = "x".repeat(19_000);
        List<ConsumerRecord<byte[], byte[]>> letters = letters(
                topics,
                topics.settings(InputForm.JSON, OutputForm.JSON, Map.of("max.request.size", "20000")),
                json(1),
                List.of("x".repeat(20_000), fitting));
        assertThat(letters.get(0).value()).isNull();
        assertThat(TestTopics.text(letters.get(1).value())).isEqualTo(fitting);
        assertThat(letters.get(1).headers().lastHeader("valueBytes")).isNull();
    }

    @Test
    void shouldLeaveOutWhatTheTopicOfDeadLettersDoesNotTake() throws Exception {
        TestTopics topics = TestTopics.create(1).withDeadLetterBytesMax(2_000);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.send("first", json(1));
            topics.send("bad", "x".repeat(5_000));
            topics.send("last", json(2));
            assertThat(topics.committed(topics.out, 2))
                    .extracting(verdict -> TestTopics.text(verdict.key()))
                    .containsExactly("first", "last");
            ConsumerRecord<byte[], byte[]> letter =
                    topics.committed(topics.deadLetters, 1).get(0);
            assertThat(TestTopics.text(letter.key())).isEqualTo("bad");
            assertThat(letter.value()).isNull();
            assertThat(TestTopics.header(letter, "valueBytes")).isEqualTo("5000");
            assertThat(KafkaTest.metric(member, "fraud_kafka_restarts"))
                    .as("sessions that failed: the one that learned what fits")
                    .isEqualTo(1);
        }
    }

    private static void sendBad(TestTopics topics, int count) {
        topics.send(producer -> {
            for (int i = 0; i < count; i++) {
                var unused = producer.send(new ProducerRecord<>(topics.in, TestTopics.bytes("no JSON at all")));
            }
        });
    }

    /** Else a topic of a wrong schema would go to the dead letters whole where sessions fail often. */
    @Test
    void shouldPauseForDeadLettersOfSeveralSessions() throws Exception {
        int part = KafkaLimits.DEAD_LETTER_RECORDS_MIN - 40;
        TestTopics topics = TestTopics.create(1).withDeadLetterBytesMax(100_000);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            sendBad(topics, part);
            assertThat(topics.committed(topics.deadLetters, part)).hasSize(part);
            topics.send("large", "x".repeat(200_000));
            assertThat(topics.committed(topics.deadLetters, part + 1)).hasSize(part + 1);
            assertThat(KafkaTest.metric(member, "fraud_kafka_restarts"))
                    .as("sessions that failed: the one that learned what fits")
                    .isEqualTo(1);
            sendBad(topics, part);
            TestCluster.await(
                    "reading is paused",
                    () -> member.metrics().kafkaFigures().orElseThrow().paused() == 1);
        }
    }

    @Test
    void shouldLeaveOutAKeyThatMakesAVerdictOrADeadLetterTooLarge() throws Exception {
        TestTopics topics = TestTopics.create(1);
        String key = "k".repeat(1_048_350);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.send(key, json(1));
            topics.send(key, "no JSON at all");
            ConsumerRecord<byte[], byte[]> verdict =
                    topics.committed(topics.out, 1).get(0);
            ConsumerRecord<byte[], byte[]> letter =
                    topics.committed(topics.deadLetters, 1).get(0);
            assertThat(TestTopics.header(verdict, "offset")).isEqualTo("0");
            assertThat(TestTopics.header(letter, "offset")).isEqualTo("1");
            assertThat(TestTopics.header(letter, "valueBytes")).isEqualTo("14");
            assertThat(List.of(verdict, letter)).allSatisfy(record -> {
                assertThat(record.key()).isNull();
                assertThat(TestTopics.header(record, "keyBytes")).isEqualTo(Integer.toString(key.length()));
            });
            assertThat(KafkaTest.metric(member, "fraud_kafka_restarts")).isZero();
        }
    }

    /** In a compacted topic such a record deletes what its key had. */
    @Test
    void shouldNameARecordWithoutAValue() throws Exception {
        TestTopics topics = TestTopics.create(1);
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember unused = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.send(producer -> {
                var unusedSent =
                        producer.send(new ProducerRecord<>(topics.in, TestTopics.bytes("deleted"), (byte[]) null));
            });
            ConsumerRecord<byte[], byte[]> letter =
                    topics.committed(topics.deadLetters, 1).get(0);
            assertThat(TestTopics.header(letter, "reason")).isEqualTo("missing_field");
            assertThat(TestTopics.header(letter, "detail")).startsWith("the record has no value");
            assertThat(TestTopics.text(letter.key())).isEqualTo("deleted");
            assertThat(letter.value()).isNull();
        }
    }

    /** A poll is read whole before the first of its answers is there. */
    @Test
    void shouldNotPauseForFewerBadRecordsInFullPollsThanThereMayBe() throws Exception {
        int oneOf = 14;
        int letters = 2 * KafkaLimits.RECORDS_PER_POLL / oneOf;
        TestTopics topics = TestTopics.create(1);
        topics.send(producer -> {
            for (int i = 0; i < letters * oneOf; i++) {
                String value = i % oneOf == 0 ? "no JSON at all" : json(i);
                var unused = producer.send(new ProducerRecord<>(topics.in, TestTopics.bytes(value)));
            }
        });
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            assertThat(topics.committed(topics.out, letters * (oneOf - 1))).hasSize(letters * (oneOf - 1));
            assertThat(topics.committed(topics.deadLetters, letters)).hasSize(letters);
            assertThat(KafkaTest.metric(member, "fraud_kafka_readers_paused")).isZero();
        }
    }

    /** A stop and a start do not have it go on. */
    @Test
    void shouldStayPausedUntilItIsResumed() throws Exception {
        TestTopics topics = TestTopics.create(1);
        topics.send(producer -> {
            for (int i = 0; i < 2 * KafkaLimits.DEAD_LETTER_WINDOW; i++) {
                var unused = producer.send(new ProducerRecord<>(topics.in, TestTopics.bytes("no JSON at all")));
            }
        });
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            awaitPaused(member);
            double letters = KafkaTest.metric(member, "fraud_kafka_dead_letters");
            cluster.control().stop();
            cluster.control().start();
            awaitPaused(member);
            assertThat(KafkaTest.metric(member, "fraud_kafka_dead_letters")).isEqualTo(letters);

            cluster.control().goOnWithKafka();
            TestCluster.await("it goes on", () -> KafkaTest.metric(member, "fraud_kafka_dead_letters") == 2 * letters);
            awaitPaused(member);
        }
    }

    /** Among the good records of the busy topic all records of the small one would be few. */
    @Test
    void shouldPauseASmallTopicThatIsAllBadAndGoOnWithABusyOne() throws Exception {
        TestTopics topics = TestTopics.create(1);
        String small = topics.name + "-small";
        topics.create(1, List.of(small));
        KafkaSettings one = topics.settings(InputForm.JSON, OutputForm.JSON);
        KafkaSettings both = new KafkaSettings(
                one.brokers(),
                one.group(),
                one.memberName(),
                one.properties(),
                new KafkaSettings.Topics(List.of(topics.in, small), topics.out, topics.deadLetters, Optional.empty()),
                one.reading(),
                one.verdicts());
        int good = KafkaLimits.DEAD_LETTER_WINDOW;
        int bad = 60;
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(both);
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            sendGood(topics, 0, good);
            assertThat(topics.committed(topics.out, good)).hasSize(good);
            sendBad(topics, small, bad);
            assertThat(topics.committed(topics.deadLetters, bad)).hasSize(bad);
            sendGood(topics, good, good);
            assertThat(topics.committed(topics.out, 2 * good)).hasSize(2 * good);
            sendBad(topics, small, bad);
            TestCluster.await(
                    "the small topic is paused", () -> KafkaTest.metric(member, "fraud_kafka_readers_paused") == 1);
            sendGood(topics, 2 * good, good);
            assertThat(topics.committed(topics.out, 3 * good)).hasSize(3 * good);
            assertThat(topics.committed(topics.deadLetters, KafkaLimits.DEAD_LETTER_RECORDS_MIN))
                    .as("the rest stays in its topic")
                    .hasSize(KafkaLimits.DEAD_LETTER_RECORDS_MIN);

            cluster.control().goOnWithKafka();
            assertThat(topics.committed(topics.deadLetters, 2 * bad)).hasSize(2 * bad);
        }
    }

    private static void sendGood(TestTopics topics, int first, int count) {
        topics.send(producer -> {
            for (int i = first; i < first + count; i++) {
                var unused = producer.send(new ProducerRecord<>(topics.in, TestTopics.bytes(json(i))));
            }
        });
    }

    private static void sendBad(TestTopics topics, String topic, int count) {
        topics.send(producer -> {
            for (int i = 0; i < count; i++) {
                var unused = producer.send(new ProducerRecord<>(topic, TestTopics.bytes("no JSON at all")));
            }
        });
    }

    private static void awaitPaused(FraudMember member) {
        TestCluster.await("it has the partition, and is paused", () -> {
            KafkaFigures kafka = member.metrics().kafkaFigures().orElseThrow();
            return kafka.partitions() == 1 && kafka.paused() == 1;
        });
    }
}
