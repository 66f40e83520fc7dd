package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.logs.LoggedLines;
import com.hazelcast.certification.routing.AccountingMeter;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.ScriptedRouter;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.transaction.Rejection;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions of a reader follow each other whatever ends them. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ReaderLoopTest {
    private static final KafkaSettings SETTINGS = VerdictTransactionTest.settings(OutputForm.COMPACT);
    private static final AnswerListener NOBODY = (answers, offset, count, arrivedNs) -> {};

    private final ReaderLoop loop = new ReaderLoop("Kafka", SETTINGS, new VerdictTransactionTest.UnreadMeter());

    /** Counts the sessions that have failed. */
    private static class CountingMeter extends VerdictTransactionTest.UnreadMeter {
        final AtomicInteger restarts = new AtomicInteger();

        @Override
        public AccountingMeter accounting() {
            return new AccountingMeter() {
                @Override
                public void entered(int count) {}

                @Override
                public void rejectedOnArrival(Rejection reason) {}

                @Override
                public void answered(
                        int count, int scored, int flagged, int duplicates, int[] rejected, long sinceArrivalNs) {}
            };
        }

        @Override
        public void restarted() {
            restarts.incrementAndGet();
        }
    }

    @Test
    void shouldBeginAnewAfterAnErrorAndSayIt() {
        List<Error> errors = List.of(
                new StackOverflowError("planted"),
                new NoClassDefFoundError("planted"),
                new AssertionError("planted"),
                // The last: JUnit itself ends at one that a test lets through.
                new OutOfMemoryError("planted"));
        AtomicInteger begun = new AtomicInteger();
        List<String> said = new ArrayList<>();
        loop.run(() -> {
            int session = begun.getAndIncrement();
            loop.waiting().ifPresent(waiting -> said.addAll(waiting.waitsFor()));
            if (session == errors.size()) {
                loop.finish();
                return;
            }
            throw errors.get(session);
        });
        assertThat(begun).hasValue(errors.size() + 1);
        assertThat(said)
                .contains(
                        "OutOfMemoryError: planted",
                        "StackOverflowError: planted",
                        "NoClassDefFoundError: planted",
                        "AssertionError: planted");
    }

    /** As when the topic of verdicts takes none: each session has partitions, and fails at its first commit. */
    @Test
    void shouldSayOnceWhatFailsInOneSessionAfterTheOther() {
        int failures = 4;
        AtomicInteger begun = new AtomicInteger();
        List<KafkaFigures> waiting = new ArrayList<>();
        List<String> written;
        try (LoggedLines lines = new LoggedLines(ReaderLoop.class)) {
            loop.run(() -> {
                int session = begun.getAndIncrement();
                loop.begun(() -> {});
                loop.assigned();
                loop.goesOn(false, true);
                loop.waiting().ifPresent(waiting::add);
                if (session < failures) {
                    throw new KafkaException("planted, at offset " + session);
                }
                loop.goesOn(true, false);
                loop.waiting().ifPresent(waiting::add);
                loop.finish();
            });
            written = lines.messages();
        }
        assertThat(waiting.stream().flatMap(figures -> figures.waitsFor().stream()))
                .containsExactly(planted(0), planted(1), planted(2), planted(3));
        assertThat(waiting.get(3).waitingMs())
                .as("since the first failure, and not since the last one")
                .isGreaterThanOrEqualTo(600);
        assertThat(written).hasSize(2);
        assertThat(written.get(0)).startsWith("Kafka is not read").endsWith(planted(0));
        assertThat(written.get(1)).startsWith("Kafka is read again");
    }

    /** As when scoring is stopped while the brokers are away. */
    @Test
    void shouldNotSayThatItTriesAgainWhenItIsStopped() {
        List<String> written;
        try (LoggedLines lines = new LoggedLines(ReaderLoop.class)) {
            loop.run(() -> {
                loop.begun(() -> {});
                loop.finish();
                throw new KafkaException("planted, at offset 7");
            });
            written = lines.messages();
        }
        assertThat(written)
                .containsExactly(
                        "Kafka is read no more; what could not be committed is read again when reading starts: "
                                + planted(7));
    }

    @Test
    void shouldTellFailuresApartByTheirWords() {
        assertThat(KafkaFailure.isAlike("tries=1 timed out at 170", "tries=12 timed out at 1795"))
                .isTrue();
        assertThat(KafkaFailure.isAlike("tries=1", "tries=")).isFalse();
        assertThat(KafkaFailure.isAlike("no broker", "no topic")).isFalse();
    }

    /** Brokers with one bad record. They refuse so many commits, as when the group changes between a look at its metadata and the commit. */
    private static final class ChangingGroup extends MockProducer<byte[], byte[]> {
        private static final TopicPartition PARTITION = new TopicPartition("in", 0);

        private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        private final ReaderLoop loop;
        private int refusals;

        ChangingGroup(ReaderLoop loop, int refusals) {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
            this.loop = loop;
            this.refusals = refusals;
            initTransactions();
            consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
            consumer.schedulePollTask(() -> {
                consumer.rebalance(List.of(PARTITION));
                store();
            });
        }

        /** The consumer forgets what it has returned. */
        private void store() {
            consumer.addRecord(new ConsumerRecord<>("in", 0, 0, new byte[0], new byte[0]));
        }

        @Override
        public void sendOffsetsToTransaction(
                Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata metadata) {
            if (refusals > 0 && !uncommittedRecords().isEmpty()) {
                refusals--;
                throw new CommitFailedException("planted");
            }
            super.sendOffsetsToTransaction(offsets, metadata);
            consumer.commitSync(offsets);
        }

        @Override
        public void abortTransaction() {
            super.abortTransaction();
            store();
        }

        @Override
        public void commitTransaction() {
            super.commitTransaction();
            if (!history().isEmpty()) {
                loop.finish();
            }
        }
    }

    private static KafkaSession session(
            RecordIntake.MemberLinks links, ChangingGroup group, Map<String, DeadLetterShare> shares, WaitLines lines) {
        return new KafkaSession(
                SETTINGS,
                links,
                group.consumer,
                group,
                shares,
                lines,
                new VerdictWriter(SETTINGS, links.rules()),
                Map.of("in", 1),
                Map.of("in", 1));
    }

    /** Or the log would have it every few seconds. */
    @Test
    void shouldSayOnceThatATopicIsPausedWhileSessionsFail() {
        CountingMeter meter = new CountingMeter();
        ReaderLoop reading = new ReaderLoop("Kafka", SETTINGS, meter);
        DeadLetterShare share = new DeadLetterShare(10, new DeadLetterShare.Pause());
        for (int i = 0; i < KafkaLimits.DEAD_LETTER_RECORDS_MIN; i++) {
            share.addRead(true);
        }
        Map<String, DeadLetterShare> shares = Map.of("in", share);
        WaitLines waitLines = new WaitLines(SETTINGS, shares);
        List<String> written;
        try (ScriptedRouter router = new ScriptedRouter(1, 100);
                LoggedLines lines = new LoggedLines(WaitLines.class)) {
            RecordIntake.MemberLinks links = links(router, meter);
            reading.run(() -> {
                if (meter.restarts.get() == 2) {
                    reading.finish();
                    return;
                }
                ChangingGroup group = new ChangingGroup(reading, 0);
                group.consumer.setPollException(new KafkaException("planted"));
                session(links, group, shares, waitLines).run(reading);
            });
            written = lines.messages();
        }
        assertThat(written).singleElement().asString().contains("reading it pauses: topic=in");
    }

    /** Returns how many of its sessions have failed. */
    private static int read(ReaderLoop loop, ChangingGroup group, CountingMeter meter) {
        try (ScriptedRouter router = new ScriptedRouter(1, 100)) {
            RecordIntake.MemberLinks links = links(router, meter);
            loop.run(() -> {
                if (meter.restarts.get() > 0) {
                    loop.finish();
                    return;
                }
                loop.begun(group.consumer::wakeup);
                Map<String, DeadLetterShare> shares =
                        Map.of("in", new DeadLetterShare(10, new DeadLetterShare.Pause()));
                session(links, group, shares, new WaitLines(SETTINGS, shares)).run(loop);
            });
        }
        return meter.restarts.get();
    }

    /** As while members start one after the other. A session that ends would change the group once more. */
    @Test
    void shouldReadAgainInTheSameSessionWhenTheGroupChangesBeforeACommit() {
        CountingMeter meter = new CountingMeter();
        ReaderLoop reading = new ReaderLoop("Kafka", SETTINGS, meter);
        ChangingGroup group = new ChangingGroup(reading, KafkaLimits.COMMITS_REFUSED_MAX);
        List<String> written;
        try (LoggedLines lines = new LoggedLines(ReaderLoop.class)) {
            assertThat(read(reading, group, meter)).isZero();
            written = lines.messages();
        }
        assertThat(written).as("it is no failure").isEmpty();
        assertThat(group.history())
                .singleElement()
                .satisfies(letter -> assertThat(letter.topic()).isEqualTo("dead"));
        assertThat(group.consumerGroupOffsetsHistory().stream().flatMap(committed -> committed.values().stream()))
                .as("first where the group begins, so that latest stays the same place")
                .containsExactly(position(0), position(1));
    }

    private static Map<TopicPartition, OffsetAndMetadata> position(long offset) {
        return Map.of(ChangingGroup.PARTITION, new OffsetAndMetadata(offset, "partitions=1"));
    }

    @Test
    void shouldEndASessionWhoseCommitsAreRefusedAgainAndAgain() {
        CountingMeter meter = new CountingMeter();
        ReaderLoop reading = new ReaderLoop("Kafka", SETTINGS, meter);
        ChangingGroup group = new ChangingGroup(reading, KafkaLimits.COMMITS_REFUSED_MAX + 1);
        assertThat(read(reading, group, meter)).isEqualTo(1);
        assertThat(group.history()).isEmpty();
        assertThat(reading.waiting().orElseThrow().waitsFor())
                .singleElement()
                .asString()
                .startsWith("the group has changed while a transaction was being committed");
    }

    private static RecordIntake.MemberLinks links(ScriptedRouter router, KafkaMeter meter) {
        return new RecordIntake.MemberLinks(
                router.router(),
                new InFlightGate(100),
                NOBODY,
                meter,
                new RulesInUse(RuleSet.shipped()),
                Clock.systemUTC(),
                Duration.ofMinutes(1),
                Optional.empty(),
                SourceClock.REAL);
    }

    /** As when a member is closed while it stops scoring. Its clients cannot be made, so that each reader ends at once. */
    @Test
    void shouldStartReadersAgainBehindAStopThatWasInterrupted() throws Exception {
        try (ScriptedRouter router = new ScriptedRouter(1, 100)) {
            RecordIntake.MemberLinks links = links(router, new CountingMeter());
            KafkaReaders readers = new KafkaReaders(
                    VerdictTransactionTest.settings(
                            OutputForm.COMPACT,
                            Map.of("security.protocol", "SSL", "ssl.truststore.location", "/not/there/brokers.p12")),
                    links.router(),
                    links.gate(),
                    NOBODY,
                    links.meter(),
                    links.rules(),
                    links.clock(),
                    links.futureTolerance(),
                    links.cardKey(),
                    links.sourceClock(),
                    (requests, within) -> {
                        throw new AssertionError("there is no topic of labels");
                    });
            readers.start();
            Thread.currentThread().interrupt();
            assertThatThrownBy(readers::stop).isInstanceOf(InterruptedException.class);
            assertThat(readers.areStarted()).isFalse();

            readers.start();
            assertThat(readers.areStarted()).isTrue();
            readers.stop();
        }
    }

    private static String planted(int session) {
        return "KafkaException: planted, at offset " + session + " kafka=127.0.0.1:1";
    }
}
