package com.hazelcast.certification.kafka.group;

import com.hazelcast.certification.kafka.Brokers;
import com.hazelcast.certification.kafka.ClientProperties;
import com.hazelcast.certification.kafka.KafkaFailure;
import com.hazelcast.certification.kafka.KafkaFigures;
import com.hazelcast.certification.kafka.KafkaFigures.Lag;
import com.hazelcast.certification.kafka.KafkaReaders;
import com.hazelcast.certification.kafka.KafkaSeek;
import com.hazelcast.certification.kafka.KafkaSettings;
import com.hazelcast.certification.kafka.group.GroupLook.Unread;
import com.hazelcast.certification.logs.LogEvent;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka in at a member: its readers, and while none of these knows how far it is behind, because they are stopped, wait or are paused, what
 * the brokers have of the whole group. While they are started, the brokers are asked whether the topics are still there. Thread-safe. Each is
 * asked every 5 s.
 */
public final class MemberKafka {
    private static final Logger LOG = LoggerFactory.getLogger(MemberKafka.class);
    private static final long LOOK_EVERY_MS = 5_000;
    private static final long CLOSE_MS = 3_000;

    private final KafkaSettings settings;
    private final KafkaReaders readers;
    private final Clock clock;
    private final GroupLook transactions;
    private final Optional<GroupLook> labels;
    private final CountDownLatch stopSignal = new CountDownLatch(1);
    private final Thread watch;

    /** Empty: not known. */
    private volatile Optional<Unread> unread = Optional.empty();

    private volatile Optional<Unread> unreadLabels = Optional.empty();

    /** Begins to look; the readers do not run yet. */
    public MemberKafka(KafkaSettings settings, KafkaReaders readers, Clock clock) {
        this.settings = settings;
        this.readers = readers;
        this.clock = clock;
        this.transactions = GroupLook.ofTransactions(settings);
        this.labels = settings.topics().labels().map(topic -> GroupLook.ofLabels(settings, topic));
        watch = new Thread(this::watch, "fraud-kafka-watch");
        watch.setDaemon(true);
        // Hazelcast's makes none of the classes that Kafka's client finds by their names.
        watch.setContextClassLoader(MemberKafka.class.getClassLoader());
        watch.start();
    }

    private void watch() {
        try {
            lookAtStart();
            do {
                KafkaFigures now = readers.figures();
                unread = now.lagRecords() == null ? look(transactions) : Optional.empty();
                unreadLabels = hasLagOfLabels(now) ? Optional.empty() : labels.flatMap(this::look);
                if (readers.areStarted()) {
                    lookAtTopics();
                }
            } while (!stopSignal.await(LOOK_EVERY_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException | InterruptException e) {
            LOG.debug("interrupted to stop", e);
        }
    }

    /** Reports what would keep the readers from reading, before someone starts them. They look again, and report by themselves. */
    private void lookAtStart() throws InterruptedException {
        KafkaSettings.Topics topics = settings.topics();
        try {
            Brokers unused = Brokers.look(
                    settings, new ClientProperties(settings, 0), reads(), List.of(topics.out(), topics.deadLetters()));
            // The rights to the groups show here.
            unread = Optional.of(transactions.unread());
            unreadLabels = labels.map(GroupLook::unread);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            if (readers.figures().readers() == 0) {
                LogEvent.KAFKA_NOT_READY
                        .at(LOG)
                        .log(
                                "Kafka could not be read if scoring were started now: {}",
                                KafkaFailure.describe(e, settings));
            }
        } catch (RuntimeException | Error e) {
            // It would end all looks to come.
            LOG.error("the look at Kafka at the start of this member has failed", e);
        }
    }

    private List<String> reads() {
        List<String> reads = new ArrayList<>(settings.topics().in());
        settings.topics().labels().ifPresent(reads::add);
        return reads;
    }

    /** A consumer does not fail when its topic is deleted: it has no partitions any more. */
    private void lookAtTopics() throws InterruptedException {
        try {
            readers.require(Brokers.topicIds(settings, new ClientProperties(settings, 0), reads()));
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            LOG.debug("the brokers do not report which topics there are: {}", KafkaFailure.describe(e, settings), e);
        } catch (RuntimeException | Error e) {
            // It would end all looks to come.
            LOG.error("a look at the topics of Kafka has failed; it is tried again", e);
        }
    }

    private Optional<Unread> look(GroupLook at) {
        try {
            return Optional.of(at.unread());
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            LOG.debug("the brokers do not report what the group has left: {}", KafkaFailure.describe(e, settings), e);
        } catch (RuntimeException | Error e) {
            // It would end all looks to come.
            LOG.error("a look at the group of Kafka has failed; it is tried again", e);
        }
        return Optional.empty();
    }

    /** Starts the readers unless they run. */
    public void start() {
        readers.start();
    }

    /**
     * Stops the readers, as {@link KafkaReaders#stop}; what comes then is looked at.
     *
     * @throws InterruptedException when the calling thread is interrupted meanwhile
     */
    public void stop() throws InterruptedException {
        readers.stop();
    }

    /**
     * Stops the readers, and looks no more. Closing it again does nothing.
     *
     * @throws InterruptedException when the calling thread is interrupted meanwhile
     */
    public void close() throws InterruptedException {
        stopSignal.countDown();
        watch.interrupt();
        readers.stop();
        watch.join(CLOSE_MS);
    }

    /** Goes on where readers are paused because too many records were dead letters. */
    public void goOn() {
        readers.goOn();
    }

    /**
     * Reads on from another place: the readers at once, and where they are not started, when they start.
     *
     * @throws TimeoutException when a reader does not do so in time; a rebalance may have come between
     * @throws IllegalStateException when the brokers fail, with what to do
     */
    public KafkaSeek.Result seek(KafkaSeek seek) throws InterruptedException, ExecutionException, TimeoutException {
        if (readers.areStarted()) {
            return readers.seek(seek);
        }
        boolean isOfLabels =
                settings.topics().labels().filter(seek.topic()::equals).isPresent();
        try {
            return labels.filter(look -> isOfLabels).orElse(transactions).seek(seek);
        } catch (KafkaException e) {
            throw new IllegalStateException(KafkaFailure.describe(e, settings), e);
        }
    }

    /** What the readers do now, and what the group has left where they do not know. Does not block. */
    public KafkaFigures figures() {
        KafkaFigures now = readers.figures();
        if (now.lagRecords() == null) {
            now = now.withGroupLag(lag(unread));
        }
        return labels.isEmpty() || hasLagOfLabels(now) ? now : now.withGroupLagOfLabels(lag(unreadLabels));
    }

    private static boolean hasLagOfLabels(KafkaFigures figures) {
        KafkaFigures.Labels ofLabels = figures.labels();
        return ofLabels != null && ofLabels.lag() != null;
    }

    private @Nullable Lag lag(Optional<Unread> left) {
        return left.map(now ->
                        new Lag(now.records(), now.records() == 0 ? 0 : Math.max(0, clock.millis() - now.oldestMs())))
                .orElse(null);
    }
}
