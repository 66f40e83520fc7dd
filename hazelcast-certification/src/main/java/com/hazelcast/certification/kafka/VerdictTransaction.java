package com.hazelcast.certification.kafka;

import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.scoring.Answer;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a reader: verdicts and dead letters of records, and the positions behind them. Begins with the first of them and
 * ends after a bounded time or number. Used by the reader's thread. What a call throws ends the transaction without effect.
 */
final class VerdictTransaction {
    private final Producer<byte[], byte[]> producer;
    private final Supplier<ConsumerGroupMetadata> group;
    private final VerdictWriter writer;
    private final DeadLetterShare deadLetters;
    private final KafkaMeter meter;
    private final Clock clock;
    private final boolean flaggedOnly;
    private final long lastsNs;
    private final Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
    private boolean isOpen;
    private long begunNs;
    private int records;
    private long oldestMs;

    /** @param group of the consumer as it is when a transaction ends: a member that is no longer in it is fenced by that */
    VerdictTransaction(
            KafkaSettings settings,
            Producer<byte[], byte[]> producer,
            Supplier<ConsumerGroupMetadata> group,
            DeadLetterShare deadLetters,
            KafkaMeter meter,
            RulesInUse rules,
            Clock clock) {
        this.producer = producer;
        this.group = group;
        this.writer = new VerdictWriter(settings, rules);
        this.deadLetters = deadLetters;
        this.meter = meter;
        this.clock = clock;
        this.flaggedOnly = settings.flaggedOnly();
        this.lastsNs = settings.commitEvery().toNanos();
    }

    /** Sends on what is answered of a partition. */
    void sendAnswered(PartitionWork work) {
        if (work.takenCount() == 0) {
            return;
        }
        int sent = work.send(this::send);
        if (sent > 0) {
            records += sent;
            positions.put(work.partition(), new OffsetAndMetadata(work.position()));
        }
    }

    private void send(TakenRecords taken, int position) {
        begin();
        UnreadableRecord problem = taken.problem(position);
        short answer = taken.answer(position);
        String reference = taken.reference(position);
        long answeredMs = taken.answeredMs(position);
        ConsumerRecord<byte[], byte[]> record = taken.take(position);
        oldestMs = Math.min(oldestMs, record.timestamp());
        if (problem == null && Answer.isRejected(answer)) {
            problem = new UnreadableRecord(Answer.rejection(answer));
            deadLetters.add(true);
        } else if (problem == null) {
            deadLetters.add(false);
        }
        if (problem != null) {
            meter.deadLetter(problem.reason());
            var unused = producer.send(writer.deadLetter(record, problem));
        } else if (!flaggedOnly || Answer.isFlagged(answer)) {
            var unused = producer.send(writer.verdict(record, answer, reference, answeredMs));
        }
    }

    /** That partition is read on from there. */
    void setPosition(TopicPartition partition, long offset) {
        begin();
        positions.put(partition, new OffsetAndMetadata(offset));
    }

    private void begin() {
        if (!isOpen) {
            producer.beginTransaction();
            isOpen = true;
            begunNs = System.nanoTime();
            records = 0;
            oldestMs = Long.MAX_VALUE;
        }
    }

    /** How long it may still be open; null: it is not. */
    @Nullable
    Duration remaining() {
        return isOpen ? Duration.ofNanos(Math.max(0, lastsNs - (System.nanoTime() - begunNs))) : null;
    }

    /** Ends it if its time is over, or enough is in it. */
    void commitIfDue() {
        if (isOpen && (System.nanoTime() - begunNs >= lastsNs || records >= KafkaLimits.TRANSACTION_RECORDS_MAX)) {
            commit();
        }
    }

    /** Ends it if it is open. */
    void commit() {
        if (!isOpen) {
            return;
        }
        long beginNs = System.nanoTime();
        producer.sendOffsetsToTransaction(positions, group.get());
        producer.commitTransaction();
        isOpen = false;
        positions.clear();
        long ageMs = records == 0 ? 0 : Math.max(0, clock.millis() - oldestMs);
        meter.committed(records, System.nanoTime() - beginNs, ageMs);
    }
}
