package com.hazelcast.certification.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One membership of a reader in its group, from joining to leaving or to the first failure. A failure ends it: nothing of the open
 * transaction counts then, and the next session reads on from the last committed positions. A commit that comes between two states of the group is
 * none: the session itself reads on from there. Used by the reader's thread.
 *
 * <p>A record whose answer is held stops the verdicts of its own partition, because a position has no gaps. When so many records of a
 * partition are taken as it may have, it is paused; the others go on.
 */
final class KafkaSession {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSession.class);

    /** The longest wait for records while answers are out or a transaction is open. */
    private static final Duration WAIT_BUSY = Duration.ofMillis(2);

    private static final Duration WAIT_IDLE = Duration.ofMillis(100);

    /** How long a wait at the gate may be before the group must hear of this member. */
    private static final long GATE_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** How often the figures are brought up to date. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final KafkaSettings settings;
    private final RecordIntake.MemberLinks links;
    private final Consumer<byte[], byte[]> consumer;
    private final Producer<byte[], byte[]> producer;
    private final WaitLines lines;
    private final RecordIntake intake;
    private final VerdictTransaction transaction;

    private final Map<String, Integer> partitionCounts;
    private final Positions positions;
    private final TakeRate rate;

    /** What other threads have it do. */
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();

    private final PartitionTable partitions;
    private RecordIntake.@Nullable Polled polled;
    private long lookedNs = System.nanoTime() - LOOK_NS;
    private volatile KafkaFigures figures = KafkaFigures.waiting("its partitions", 0);
    private boolean isOver;
    private boolean isLost;

    /**
     * @param producer whose transactions are initialised
     * @param deadLetters by topic
     * @param lines of all sessions of the reader
     */
    KafkaSession(
            KafkaSettings settings,
            RecordIntake.MemberLinks links,
            Consumer<byte[], byte[]> consumer,
            Producer<byte[], byte[]> producer,
            Map<String, DeadLetterShare> deadLetters,
            WaitLines lines,
            VerdictWriter writer,
            Map<String, Integer> partitionCounts,
            Map<String, Integer> firstCounts) {
        this.settings = settings;
        this.links = links;
        this.consumer = consumer;
        this.partitions = new PartitionTable(consumer, deadLetters);
        this.producer = producer;
        this.lines = lines;
        this.positions = new Positions(consumer, settings.reading().from(), links.meter(), firstCounts);
        this.partitionCounts = partitionCounts;
        this.rate = new TakeRate(settings.reading().rateMax(), System.nanoTime());
        this.intake = new RecordIntake(links, settings);
        this.transaction = new VerdictTransaction(
                settings,
                producer,
                consumer::groupMetadata,
                positions::positionBehind,
                links.meter(),
                writer,
                links.clock());
    }

    /**
     * Reads until it is stopped, and then hands the partitions back.
     *
     * @param loop that it is a session of
     * @throws KafkaException when the brokers fail it, or the group has given it up
     */
    void run(ReaderLoop loop) {
        try {
            consumer.subscribe(settings.topics().in(), new Rebalance(loop));
            readUntilStopped(loop);
            leave();
        } finally {
            isOver = true;
            withdraw();
            close();
        }
    }

    private void readUntilStopped(ReaderLoop loop) {
        try {
            while (!loop.isStopped()) {
                try {
                    step();
                } catch (CommitFailedException e) {
                    readAgain(e);
                }
                loop.goesOn(transaction.hasCommitted(), transaction.isIdle() && partitions.takenCount() == 0);
            }
        } catch (WakeupException e) {
            if (!loop.isStopped()) {
                throw e;
            }
        }
    }

    /** The group has changed since the open transaction took its metadata: nothing of it counts, and what is not committed is read again. */
    private void readAgain(CommitFailedException refused) {
        transaction.abort(refused);
        withdraw();
        positions.seekCommitted(partitions.leaveAll()).forEach(transaction::setPosition);
    }

    /** Commits where partitions are read from now on, before something is read there: with latest, a failure would leave that out. */
    private void beginAt(Map<TopicPartition, Long> places) {
        if (!places.isEmpty()) {
            places.forEach(transaction::setPosition);
            transaction.commit();
        }
    }

    private void step() {
        sendAnswered();
        transaction.commitIfDue();
        lookNowAndThen();
        Runnable order = orders.peek();
        if (order != null) {
            order.run();
            // Not before: when the group refuses its commit, it is carried out again.
            orders.remove();
        }
        RecordIntake.Polled waiting = polled;
        if (waiting != null && !waiting.hasEntered) {
            awaitGate(waiting);
        } else if (waiting != null) {
            take(waiting);
        } else {
            takeNext(rate.waitNs(System.nanoTime()));
        }
    }

    private void takeNext(long rateWaitNs) {
        if (rateWaitNs > 0) {
            // Not paused: it is a second at most, and each pause and resume would wake the client's own thread.
            LockSupport.parkNanos(Math.min(rateWaitNs, WAIT_BUSY.toNanos()));
            return;
        }
        partitions.pauseFull();
        ConsumerRecords<byte[], byte[]> records = poll(pollTime());
        if (records.isEmpty()) {
            partitions.reach(records.nextOffsets());
        } else {
            enter(records);
        }
    }

    /** Brings the figures up to date. */
    private void lookNowAndThen() {
        long nowNs = System.nanoTime();
        if (nowNs - lookedNs >= LOOK_NS) {
            lookedNs = nowNs;
            figures = partitions.figures(links.clock().millis(), polled == null ? List.of() : polled.parts);
            lines.look(figures, nowNs);
        }
    }

    /** What it does. May be called by any thread. */
    KafkaFigures figures() {
        return figures;
    }

    /** Reads on from another place. May be called by any thread; completes when the position is committed. */
    CompletableFuture<KafkaSeek.Result> seek(KafkaSeek seek) {
        CompletableFuture<KafkaSeek.Result> done = new CompletableFuture<>();
        orders.add(() -> done.complete(seekNow(seek)));
        return done;
    }

    /** Has it fail with that. May be called by any thread. */
    void end(KafkaException failure) {
        orders.add(() -> {
            throw failure;
        });
    }

    private KafkaSeek.Result seekNow(KafkaSeek seek) {
        Map<TopicPartition, Long> offsets = positions.seek(partitions.leave(seek::isOf), seek.to());
        beginAt(offsets);
        return KafkaSeek.Result.of(offsets, partitionCounts);
    }

    private void sendAnswered() {
        partitions.works().forEach(transaction::sendAnswered);
    }

    private Duration pollTime() {
        if (transaction.isCommitting()) {
            return WAIT_BUSY;
        }
        Duration remaining = transaction.remaining();
        if (remaining == null) {
            return partitions.takenCount() == 0 ? WAIT_IDLE : WAIT_BUSY;
        }
        return remaining.compareTo(WAIT_BUSY) < 0 || partitions.takenCount() == 0 ? remaining : WAIT_BUSY;
    }

    private ConsumerRecords<byte[], byte[]> poll(Duration time) {
        try {
            ConsumerRecords<byte[], byte[]> records = PartitionTable.poll(consumer, time);
            requirePartitions();
            return records;
        } catch (InvalidOffsetException e) {
            requirePartitions();
            finish(e);
            beginAt(positions.find(e));
            return ConsumerRecords.empty();
        }
    }

    /** Before a position jumps, what is read before it is sent on: the place behind the jump has no room for it. */
    private void finish(InvalidOffsetException jump) {
        if (!(jump instanceof LogTruncationException)) {
            settle(partitions.worksOf(jump.partitions()), KafkaLimits.REVOKE_WAIT_MS);
        }
        RecordIntake.Polled waiting = polled;
        partitions.requireSent(jump, waiting == null ? List.of() : waiting.works());
    }

    private void requirePartitions() {
        if (isLost) {
            throw new KafkaException("the group has given this member up, because it was not heard of for too long");
        }
    }

    private void enter(ConsumerRecords<byte[], byte[]> records) {
        RecordIntake.Polled next = new RecordIntake.Polled();
        for (TopicPartition partition : records.partitions()) {
            PartitionWork work = partitions.require(partition);
            List<ConsumerRecord<byte[], byte[]>> ofPartition = records.records(partition);
            next.parts.add(new RecordIntake.Part(work, ofPartition));
            next.count += ofPartition.size();
        }
        records.nextOffsets().forEach((partition, place) -> next.places.put(partitions.require(partition), place));
        polled = next;
        rate.taken(next.count);
        if (links.gate().enterOrCall(next.count, next)) {
            take(next);
        }
    }

    private void take(RecordIntake.Polled entered) {
        polled = null;
        if (!intake.take(entered.parts, entered.count, entered.arrivedNs)) {
            partitions.readAgain(entered.parts);
        } else {
            entered.places.forEach(PartitionWork::reach);
        }
        if (!rate.isSlice(entered.count)) {
            pace();
        }
    }

    private void pace() {
        try {
            links.router().paceReads(links.gate(), () -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitGate(RecordIntake.Polled waiting) {
        LockSupport.parkNanos(STEP_NS);
        if (System.nanoTime() - waiting.arrivedNs > GATE_WAIT_NS && !waiting.hasEntered) {
            partitions.pauseAll();
            if (!poll(Duration.ZERO).isEmpty()) {
                throw new IllegalStateException("records of a partition that is paused");
            }
        }
    }

    /** What is read is answered before the partitions go back, as far as that takes no longer than it may. */
    private void leave() {
        if (isLost) {
            // The partitions are another's, and so are their positions.
            return;
        }
        withdraw();
        try {
            settle(partitions.works(), KafkaLimits.STOP_WAIT_MS);
            transaction.commit();
        } catch (CommitFailedException e) {
            transaction.abort(e);
        }
    }

    /** Sends on what is answered of these, until nothing is left or the time is over. */
    private void settle(Collection<PartitionWork> leaving, long timeMs) {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeMs);
        leaving.forEach(transaction::sendAnswered);
        while (leaving.stream().anyMatch(work -> work.takenCount() > 0) && System.nanoTime() < deadlineNs) {
            LockSupport.parkNanos(STEP_NS);
            leaving.forEach(transaction::sendAnswered);
            transaction.commitIfDue();
        }
    }

    /** What waits at the gate goes back. */
    private void withdraw() {
        RecordIntake.Polled waiting = polled;
        polled = null;
        if (waiting != null && (waiting.hasEntered || !links.gate().withdraw(waiting))) {
            links.gate().leave(waiting.count);
        }
    }

    private void close() {
        Duration time = Duration.ofMillis(KafkaLimits.CLOSE_MS);
        try {
            // Aborts the transaction if it is open.
            producer.close(time);
        } catch (KafkaException e) {
            LOG.debug("the producer could not be closed in order", e);
        }
        transaction.close();
        try {
            consumer.close(CloseOptions.timeout(time));
        } catch (KafkaException e) {
            LOG.debug("the consumer could not be closed in order", e);
        }
    }

    /** Called by the consumer while it is polled or closed. */
    private final class Rebalance implements ConsumerRebalanceListener {
        private final ReaderLoop loop;

        Rebalance(ReaderLoop loop) {
            this.loop = loop;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> added) {
            partitions.add(added, polled != null);
            loop.assigned();
            if (!added.isEmpty()) {
                LOG.info(
                        "reads partitions of Kafka: added={} in all={}",
                        added,
                        partitions.works().size());
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            try {
                if (!isOver) {
                    settle(partitions.worksOf(revoked), KafkaLimits.REVOKE_WAIT_MS);
                    transaction.commit();
                }
                partitions.drop(revoked);
            } catch (CommitFailedException e) {
                // First: a position of these that were set now would be committed after that of their next reader.
                partitions.drop(revoked);
                readAgain(e);
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> lost) {
            isLost = true;
            partitions.drop(lost);
        }
    }
}
