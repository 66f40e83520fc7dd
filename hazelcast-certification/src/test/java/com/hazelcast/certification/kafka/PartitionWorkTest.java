package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.source.SteppedClock;
import com.hazelcast.certification.transaction.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What a partition has taken is sent on in order; one whose next record waits is tried again soon, and not often when that takes long. */
class PartitionWorkTest {
    private final PartitionWork work =
            new PartitionWork(new TopicPartition("in", 0), new DeadLetterShare(10, new DeadLetterShare.Pause()));
    private long nowNs = -5;
    private int tries;

    private void waitFor(long timeMs) {
        long endNs = nowNs + TimeUnit.MILLISECONDS.toNanos(timeMs);
        for (; nowNs < endNs; nowNs += TimeUnit.MILLISECONDS.toNanos(1)) {
            if (!work.isWaiting(nowNs)) {
                tries++;
                work.waitFor("the registry", 0, nowNs);
            }
        }
    }

    @Test
    void shouldTryAgainSoonAndThenOnceASecond() {
        waitFor(30);
        assertThat(tries).isEqualTo(2);
        waitFor(10_000);
        assertThat(tries).isBetween(12, 20);
        assertThat(work.waitedMs(nowNs)).isEqualTo(10_030);
        assertThat(work.waitsFor()).isEqualTo("the registry");

        work.waitNoLonger();
        assertThat(work.isWaiting(nowNs)).isFalse();
        assertThat(work.waitedMs(nowNs)).isZero();
        assertThat(work.waitsFor()).isEmpty();
    }

    /** What was sent on by now: its offset, and the code of its verdict; a record without a transaction has none. */
    private List<String> sent() {
        List<String> sent = new ArrayList<>();
        int unused = work.send((records, position) -> {
            String answer = records.problem(position) == null
                    ? Answer.verdict(records.answer(position)) + " at " + records.answeredMs(position)
                    : "none";
            sent.add(records.offset(position) + ": " + answer);
            records.letGo(position);
        });
        return sent;
    }

    /** Records 0, 3 and 5 are of one shard, 1 and 4 of another, and 2 has no transaction. The groups are answered in parts. */
    @Test
    void shouldSendEachRecordOnWithItsOwnAnswerInTheirOrder() {
        SteppedClock clock = new SteppedClock();
        TakenRecords taken = new TakenRecords(6, (answers, offset, count, arrivedNs) -> {}, clock);
        for (int i = 0; i < 6; i++) {
            int position = taken.add(new ConsumerRecord<>("in", 0, 40 + i, new byte[0], new byte[0]));
            if (i == 2) {
                taken.putProblem(position, new UnreadableRecord(Rejection.LENGTH));
            }
        }
        work.add(taken, 0, 6);
        int[] positions = {0, 1, 3, 4, 5};
        int[] order = {0, 2, 4, 1, 3};
        assertThat(sent()).as("none is on its way").isEmpty();
        AnswerListener one = taken.group(order, 0, 3, positions);
        AnswerListener other = taken.group(order, 3, 2, positions);

        clock.setMs(1);
        other.answered(new short[] {Answer.scored(11, true), Answer.scored(14, true)}, 0, 2, 0);
        assertThat(sent()).as("the first one has no answer").isEmpty();
        assertThat(work.takenCount()).isEqualTo(6);

        clock.setMs(2);
        one.answered(new short[] {Answer.scored(10, true)}, 0, 1, 0);
        assertThat(sent()).containsExactly("40: 10 at 2", "41: 11 at 1", "42: none");
        assertThat(work.position()).isEqualTo(43);

        clock.setMs(3);
        one.answered(new short[] {0, Answer.scored(13, true), Answer.scored(15, true)}, 1, 2, 0);
        assertThat(sent()).containsExactly("43: 13 at 3", "44: 14 at 1", "45: 15 at 3");
        assertThat(work.position()).isEqualTo(46);
        assertThat(work.takenCount()).isZero();
    }

    /** The markers of transactions behind the last record have offsets, too. */
    @Test
    void shouldGoOnBehindWhatIsNoRecordOnceAllBeforeItIsSentOn() {
        TakenRecords taken = new TakenRecords(1, (answers, offset, count, arrivedNs) -> {}, new SteppedClock());
        int unused = taken.add(new ConsumerRecord<>("in", 0, 40, new byte[0], new byte[0]));
        work.add(taken, 0, 1);
        work.reach(new OffsetAndMetadata(42, Optional.of(7), ""));
        assertThat(work.goOn()).as("record 40 has no answer").isFalse();

        taken.group(new int[] {0}, 0, 1, new int[] {0}).answered(new short[] {Answer.scored(0, false)}, 0, 1, 0);
        assertThat(sent()).hasSize(1);
        assertThat(work.position()).isEqualTo(41);
        assertThat(work.goOn()).isTrue();
        assertThat(work.position()).isEqualTo(42);
        assertThat(work.epoch()).hasValue(7);
        assertThat(work.goOn()).as("a second time").isFalse();
    }

    /** They may be larger than all else of it, and are held as long. */
    @Test
    void shouldCountTheHeadersOfARecordAmongItsBytes() {
        TakenRecords taken = new TakenRecords(1, (answers, offset, count, arrivedNs) -> {}, new SteppedClock());
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("in", 0, 7, new byte[2], new byte[3]);
        record.headers().add("trace", new byte[1_000]).add("none", null);
        int unused = taken.add(record);
        work.add(taken, 0, 1);
        assertThat(work.takenBytes()).isEqualTo(2 + 3 + "trace".length() + 1_000 + "none".length());
    }
}
