package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.transaction.Rejection;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Polls of a consumer that has two partitions, and says how long it was let wait. */
class PartitionTableTest {
    private static final TopicPartition FIRST = new TopicPartition("in", 0);
    private static final TopicPartition SECOND = new TopicPartition("in", 1);
    private static final Duration TIME = Duration.ofMillis(20);
    private static final byte[] NOTHING = {};

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final DeadLetterShare.Pause pause = new DeadLetterShare.Pause();
    private final DeadLetterShare share = new DeadLetterShare(10, pause);
    private final Map<String, DeadLetterShare> deadLetters =
            Map.of("in", share, "many", new DeadLetterShare(10, new DeadLetterShare.Pause()));

    @BeforeEach
    void assign() {
        consumer.assign(List.of(FIRST, SECOND));
        consumer.updateBeginningOffsets(Map.of(FIRST, 0L, SECOND, 0L));
        consumer.seek(FIRST, 0);
        consumer.seek(SECOND, 0);
    }

    /** So many records of the first topic that it pauses. */
    private void readBad() {
        for (int i = 0; i < KafkaLimits.DEAD_LETTER_RECORDS_MIN; i++) {
            share.addRead(true);
        }
    }

    /** One of another topic, and one that comes from another member, are read or not by their own topics. */
    @Test
    void shouldPauseATopicWithTooManyDeadLettersAndNoOther() {
        TopicPartition other = new TopicPartition("many", 0);
        consumer.assign(List.of(FIRST, SECOND, other));
        PartitionTable table = new PartitionTable(consumer, deadLetters);
        table.add(List.of(FIRST, other), false);
        assertThat(table.figures(0, List.of()).lagRecords()).isNotNull();

        readBad();
        table.pauseFull();
        assertThat(consumer.paused()).containsExactly(FIRST);
        table.add(List.of(SECOND), false);
        assertThat(consumer.paused()).containsExactlyInAnyOrder(FIRST, SECOND);
        assertThat(table.figures(0, List.of()))
                .satisfies(figures -> assertThat(figures.paused()).isOne())
                .satisfies(figures -> assertThat(figures.lagRecords())
                        .as("it would stand still")
                        .isNull());

        pause.end();
        table.pauseFull();
        assertThat(consumer.paused()).isEmpty();
    }

    private static ConsumerRecord<byte[], byte[]> at(long timestampMs) {
        return new ConsumerRecord<>(
                "in",
                0,
                5,
                timestampMs,
                TimestampType.CREATE_TIME,
                0,
                0,
                NOTHING,
                NOTHING,
                new RecordHeaders(),
                Optional.empty());
    }

    /** Their partitions may be paused meanwhile, so nothing else shows how long they wait. */
    @Test
    void shouldCountTheAgeOfRecordsThatWaitAtTheGate() {
        PartitionTable table = new PartitionTable(consumer, deadLetters);
        table.add(List.of(FIRST), false);
        KafkaFigures figures = table.figures(
                90_000, List.of(new RecordIntake.Part(table.require(FIRST), List.of(at(20_000), at(30_000)))));
        assertThat(figures.lagRecords()).isEqualTo(2);
        assertThat(figures.lagMs()).isEqualTo(70_000);
        assertThat(table.figures(90_000, List.of()).lagMs()).isZero();
    }

    /** As while a shard gives no answers. Nothing is fetched of it then, so the client's own lag stands still. */
    @Test
    void shouldCountWhatComesToAPartitionThatIsPaused() {
        MockConsumer<byte[], byte[]> fetched = new MockConsumer<>("none") {
            @Override
            public synchronized OptionalLong currentLag(TopicPartition partition) {
                return OptionalLong.of(3);
            }
        };
        fetched.assign(List.of(FIRST, SECOND));
        PartitionTable table = new PartitionTable(fetched, deadLetters);
        table.add(List.of(FIRST, SECOND), false);
        var unused = take(table.require(FIRST), 4, NOTHING);
        assertThat(table.figures(0, List.of()).lagRecords()).isEqualTo(1 + 3 + 3);

        table.pauseAll();
        fetched.updateEndOffsets(Map.of(FIRST, 105L, SECOND, 50L));
        assertThat(table.figures(0, List.of()).lagRecords())
                .as("nothing of the other one has been read: where it is read is not known here")
                .isEqualTo(1 + 100 + 3);
    }

