package com.hazelcast.certification.kafka.verdicts;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.kafka.KafkaFailure;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.scoring.OutcomeRecord;
import com.hazelcast.certification.storage.OutcomeLog;
import com.hazelcast.certification.storage.OutcomeLog.LogPlace;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the verdicts of a member's log to the topic, on a thread of its own: in the order of the log what this member has decided, and of what
 * copies have taken here what is due. The place in the log moves when the brokers have acknowledged all before it. So after a failure some
 * are sent again, and none is left out. All other methods may be called by any thread.
 */
final class VerdictSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VerdictSender.class);

    /** Of the log, some 25,000 transactions: what is sent before the brokers are waited for. */
    static final long BATCH_BYTES = 1 << 20;

    private static final long IDLE_MS = 10;
    private static final long PAUSE_MS = 1_000;
    private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    /** A member that leaves sends for that long; the rest waits in its folder for its next start. */
    private static final long DRAIN_MS = 5_000;

    private final OutcomeLog log;
    private final CopyRounds rounds;
    private final VerdictRecords records;
    private final Producers producers;
    private final String where;
    private final Clock clock;
    private final long batchBytes;
    private final Thread thread;
    private final CountDownLatch stopSignal = new CountDownLatch(1);

    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong copiesSent = new AtomicLong();
    private volatile long oldestMs;
    private volatile String waitsFor = "";
    private volatile long waitsForSinceMs;
    private long saidNs;

    @GuardedBy("this")
    private long lostSeen;

    @GuardedBy("this")
    private long lostSeenMs;

    /** Connects to the brokers. */
    @FunctionalInterface
    interface Producers {
        /**
         * A producer that can be used.
         *
         * @throws KafkaException naming what is missing
         */
        Producer<byte[], byte[]> open() throws InterruptedException;
    }

    /**
     * One that does not send yet.
     *
     * @param where the topic and its brokers, for messages
     * @param batchBytes of the log, that are sent before the brokers are waited for
     */
    VerdictSender(
            OutcomeLog log,
            CopyRounds rounds,
            VerdictRecords records,
            Producers producers,
            String where,
            Clock clock,
            long batchBytes) {
        this.batchBytes = batchBytes;
        this.log = log;
        this.rounds = rounds;
        this.records = records;
        this.producers = producers;
        this.where = where;
        this.clock = clock;
        log.countBy(this::verdictsOf);
        thread = new Thread(this::run, "fraud-verdicts");
        thread.setDaemon(true);
        // Hazelcast's makes none of the classes that Kafka's client finds by their names.
        thread.setContextClassLoader(VerdictSender.class.getClassLoader());
    }

    void start() {
        thread.start();
    }

    /** How many verdicts of an outcome are to be sent from here. May be called by any thread. */
    int verdictsOf(ByteBuffer outcome) {
        int[] verdicts = {0};
        try {
            OutcomeRecord.decisions(outcome, (byOwner, atMs, transactions, decided) -> {
                for (int i = 0; byOwner && i < decided; i++) {
                    int offset = i * TransactionLayout.TRANSACTION_SIZE_BYTES;
                    verdicts[0] += records.hasVerdict(transactions, offset) ? 1 : 0;
                }
            });
        } catch (IOException e) {
            LOG.debug("what cannot be read counts as one", e);
            return 1;
        }
        return verdicts[0];
    }

    private void run() {
        // Once at least: what is there is sent, also when the member leaves at once.
        do {
            try {
                session();
            } catch (InterruptException | InterruptedException e) {
                LOG.debug("interrupted; the rest is sent after the next start", e);
                return;
            } catch (IOException | RuntimeException | Error e) {
                // Also an error: no other thread would send them, nor say that nobody does.
                failed(e);
                try {
                    var unused = stopSignal.await(PAUSE_MS, TimeUnit.MILLISECONDS);
                } catch (InterruptedException interrupted) {
                    LOG.debug("interrupted; the rest is sent after the next start", interrupted);
                    return;
                }
            }
        } while (!isStopped());
    }

    private void session() throws IOException, InterruptedException {
        Producer<byte[], byte[]> producer = producers.open();
        try {
            while (true) {
                boolean isLast = isStopped();
                boolean hasSent = sendOwn(producer);
                hasSent |= sendCopies(producer);
                works();
                if (!hasSent && isLast) {
                    return;
                }
                if (!hasSent) {
                    var unused = stopSignal.await(IDLE_MS, TimeUnit.MILLISECONDS);
                }
            }
        } finally {
            // What was not acknowledged is sent again, by whoever sends next.
            producer.close(Duration.ZERO);
        }
    }

    private boolean sendOwn(Producer<byte[], byte[]> producer) throws IOException {
        LogPlace from = log.sent();
        LogPlace to = log.end();
        if (from.compareTo(to) >= 0) {
            return false;
        }
        Batch batch = new Batch(producer, true);
        LogPlace behind = log.read(from, to, batchBytes, batch::take);
        batch.await();
        log.moveSent(behind);
        oldestMs = 0;
        sent.addAndGet(batch.count);
        return true;
    }

    private boolean sendCopies(Producer<byte[], byte[]> producer) throws IOException {
        LogPlace from = log.settled();
        // Read before what is due: what becomes due meanwhile may be within what is released later.
        LogPlace released = rounds.released();
        LogPlace due = rounds.due();
        if (from.compareTo(due) >= 0) {
            log.moveSettled(released);
            return false;
        }
        Batch batch = new Batch(producer, false);
        LogPlace behind = log.read(from, due, batchBytes, batch::take);
        batch.await();
        log.moveSettled(behind);
        copiesSent.addAndGet(batch.count);
        return true;
    }

    /** Records that are on their way together. */
    private final class Batch {
        private final Producer<byte[], byte[]> producer;
        private final boolean isOwn;
        private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        private int count;

        Batch(Producer<byte[], byte[]> producer, boolean isOwn) {
            this.producer = producer;
            this.isOwn = isOwn;
        }

        void take(ByteBuffer outcome) throws IOException {
            OutcomeRecord.decisions(outcome, this::send);
        }

        private void send(boolean byOwner, long atMs, byte[] transactions, int decided) {
            if (byOwner != isOwn) {
                return;
            }
            if (isOwn && oldestMs == 0) {
                oldestMs = atMs;
            }
            for (int i = 0; i < decided; i++) {
                records.of(transactions, i * TransactionLayout.TRANSACTION_SIZE_BYTES, atMs)
                        .ifPresent(record -> {
                            var unused = producer.send(record, (metadata, e) -> failure.compareAndSet(null, e));
                            count++;
                        });
            }
        }

        /** Waits until the brokers have acknowledged all. */
        void await() {
            producer.flush();
            Exception why = failure.get();
            if (why != null) {
                throw why instanceof RuntimeException known
                        ? known
                        : new KafkaException("a verdict was not stored", why);
            }
        }
    }

    private void works() {
        if (!waitsFor.isEmpty()) {
            LogEvent.VERDICTS_SENT_AGAIN.at(LOG).log("verdicts are sent again: {}", where);
            waitsFor = "";
        }
    }

    private void failed(Throwable failure) {
        String why = VerdictFailure.describe(failure) + ": " + where;
        if (!KafkaFailure.isAlike(why, waitsFor) || System.nanoTime() - saidNs > SAY_AGAIN_NS) {
            saidNs = System.nanoTime();
            LogEvent.VERDICTS_NOT_SENT
                    .at(LOG)
                    .log("verdicts wait in the log; this member tries again until they are sent: {}", why);
            LOG.debug("the failure", failure);
        }
        if (waitsFor.isEmpty()) {
            waitsForSinceMs = clock.millis();
        }
        waitsFor = why;
        if (oldestMs == 0 && log.unsentBytes() > 0) {
            // Nothing was read yet: it waits since now at the latest.
            oldestMs = clock.millis();
        }
    }

    /** What it does now. */
    VerdictFigures figures() {
        long nowMs = clock.millis();
        long oldest = oldestMs;
        long lost = log.lost();
        String why = waitsFor;
        return new VerdictFigures(
                sent.get(),
                copiesSent.get(),
                lost,
                lostAgoMs(lost, nowMs),
                log.unsentBytes(),
                oldest == 0 ? 0 : Math.max(0, nowMs - oldest),
                why,
                why.isEmpty() ? 0 : Math.max(0, nowMs - waitsForSinceMs));
    }

    private synchronized @Nullable Long lostAgoMs(long lost, long nowMs) {
        if (lost > lostSeen) {
            lostSeen = lost;
            lostSeenMs = nowMs;
        }
        return lostSeen == 0 ? null : Math.max(0, nowMs - lostSeenMs);
    }

    /** Whether its thread runs. */
    boolean isAlive() {
        return thread.isAlive();
    }

    private boolean isStopped() {
        return stopSignal.getCount() == 0;
    }

    /** Ends now; what is not sent is sent after the next start. */
    void abandon() {
        stopSignal.countDown();
        thread.interrupt();
        join();
    }

    /** Sends what there is, for some seconds, and ends. */
    @Override
    public void close() {
        stopSignal.countDown();
        if (log.sent().compareTo(log.end()) < 0) {
            join();
        }
        thread.interrupt();
        join();
    }

    private void join() {
        try {
            thread.join(DRAIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
