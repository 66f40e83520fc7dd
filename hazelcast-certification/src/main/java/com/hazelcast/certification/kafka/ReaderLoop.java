package com.hazelcast.certification.kafka;

import com.hazelcast.certification.logs.LogEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session of a reader after the other, until it is stopped. What fails is said once, and again each minute as long as it lasts: until a
 * session {@linkplain #goesOn works}. That it has partitions says little: what cannot be written fails behind that, in each session again.
 * {@link #waiting}, {@link #finish} and {@link #isStopped} may be called by any thread.
 */
final class ReaderLoop {
    private static final Logger LOG = LoggerFactory.getLogger(ReaderLoop.class);
    private static final Duration PAUSE_FIRST = Duration.ofMillis(100);

    /** The longest from one failed try to the next. */
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);

    private static final long SAY_AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    /** Nothing was there to be done for so long behind the first partitions of a session. */
    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(2);

    /** Nothing has failed for so long behind them. A call to the brokers takes less. */
    private static final long UNFAILED_NS = TimeUnit.SECONDS.toNanos(30);

    private final String what;
    private final KafkaSettings settings;
    private final KafkaMeter meter;
    private final CountDownLatch stopSignal = new CountDownLatch(1);
    private volatile Runnable wakeup = () -> {};
    private volatile boolean hasSession;
    private volatile String waitsFor = "";
    private volatile long waitsSinceNs = System.nanoTime();
    private long saidNs;
    private volatile boolean hasPartitions;
    private volatile long partitionsSinceNs;

    /** From joining a group to leaving it, or to the first failure. */
    @FunctionalInterface
    interface Session {
        void run() throws InterruptedException;
    }

    /** @param what is read, as the beginning of a sentence with "is" */
    ReaderLoop(String what, KafkaSettings settings, KafkaMeter meter) {
        this.what = what;
        this.settings = settings;
        this.meter = meter;
    }

    /** Runs sessions, on the reader's thread. */
    void run(Session session) {
        Duration pause = PAUSE_FIRST;
        try {
            while (!isStopped()) {
                long beginNs = System.nanoTime();
                try {
                    session.run();
                } catch (WakeupException e) {
                    LOG.debug("woken up to stop");
                } catch (InterruptException e) {
                    return;
                } catch (RuntimeException | Error e) {
                    if (isStopped() && e instanceof KafkaException) {
                        LOG.warn(
                                "{} is read no more; what could not be committed is read again when reading starts: {}",
                                what,
                                KafkaFailure.describe(e, settings));
                        return;
                    }
                    // Also an error: no other thread would read these partitions, nor say that nobody does.
                    failed(e);
                    meter.restarted();
                    boolean wasLong = System.nanoTime() - beginNs > 2 * PAUSE_MAX.toNanos();
                    pause = wasLong ? PAUSE_FIRST : pause;
                    var unused = stopSignal.await(pause.toMillis(), TimeUnit.MILLISECONDS);
                    pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
                }
                hasSession = false;
            }
        } catch (InterruptedException e) {
            LOG.warn(
                    "a reader of Kafka was interrupted; what it had read is read again by the next owner of its partitions");
        }
    }

    /** A session has begun; that wakes it up from what it waits for. */
    void begun(Runnable sessionWakeup) {
        wakeup = sessionWakeup;
        hasPartitions = false;
        hasSession = true;
    }

    /** The session has got partitions, or none are left for it. */
    void assigned() {
        if (!hasPartitions) {
            hasPartitions = true;
            partitionsSinceNs = System.nanoTime();
        }
    }

    /**
     * The session has not failed. It works when it has committed something, or if there is no reason why it could not.
     *
     * @param hasCommitted something that it has read
     * @param isIdle whether nothing that it has taken is to be written or committed now
     */
    void goesOn(boolean hasCommitted, boolean isIdle) {
        if (hasCommitted || hasPartitions && System.nanoTime() - partitionsSinceNs > (isIdle ? IDLE_NS : UNFAILED_NS)) {
            works();
        }
    }

    private void works() {
        if (!waitsFor.isEmpty()) {
            LogEvent.KAFKA_READ_AGAIN
                    .at(LOG)
                    .log("{} is read again: topics={}", what, settings.topics().in());
            waitsFor = "";
        }
    }

    private void failed(Throwable failure) {
        String why = KafkaFailure.describe(failure, settings);
        if (waitsFor.isEmpty()) {
            waitsSinceNs = System.nanoTime();
        }
        boolean isNew = !KafkaFailure.isAlike(why, waitsFor);
        if (isNew || System.nanoTime() - saidNs > SAY_AGAIN_NS) {
            saidNs = System.nanoTime();
            LogEvent.KAFKA_NOT_READ.at(LOG).log("{} is not read; this member tries again until it is: {}", what, why);
            if (failure instanceof Error) {
                LOG.error("the error that has ended the reader's session", failure);
            } else {
                LOG.debug("the failure", failure);
            }
        }
        waitsFor = why;
    }

    /** What it waits for; empty: it reads. */
    Optional<KafkaFigures> waiting() {
        String why = waitsFor;
        if (hasSession && why.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(KafkaFigures.waiting(
                why.isEmpty() ? "the brokers' answer" : why,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - waitsSinceNs)));
    }

    /** Asks it to end. */
    void finish() {
        stopSignal.countDown();
        wakeup.run();
    }

    boolean isStopped() {
        return stopSignal.getCount() == 0;
    }
}