    /** As when the schema of the first record that comes is not known while the registry is away. */
    @Test
    void shouldCountTheAgeOfARecordThatWaitsToBeTaken() {
        PartitionTable table = new PartitionTable(consumer, deadLetters);
        table.add(List.of(FIRST), false);
        table.require(FIRST).waitFor("the registry", 20_000, System.nanoTime());
        assertThat(table.figures(90_000, List.of()).lagMs()).isEqualTo(70_000);

        table.require(FIRST).waitNoLonger();
        assertThat(table.figures(90_000, List.of()).lagMs()).isZero();
    }

    private int poll() {
        return PartitionTable.poll(consumer, TIME).count();
    }

    /** Their verdicts would come behind the place that is committed, or a failure would leave them out. */
    @Test
    void shouldRefuseAJumpOfAPartitionOfWhichSomethingIsNotSentOn() {
        InvalidOffsetException jump = new OffsetOutOfRangeException(Map.of(FIRST, 5L));
        PartitionTable table = new PartitionTable(consumer, deadLetters);
        table.add(List.of(FIRST, SECOND), false);
        var unusedOther = take(table.require(SECOND), 0, NOTHING);
        table.requireSent(jump, List.of(table.require(SECOND)));

        PartitionWork work = table.require(FIRST);
        assertThatThrownBy(() -> table.requireSent(jump, List.of(work)))
                .as("read, and not taken yet")
                .isInstanceOf(KafkaException.class);
        var unused = take(work, 4, NOTHING);
        assertThatThrownBy(() -> table.requireSent(jump, List.of()))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("partitions=[in-0]");
        var unusedLeft = table.leave(FIRST::equals);
        table.requireSent(jump, List.of(work));
    }

    /**
     * As of a topic that is made again, or of which brokers have lost the end: where the first records of lower offsets wait for their
     * schema, or reading is paused, they are read again from behind what was taken.
     */
    @Test
    void shouldForgetWhereAPartitionWasWhenItsPositionJumps() {
        InvalidOffsetException jump = new OffsetOutOfRangeException(Map.of(FIRST, 1_000L));
        PartitionTable table = new PartitionTable(consumer, deadLetters);
        table.add(List.of(FIRST, SECOND), false);
        for (TopicPartition partition : List.of(FIRST, SECOND)) {
            take(table.require(partition), 999, NOTHING).putProblem(0, new UnreadableRecord(Rejection.LENGTH));
            assertThat(table.require(partition).send((records, position) -> {})).isEqualTo(1);
        }
        readBad();
        table.pauseFull();

        table.requireSent(jump, List.of());

        assertThat(table.require(FIRST).takenEnd()).isZero();
        assertThat(table.require(SECOND).takenEnd()).isEqualTo(1_000);
        assertThat(table.require(FIRST).isPaused()).isTrue();
        pause.end();
        table.pauseFull();
        assertThat(consumer.paused()).isEmpty();
    }

    /** Those before a seek or a jump came from somewhere else. Those that come again because nothing was committed are the same ones. */
    @Test
    void shouldCountWhatIsReadBehindASeekAndNothingTwice() {
        PartitionTable table = new PartitionTable(consumer, deadLetters);
        table.add(List.of(FIRST, SECOND), false);
        for (int offset = 0; offset < KafkaLimits.DEAD_LETTER_RECORDS_MIN - 1; offset++) {
            table.require(FIRST).counted().addRead(offset, true);
        }
        assertThat(table.leaveAll()).containsExactlyInAnyOrder(FIRST, SECOND);
        table.require(FIRST).counted().addRead(0, true);
        assertThat(share.isTooMuch()).isFalse();

        assertThat(table.leave(FIRST::equals)).containsExactly(FIRST);
        table.require(FIRST).counted().addRead(0, true);
        assertThat(share.isTooMuch()).isTrue();
    }

    /** Or large records would fill the heap while a shard gives no answers. */
    @Test
    void shouldPauseAPartitionWhoseRecordsAreLargeUntilTheyAreSentOn() {
        PartitionTable table = new PartitionTable(consumer, deadLetters);
        table.add(List.of(FIRST, SECOND), false);
        PartitionWork work = table.require(FIRST);
        TakenRecords taken = take(work, 0, new byte[(int) KafkaLimits.TAKEN_BYTES_MAX / 2]);
        var unused = take(table.require(SECOND), 0, new byte[(int) KafkaLimits.TAKEN_BYTES_MAX / 2 - 1]);
        table.pauseFull();
        assertThat(consumer.paused()).containsExactly(FIRST);

        taken.putProblem(0, new UnreadableRecord(Rejection.LENGTH));
        assertThat(work.send((records, position) -> {})).isEqualTo(1);
        table.pauseFull();
        assertThat(consumer.paused()).isEmpty();
    }

