package com.hazelcast.certification.kafka;

import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.scoring.Answer;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction of a reader: verdicts and dead letters of records, and the positions behind them. Begins with the first of them and
 * ends after a bounded time or number. Used by the reader's thread. What a call throws ends the transaction without effect.
 *
 * <p>Brokers take milliseconds to commit one. A thread of its own waits for them, so that records are taken and scored meanwhile; their
 * verdicts are sent when the commit is over. There is one transaction at a time.
 */
final class VerdictTransaction implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VerdictTransaction.class);

    private final Producer<byte[], byte[]> producer;
    private final Supplier<ConsumerGroupMetadata> group;
    private final Places places;
    private final VerdictWriter writer;
    private final KafkaMeter meter;
    private final Clock clock;
    private final boolean flaggedOnly;
    private final long lastsNs;
    private final ExecutorService committer;
    private final Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
    private @Nullable Commit commit;
    private boolean isOpen;
    private boolean hasCommitted;

    /** Commits that the group has refused since the last one that it took. */
    private int refusals;

    private long begunNs;
    private int records;
    private long oldestMs;

    /** Makes what is committed of a place. */
    @FunctionalInterface
    interface Places {
        /**
         * What is committed of that place.
         *
         * @param epoch of the leader that the record before the offset was read from; empty: not known
         */
        OffsetAndMetadata of(TopicPartition partition, long offset, Optional<Integer> epoch);
    }

    /** A transaction that the brokers are to commit. */
    private record Commit(Future<?> done, long beginNs, int records, long oldestMs) {}

    /**
     * Of a session.
     *
     * @param group of the consumer as it is when a transaction ends: a member that is no longer in it is fenced by that
     */
    VerdictTransaction(
            KafkaSettings settings,
            Producer<byte[], byte[]> producer,
            Supplier<ConsumerGroupMetadata> group,
            Places places,
            KafkaMeter meter,
            VerdictWriter writer,
            Clock clock) {
        this.producer = producer;
        this.group = group;
        this.places = places;
        this.writer = writer;
        this.meter = meter;
        this.clock = clock;
        this.flaggedOnly = settings.verdicts().flaggedOnly();
        this.lastsNs = settings.reading().commitEvery().toNanos();
        this.committer = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, Thread.currentThread().getName() + "-commit");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Sends on what is answered of a partition, unless a transaction is being committed. Also the place behind what is no record gets into a
     * transaction: a group that stays before the markers of a topic without new records would take them for lost records once the topic's
     * retention has deleted them.
     */
    void sendAnswered(PartitionWork work) {
        if (isCommitting()) {
            return;
        }
        TopicPartition partition = work.partition();
        int sent = work.send((taken, position) -> send(work, taken, position));
        boolean hasGoneOn = work.goOn();
        if (sent > 0 || hasGoneOn) {
            begin();
            records += sent;
            positions.put(partition, places.of(partition, work.position(), work.epoch()));
        }
    }

    private void send(PartitionWork work, TakenRecords taken, int position) {
        begin();
        UnreadableRecord problem = taken.problem(position);
        short answer = taken.answer(position);
        oldestMs = Math.min(oldestMs, taken.timestampMs(position));
        boolean isRejected = problem == null && Answer.isRejected(answer);
        work.counted().addAnswered(taken.offset(position), isRejected);
        if (isRejected) {
            problem = new UnreadableRecord(Answer.rejection(answer));
        }
        if (problem != null) {
            meter.deadLetter(problem.reason());
            send(writer.deadLetter(taken.record(position), problem));
        } else if (!flaggedOnly || Answer.isFlagged(answer)) {
            send(writer.verdict(
                    work.partition(),
                    taken.offset(position),
                    taken.key(position),
                    answer,
                    taken.reference(position),
                    taken.answeredMs(position)));
        }
        taken.letGo(position);
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        var unused = producer.send(record, writer.whenSent(record));
    }

    /** That partition is read on from there. */
    void setPosition(TopicPartition partition, long offset) {
        begin();
        positions.put(partition, places.of(partition, offset, Optional.empty()));
    }

    private void begin() {
        if (!isOpen) {
            awaitCommit();
            producer.beginTransaction();
            isOpen = true;
            begunNs = System.nanoTime();
            records = 0;
            oldestMs = Long.MAX_VALUE;
        }
    }

    /** Whether the brokers are committing one. */
    boolean isCommitting() {
        Commit now = commit;
        if (now != null && now.done.isDone()) {
            awaitCommit();
        }
        return commit != null;
    }

    /** Whether none is open and none is being committed. */
    boolean isIdle() {
        return !isOpen && commit == null;
    }

    /** Whether the brokers have committed one. */
    boolean hasCommitted() {
        return hasCommitted;
    }

    /** How long it may still be open; null: it is not. */
    @Nullable
    Duration remaining() {
        return isOpen ? Duration.ofNanos(Math.max(0, lastsNs - (System.nanoTime() - begunNs))) : null;
    }

    /** Ends it if its time is over, or enough is in it. */
    void commitIfDue() {
        if (!isCommitting()
                && isOpen
                && (System.nanoTime() - begunNs >= lastsNs || records >= KafkaLimits.TRANSACTION_RECORDS_MAX)) {
            beginCommit();
        }
    }

    private void beginCommit() {
        Map<TopicPartition, OffsetAndMetadata> ends = Map.copyOf(positions);
        ConsumerGroupMetadata member = group.get();
        positions.clear();
        isOpen = false;
        Future<?> done = committer.submit(() -> {
            producer.sendOffsetsToTransaction(ends, member);
            producer.commitTransaction();
        });
        commit = new Commit(done, System.nanoTime(), records, oldestMs);
    }

    private void awaitCommit() {
        Commit now = commit;
        if (now == null) {
            return;
        }
        commit = null;
        try {
            var unused = now.done.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new KafkaException("a transaction could not be committed", e.getCause());
        }
        hasCommitted = true;
        refusals = 0;
        long ageMs = now.records == 0 ? 0 : Math.max(0, clock.millis() - now.oldestMs);
        meter.committed(now.records, System.nanoTime() - now.beginNs, ageMs);
    }

    /** Ends it if it is open; returns when it is committed. */
    void commit() {
        awaitCommit();
        if (isOpen) {
            beginCommit();
            awaitCommit();
        }
    }

    /**
     * Ends it without effect, because the group has changed since it took the metadata: what was in it is to be sent again.
     *
     * @throws CommitFailedException the same one when the last ones were refused as well: the group may not change so often
     */
    void abort(CommitFailedException refused) {
        refusals++;
        if (refusals > KafkaLimits.COMMITS_REFUSED_MAX) {
            throw refused;
        }
        LOG.info(
                "the group of Kafka has changed while a transaction was being committed; nothing of it counts, and its records are read again: {}",
                refused.getMessage());
        producer.abortTransaction();
        isOpen = false;
        positions.clear();
    }

    /** Gives the thread up; close the producer first, which ends what the thread waits for. */
    @Override
    public void close() {
        committer.shutdownNow();
    }
}
