package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When positions of a topic of labels are committed, at a real broker. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LabelReaderTest {
    private final ConcurrentLinkedQueue<LabelRequest> asked = new ConcurrentLinkedQueue<>();
    private final AtomicLong lost = new AtomicLong();

    /** So many requests fail from now on. */
    private final AtomicInteger failures = new AtomicInteger();

    private final DeadLetterShare.Pause pause = new DeadLetterShare.Pause();
    private volatile LabelResult result = LabelResult.UNAVAILABLE;
    private volatile long answerAfterMs;

    private CompletableFuture<LabelResult[]> answer(List<LabelRequest> requests) {
        asked.addAll(requests);
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return CompletableFuture.failedFuture(new IllegalStateException("planted"));
        }
        LabelResult[] results = new LabelResult[requests.size()];
        Arrays.fill(results, result);
        return answerAfterMs == 0
                ? CompletableFuture.completedFuture(results)
                : CompletableFuture.supplyAsync(
                        () -> results, CompletableFuture.delayedExecutor(answerAfterMs, TimeUnit.MILLISECONDS));
    }

    private static String label(int index) {
        return "{\"card\":\"4929000000000001\",\"reference\":\"r-" + index + "\",\"label\":\"fraud\"}";
    }

    private static TestTopics topics() throws Exception {
        TestTopics topics = TestTopics.create(1);
        topics.create(1, List.of(labels(topics)));
        return topics.withLabels(labels(topics));
    }

    private static String labels(TestTopics topics) {
        return topics.name + "-labelled";
    }

    private LabelReader reader(TestTopics topics) {
        return reader(topics, Map.of());
    }

    private LabelReader reader(TestTopics topics, Map<String, String> properties) {
        return reader(topics, properties, this::answer);
    }

    private LabelReader reader(
            TestTopics topics,
            Map<String, String> properties,
            Function<List<LabelRequest>, CompletableFuture<LabelResult[]>> owners) {
        return new LabelReader(
                topics.settings(InputForm.JSON, OutputForm.JSON, properties),
                labels(topics),
                (requests, within) -> owners.apply(requests),
                new VerdictTransactionTest.UnreadMeter() {
                    @Override
                    public void recordsLost(long count) {
                        var unused = lost.addAndGet(count);
                    }
                },
                new RulesInUse(RuleSet.shipped()),
                Clock.systemUTC(),
                pause);
    }

    @Test
    void shouldCommitAPositionWhenTheCopiesHaveTheLabelAndNotBefore() throws Exception {
        TestTopics topics = topics();
        String labels = labels(topics);
        LabelReader reader = reader(topics);
        Thread thread = new Thread(reader, "test-labels");
        thread.start();
        try {
            topics.sendTo(labels, "a", label(1));
            TestCluster.await("it is asked for again", () -> asked.size() > 3);
            TestCluster.await("it reports that one waits, and for what", () -> {
                KafkaFigures.Labels left = reader.figures().labels();
                return left != null
                        && left.partitions() == 1
                        && left.lag() != null
                        && left.lag().records() == 1
                        && left.lag().ms() > 0
                        && reader.figures().waitingMs() > 0;
            });
            assertThat(reader.figures().waitsFor())
                    .containsExactly(
                            "labels of the topic " + labels + " wait: " + LabelResult.UNAVAILABLE.description());
            assertThat(topics.hasPosition(topics.name + "-labels")).isFalse();
            result = LabelResult.LABELLED;
            TestCluster.await("its position is committed", () -> topics.hasPosition(topics.name + "-labels"));
            TestCluster.await("nothing waits", () -> {
                KafkaFigures.Labels left = reader.figures().labels();
                return left != null
                        && Objects.equals(left.lag(), new KafkaFigures.Lag(0, 0))
                        && reader.figures().waiting() == 0;
            });
            assertThat(topics.committed(topics.deadLetters, 0)).isEmpty();
            result = LabelResult.UNKNOWN_TRANSACTION;
            topics.sendTo(labels, "b", "{\"card\":\"4929000000000001\",\"reference\":\"r-2\",\"label\":\"genuine\"}");
            topics.sendTo(labels, "c", "no JSON at all");
            List<ConsumerRecord<byte[], byte[]>> letters = topics.committed(topics.deadLetters, 2);
            assertThat(letters)
                    .extracting(letter -> TestTopics.text(letter.key()) + " " + TestTopics.header(letter, "reason"))
                    .containsExactlyInAnyOrder("b unknown_transaction", "c not_json");
            assertThat(TestTopics.header(letters.get(0), "topic")).isEqualTo(labels);
            topics.sendTo(labels, "d", BadRecordsTest.LARGE);
            ConsumerRecord<byte[], byte[]> large =
                    topics.committed(topics.deadLetters, 3).get(2);
            assertThat(TestTopics.header(large, "valueBytes"))
                    .as("too large for a letter with it")
                    .isEqualTo(Integer.toString(BadRecordsTest.LARGE.length()));
        } finally {
            reader.finish();
            thread.join();
        }
    }

    @Test
    void shouldReportLabelsThatPileUpBehindOneThatWaits() throws Exception {
        TestTopics topics = topics();
        LabelReader reader = reader(topics);
        Thread thread = new Thread(reader, "test-labels");
        thread.start();
        try {
            topics.sendTo(labels(topics), "a", label(1));
            TestCluster.await("it waits for longer than a fetch lasts", () -> asked.size() > 10);
            for (int sent = 2; sent < 4; sent++) {
                topics.sendTo(labels(topics), "b", label(sent));
                int left = sent;
                TestCluster.await("it is counted", () -> {
                    KafkaFigures.Labels now = reader.figures().labels();
                    return now != null && now.lag() != null && now.lag().records() == left;
                });
            }
        } finally {
            reader.finish();
            thread.join();
        }
    }

    /** As of another cluster, or with wrong references. All of them come by one poll. */
    @Test
    void shouldPauseWhenTooManyLabelsLabelNothing() throws Exception {
        int count = 5 * KafkaLimits.DEAD_LETTER_RECORDS_MIN;
        TestTopics topics = topics();
        topics.send(producer -> {
            for (int i = 0; i < count; i++) {
                var unused = producer.send(new ProducerRecord<>(labels(topics), null, TestTopics.bytes(label(i))));
            }
        });
        result = LabelResult.UNKNOWN_CARD;
        LabelReader reader = reader(topics);
        Thread thread = new Thread(reader, "test-labels");
        thread.start();
        try {
            TestCluster.await("reading is paused", () -> reader.figures().paused() == 1);
            assertThat(topics.committed(topics.deadLetters, 0))
                    .as("a wrong feed does not become dead letters whole")
                    .hasSize(KafkaLimits.DEAD_LETTER_RECORDS_MIN);
            result = LabelResult.LABELLED;
            pause.end();
            TestCluster.await("the rest is taken", () -> asked.size() >= count);
            assertThat(asked).as("none twice, and none is left out").hasSize(count);
            assertThat(topics.committed(topics.deadLetters, 0)).hasSize(KafkaLimits.DEAD_LETTER_RECORDS_MIN);
        } finally {
            reader.finish();
            thread.join();
        }
    }

    /** As of a topic with right labels that is read for the first time. */
    @Test
    void shouldNotPauseForLabelsThatAreOlderThanHistories() throws Exception {
        int count = 2 * KafkaLimits.DEAD_LETTER_RECORDS_MIN;
        long oldMs = System.currentTimeMillis() - HistoryLimits.HORIZON_MS - HistoryLimits.DAY_MS;
        TestTopics topics = topics();
        topics.send(producer -> {
            for (int i = 0; i < count; i += 2) {
                String naming = label(i + 1).replace("}", ",\"time\":" + oldMs + "}");
                var unused = producer.send(
                        new ProducerRecord<>(labels(topics), null, oldMs, null, TestTopics.bytes(label(i))));
                var unusedToo = producer.send(new ProducerRecord<>(labels(topics), null, TestTopics.bytes(naming)));
            }
        });
        result = LabelResult.UNKNOWN_TRANSACTION;
        LabelReader reader = reader(topics);
        Thread thread = new Thread(reader, "test-labels");
        thread.start();
        try {
            assertThat(topics.committed(topics.deadLetters, count)).hasSize(count);
            assertThat(pause.isPaused()).isFalse();
        } finally {
            reader.finish();
            thread.join();
        }
    }

    /** A consumer of one partition with a label, whose group takes positions only when nothing is left to be refused. */
    private static final class ChangingGroup extends MockConsumer<byte[], byte[]> {
        static final TopicPartition PARTITION = new TopicPartition("labels", 0);

        /** What the next commits fail with. */
        final ConcurrentLinkedQueue<KafkaException> refusals = new ConcurrentLinkedQueue<>();

        ChangingGroup() {
            super("earliest");
            updateBeginningOffsets(Map.of(PARTITION, 0L));
            schedulePollTask(() -> {
                rebalance(List.of(PARTITION));
                addRecord(new ConsumerRecord<>("labels", 0, 0, new byte[0], TestTopics.bytes(label(1))));
            });
        }

        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
            KafkaException refusal = refusals.poll();
            if (refusal != null) {
                throw refusal;
            }
            super.commitSync(offsets);
        }

        boolean hasPosition(long offset) {
            OffsetAndMetadata position = committed(Set.of(PARTITION)).get(PARTITION);
            return position != null && position.offset() == offset;
        }
    }

    /** What is done while a session runs. */
    @FunctionalInterface
    private interface During {
        void run(LabelReader.Session session) throws Exception;
    }

    /** Runs one session, which ends behind that; returns what it has failed with. */
    private @Nullable Exception inOneSession(ChangingGroup group, During during) throws Exception {
        result = LabelResult.LABELLED;
        LabelReader reader = new LabelReader(
                VerdictTransactionTest.settings(OutputForm.JSON),
                "labels",
                (requests, within) -> answer(requests),
                new VerdictTransactionTest.UnreadMeter(),
                new RulesInUse(RuleSet.shipped()),
                Clock.systemUTC(),
                pause);
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        LabelReader.Session session = reader.new Session(group, producer, Map.of("labels", 1));
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        session.run();
                    } catch (KafkaException | InterruptedException e) {
                        failure.set(e);
                    }
                },
                "test-labels");
        thread.start();
        try {
            during.run(session);
        } finally {
            reader.finish();
            thread.join();
        }
        return failure.get();
    }

    /** As while another member joins: by the classic protocol, and by that of Kafka 4. A session that ends would change the group once more. */
    @Test
    void shouldCommitBehindAChangeOfTheGroup() throws Exception {
        for (KafkaException refusal :
                List.of(new RebalanceInProgressException("planted"), new CommitFailedException("planted"))) {
            asked.clear();
            ChangingGroup group = new ChangingGroup();
            group.refusals.add(refusal);
            Exception failure = inOneSession(
                    group, session -> TestCluster.await("its position is committed", () -> group.hasPosition(1)));
            assertThat(failure).isNull();
            assertThat(group.refusals).isEmpty();
            assertThat(asked).hasSize(1);
        }
    }

    @Test
    void shouldCarryOutASeekBehindAChangeOfTheGroup() throws Exception {
        ChangingGroup group = new ChangingGroup();
        Exception failure = inOneSession(group, session -> {
            TestCluster.await("its position is committed", () -> group.hasPosition(1));
            group.refusals.add(new RebalanceInProgressException("planted"));
            group.refusals.add(new CommitFailedException("planted"));
            KafkaSeek.Result done = session.seek(new KafkaSeek("labels", -1, StartFrom.EARLIEST))
                    .get(1, TimeUnit.MINUTES);
            assertThat(done.offsets()).isEqualTo(Map.of("labels-0", 0L));
            assertThat(group.refusals).isEmpty();
            assertThat(group.hasPosition(0)).isTrue();
        });
        assertThat(failure).isNull();
    }

    /** Its next session joins the group anew. */
    @Test
    void shouldEndASessionWhosePositionsAreRefusedAgainAndAgain() throws Exception {
        ChangingGroup group = new ChangingGroup();
        for (int i = 0; i <= KafkaLimits.COMMITS_REFUSED_MAX; i++) {
            group.refusals.add(new CommitFailedException("planted"));
        }
        Exception failure =
                inOneSession(group, session -> TestCluster.await("all are refused", group.refusals::isEmpty));
        assertThat(failure).isInstanceOf(CommitFailedException.class);
        assertThat(group.committed(Set.of(ChangingGroup.PARTITION))).isEmpty();
    }

    /** What a session has not committed when it fails comes again in the next one. */
    @Test
    void shouldNotCountTheSameBadRecordsAgainAfterAFailure() throws Exception {
        int bad = KafkaLimits.DEAD_LETTER_RECORDS_MIN - 10;
        TestTopics topics = topics();
        topics.send(producer -> {
            for (int i = 0; i < bad; i++) {
                var unused =
                        producer.send(new ProducerRecord<>(labels(topics), null, TestTopics.bytes("no JSON at all")));
            }
            var unused = producer.send(new ProducerRecord<>(labels(topics), null, TestTopics.bytes(label(1))));
        });
        result = LabelResult.LABELLED;
        failures.set(1);
        LabelReader reader = reader(topics);
        Thread thread = new Thread(reader, "test-labels");
        thread.start();
        try {
            TestCluster.await("the label is taken by the next session", () -> asked.size() == 2);
            TestCluster.await("its position is committed", () -> topics.hasPosition(topics.name + "-labels"));
            assertThat(topics.committed(topics.deadLetters, 2 * bad)).hasSize(2 * bad);
            assertThat(pause.isPaused()).isFalse();
        } finally {
            reader.finish();
            thread.join();
        }
    }

    private static void sendLabels(TestTopics topics, int first, int count) {
        topics.send(producer -> {
            for (int i = first; i < first + count; i++) {
                var unused = producer.send(new ProducerRecord<>(labels(topics), null, TestTopics.bytes(label(i))));
            }
        });
    }

    /** Else a wrong feed would go to the dead letters whole where sessions fail often. */
    @Test
    void shouldPauseForLabelsOfSeveralSessionsThatLabelNothing() throws Exception {
        int part = KafkaLimits.DEAD_LETTER_RECORDS_MIN - 40;
        TestTopics topics = topics();
        result = LabelResult.UNKNOWN_CARD;
        LabelReader reader = reader(topics);
        Thread thread = new Thread(reader, "test-labels");
        thread.start();
        try {
            sendLabels(topics, 0, part);
            assertThat(topics.committed(topics.deadLetters, part)).hasSize(part);
            TestCluster.await("their position is committed", () -> topics.hasPosition(topics.name + "-labels"));
            failures.set(1);
            sendLabels(topics, part, part);
            TestCluster.await("the next session pauses", () -> reader.figures().paused() == 1);
            assertThat(failures).as("the first one has failed").hasValue(0);
        } finally {
            reader.finish();
            thread.join();
        }
    }

    /** Each part is answered in time, and all parts of a poll together take longer than the group waits for the next poll. */
    @Test
    void shouldKeepItsPlaceInTheGroupWhileManyLabelsAreTakenSlowly() throws Exception {
        int count = 20 * KafkaLimits.DEAD_LETTER_RECORDS_MIN;
        TestTopics topics = topics();
        topics.send(producer -> {
            for (int i = 0; i < count; i++) {
                var unused = producer.send(new ProducerRecord<>(labels(topics), null, TestTopics.bytes(label(i))));
            }
        });
        result = LabelResult.LABELLED;
        answerAfterMs = 500;
        Map<String, String> properties = Map.of("max.poll.interval.ms", "4000");
        LabelReader reader = reader(topics, properties);
        LabelReader heir = reader(topics, properties);
        Thread thread = new Thread(reader, "test-labels");
        Thread thread2 = new Thread(heir, "test-labels-heir");
        thread.start();
        try {
            TestCluster.await("it takes them", () -> !asked.isEmpty());
            thread2.start();
            TestCluster.await("all are asked for", () -> asked.size() >= count);
            assertThat(asked)
                    .as("the other one of the group has got none")
                    .extracting(LabelRequest::reference)
                    .doesNotHaveDuplicates();
            TestCluster.await("their positions are committed", () -> topics.hasPosition(topics.name + "-labels"));
            assertThat(asked).hasSize(count);
        } finally {
            reader.finish();
            heir.finish();
            thread.join();
            thread2.join();
        }
    }

    /** The other reader may have taken later labels of the same transactions, as while copies are counted after a member was lost. */
    @Test
    void shouldAskNoMoreForLabelsOfAPartitionThatWasTakenAway() throws Exception {
        TestTopics topics = TestTopics.create(1);
        String labels = labels(topics);
        topics.create(2, List.of(labels));
        topics.withLabels(labels);
        ConcurrentLinkedQueue<LabelRequest> askedByHeir = new ConcurrentLinkedQueue<>();
        // A fetch waits for that long, so that labels of both partitions come with one poll.
        Map<String, String> properties = Map.of("fetch.min.bytes", "1000000", "fetch.max.wait.ms", "2000");
        LabelReader reader = reader(topics, properties);
        LabelReader heir = reader(topics, properties, requests -> {
            askedByHeir.addAll(requests);
            asked.clear();
            LabelResult[] results = new LabelResult[requests.size()];
            Arrays.fill(results, LabelResult.LABELLED);
            return CompletableFuture.completedFuture(results);
        });
        Thread thread = new Thread(reader, "test-labels");
        Thread thread2 = new Thread(heir, "test-labels-heir");
        thread.start();
        try {
            result = LabelResult.LABELLED;
            sendToBoth(topics, 0);
            TestCluster.await(
                    "both partitions are read", () -> references(asked).size() == 2);
            result = LabelResult.UNAVAILABLE;
            asked.clear();
            sendToBoth(topics, 2);
            TestCluster.await("what has come waits", () -> asked.size() > 2);
            thread2.start();
            TestCluster.await("the other one has taken a partition", () -> !askedByHeir.isEmpty());
            TestCluster.await("the first one goes on with what it has", () -> asked.size() > 3);
            assertThat(references(asked)).hasSize(1).doesNotContainAnyElementsOf(references(askedByHeir));
        } finally {
            reader.finish();
            heir.finish();
            thread.join();
            thread2.join();
        }
    }

    /** A label to each of two partitions. */
    private static void sendToBoth(TestTopics topics, int first) {
        topics.send(producer -> {
            for (int i = 0; i < 2; i++) {
                var unused = producer.send(
                        new ProducerRecord<>(labels(topics), i, null, TestTopics.bytes(label(first + i))));
            }
        });
    }

    private static Set<Long> references(Collection<LabelRequest> requests) {
        return requests.stream().map(LabelRequest::reference).collect(Collectors.toSet());
    }

    @Test
    void shouldReadLabelsAgainByCommand() throws Exception {
        TestTopics topics = topics();
        try (TestCluster cluster = new TestCluster()) {
            cluster.withKafka(topics.settings(InputForm.JSON, OutputForm.JSON));
            FraudMember member = cluster.startMember();
            cluster.load();
            cluster.control().start();
            topics.sendTo(labels(topics), "a", label(1));
            topics.sendTo(labels(topics), "b", label(2));
            requireLetters(topics, "a", "b");
            assertThat(KafkaTest.ctl(cluster, member, "kafka", "seek", "--to", "1", "--topic", labels(topics)))
                    .isZero();
            requireLetters(topics, "a", "b", "b");
            assertThat(KafkaTest.ctl(cluster, member, "kafka", "seek", "--to", "earliest"))
                    .as("of transactions only")
                    .isZero();
            assertThat(KafkaTest.ctl(cluster, member, "kafka", "seek", "--to", "earliest", "--topic", labels(topics)))
                    .isZero();
            requireLetters(topics, "a", "b", "b", "a", "b");
        }
    }

    private static void requireLetters(TestTopics topics, String... keys) {
        assertThat(topics.committed(topics.deadLetters, keys.length))
                .extracting(letter -> TestTopics.text(letter.key()))
                .containsExactly(keys);
    }

    /** What waits for its copies is not in the way. */
    @Test
    void shouldReadOnBehindLabelsThatWait() throws Exception {
        TestTopics topics = topics();
        LabelReader reader = reader(topics);
        Thread thread = new Thread(reader, "test-labels");
        thread.start();
        try {
            topics.sendTo(labels(topics), "a", label(1));
            TestCluster.await("it waits", () -> asked.size() > 1);
            assertThat(reader.seek(new KafkaSeek(labels(topics), -1, StartFrom.of("to", "latest")))
                            .orElseThrow()
                            .get(1, TimeUnit.MINUTES)
                            .offsets())
                    .isEqualTo(Map.of(labels(topics) + "-0", 1L));
            long first = asked.element().reference();
            asked.clear();
            result = LabelResult.LABELLED;
            topics.sendTo(labels(topics), "b", label(2));
            TestCluster.await("the next one is taken", () -> !asked.isEmpty());
            assertThat(asked).extracting(LabelRequest::reference).doesNotContain(first);
        } finally {
            reader.finish();
            thread.join();
        }
    }

    @Test
    void shouldCountLabelsThatWereDeletedBeforeTheyWereRead() throws Exception {
        TestTopics topics = topics();
        for (int i = 0; i < 5; i++) {
            topics.sendTo(labels(topics), "a", label(i));
        }
        topics.setPosition(topics.name + "-labels", labels(topics), 1);
        topics.deleteBefore(labels(topics), 3);
        result = LabelResult.LABELLED;
        LabelReader reader = reader(topics);
        Thread thread = new Thread(reader, "test-labels");
        thread.start();
        try {
            TestCluster.await("the rest is taken", () -> asked.size() == 2);
            assertThat(lost).hasValue(2);
        } finally {
            reader.finish();
            thread.join();
        }
    }
}