    private PartitionTable many(int count) {
        List<TopicPartition> partitions = IntStream.range(0, count)
                .mapToObj(i -> new TopicPartition("many", i))
                .toList();
        consumer.assign(partitions);
        PartitionTable table = new PartitionTable(consumer, deadLetters);
        table.add(partitions, false);
        return table;
    }

    /** An equal part of the bytes is less than one fetch then: every poll would pause what it has brought. */
    @Test
    void shouldNotPauseAPartitionOfVeryManyForWhatOnePollBrings() {
        PartitionTable table = many(10_000);
        PartitionWork work = table.require(new TopicPartition("many", 7));
        TakenRecords taken = take(work, 0, new byte[(int) KafkaLimits.PARTITION_SHARE_BYTES_MIN - 1]);
        table.pauseFull();
        assertThat(consumer.paused()).as("below the least share").isEmpty();

        var unused = take(work, 1, new byte[1]);
        table.pauseFull();
        assertThat(consumer.paused()).containsExactly(work.partition());

        taken.putProblem(0, new UnreadableRecord(Rejection.LENGTH));
        assertThat(work.send((records, position) -> {})).isEqualTo(1);
        table.pauseFull();
        assertThat(consumer.paused()).as("what is left is little").isEmpty();
    }

    /** The least shares of all add up to much more than a reader may have. */
    @Test
    void shouldReadOfVeryManyPartitionsOnlyThoseThatHaveLittleWhenAllHaveMuch() {
        PartitionTable table = many(1_000);
        byte[] value = new byte[(int) KafkaLimits.PARTITION_SHARE_BYTES_MIN - 1];
        int full = (int) (KafkaLimits.TAKEN_BYTES_MAX / value.length) + 1;
        for (int i = 0; i < full; i++) {
            var unused = take(table.require(new TopicPartition("many", i)), 0, value);
        }
        var unusedLittle = take(table.require(new TopicPartition("many", full)), 0, new byte[1_000]);
        table.pauseFull();
        assertThat(consumer.paused()).hasSize(full).doesNotContain(new TopicPartition("many", full));
    }

    private static TakenRecords take(PartitionWork work, long offset, byte[] value) {
        TakenRecords taken = new TakenRecords(1, (answers, first, count, arrivedNs) -> {}, Clock.systemUTC());
        TopicPartition partition = work.partition();
        int unused = taken.add(new ConsumerRecord<>(partition.topic(), partition.partition(), offset, NOTHING, value));
        work.add(taken, 0, 1);
        return taken;
    }

    @Test
    void shouldLetTheClientWaitWhileNothingIsPaused() {
        assertThat(poll()).isZero();
        assertThat(consumer.lastPollTimeout()).isEqualTo(TIME);
    }

    /** It would go round and round with what it has fetched of the paused one. */
    @Test
    void shouldNotLetTheClientWaitWhileAPartitionIsPaused() {
        consumer.pause(Set.of(FIRST));
        assertThat(poll()).isZero();
        assertThat(consumer.lastPollTimeout()).isEqualTo(Duration.ZERO);

        consumer.addRecord(new ConsumerRecord<>("in", 1, 0, new byte[0], new byte[0]));
        assertThat(poll()).as("of the other").isEqualTo(1);

        consumer.resume(Set.of(FIRST));
        assertThat(poll()).isZero();
        assertThat(consumer.lastPollTimeout()).isEqualTo(TIME);
    }

    @Test
    void shouldWaitBesideTheClientWhileAllArePaused() {
        consumer.pause(Set.of(FIRST, SECOND));
        long beginNs = System.nanoTime();
        int polls = 0;
        while (System.nanoTime() - beginNs < 10 * TIME.toNanos()) {
            assertThat(poll()).isZero();
            polls++;
        }
        assertThat(polls).as("so many, and no circle of thousands").isLessThan(100);
        assertThat(consumer.lastPollTimeout()).isEqualTo(Duration.ZERO);
    }
}
