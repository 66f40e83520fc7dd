package com.hazelcast.certification.kafka;

import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.routing.InFlightGate;
import com.hazelcast.certification.routing.Router;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.source.SourceClock;
import com.hazelcast.certification.transaction.CardKey;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/** All readers of Kafka of a member: started and stopped together. Thread-safe. */
public final class KafkaReaders {
    private static final long JOIN_MS = KafkaLimits.STOP_WAIT_MS + 3 * KafkaLimits.CLOSE_MS;

    private final KafkaSettings settings;
    private final RecordIntake.MemberLinks links;
    private final Labels labels;
    private final List<KafkaReader> readers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /** By topic of transactions. They are kept while readers are stopped. */
    private final Map<String, DeadLetterShare.Pause> pauses = new HashMap<>();

    private final DeadLetterShare.Pause labelPause = new DeadLetterShare.Pause();

    /** Those that run, for whoever looks while a {@link #stop} takes its time. */
    private volatile List<KafkaReader> running = List.of();

    private volatile Optional<LabelReader> labelReader = Optional.empty();

    /** Where labels come in. */
    @FunctionalInterface
    public interface Labels {
        /** Labels what the requests name; completes with a result a request, in their order, within the time. */
        CompletableFuture<LabelResult[]> add(List<LabelRequest> requests, Duration within);
    }

    /**
     * Readers that do not run yet.
     *
     * @param answers counts answers and opens the gate again
     * @param cardKey by which cards are identified; empty: by their numbers
     * @param sourceClock by which the times of records are set
     * @param labels where those of the topic of labels go
     */
    public KafkaReaders(
            KafkaSettings settings,
            Router router,
            InFlightGate gate,
            AnswerListener answers,
            KafkaMeter meter,
            RulesInUse rules,
            Clock clock,
            Duration futureTolerance,
            Optional<CardKey> cardKey,
            SourceClock sourceClock,
            Labels labels) {
        this.settings = settings;
        this.labels = labels;
        settings.topics().in().forEach(topic -> pauses.put(topic, new DeadLetterShare.Pause()));
        this.links = new RecordIntake.MemberLinks(
                router, gate, answers, meter, rules, clock, futureTolerance, cardKey, sourceClock);
    }

    /** What they do now; none runs while the member does not score. Does not block. */
    public KafkaFigures figures() {
        return Stream.concat(
                        running.stream().map(KafkaReader::figures),
                        labelReader.stream().map(LabelReader::figures))
                .reduce(KafkaFigures.NONE, KafkaFigures::plus);
    }

    /**
     * Reads on from another place, in the partitions that these readers have: of the topic of labels only where the order names it.
     *
     * @throws TimeoutException when a reader does not do so in time; a rebalance may have come between
     */
    public KafkaSeek.Result seek(KafkaSeek seek) throws InterruptedException, ExecutionException, TimeoutException {
        List<CompletableFuture<KafkaSeek.Result>> results = new ArrayList<>();
        for (KafkaReader reader : running) {
            KafkaSession session = reader.session();
            if (session != null) {
                results.add(session.seek(seek));
            }
        }
        labelReader.flatMap(reader -> reader.seek(seek)).ifPresent(results::add);
        Map<String, Long> offsets = new TreeMap<>();
        Map<String, Integer> partitionCounts = new TreeMap<>();
        for (CompletableFuture<KafkaSeek.Result> one : results) {
            KafkaSeek.Result result = one.get(KafkaLimits.CALL_TIMEOUT_MS, TimeUnit.MILLISECONDS);
            offsets.putAll(result.offsets());
            partitionCounts.putAll(result.partitionCounts());
        }
        return new KafkaSeek.Result(offsets, partitionCounts, null);
    }

    /**
     * Ends the sessions that began with another topic of a name, or with one that is gone: a consumer would be idle, and report nothing.
     * The next session reports what is missing, or reads the topic that was made again. Does not block.
     *
     * @param topicIds as of {@link Brokers#topicIds(KafkaSettings, ClientProperties, List)}
     */
    public void require(Map<String, Uuid> topicIds) {
        running.forEach(reader -> reader.require(topicIds));
        labelReader.ifPresent(reader -> reader.require(topicIds));
    }

    /** Whether they are started, although they may wait. */
    public boolean areStarted() {
        return !running.isEmpty();
    }

    /** Goes on where readers are paused because too many records were dead letters, also when they start later. */
    public void goOn() {
        pauses.values().forEach(DeadLetterShare.Pause::end);
        labelPause.end();
    }

    /** Starts the readers unless they run. */
    public synchronized void start() {
        if (!threads.isEmpty()) {
            return;
        }
        for (int i = 0; i < settings.reading().readers(); i++) {
            KafkaReader reader = new KafkaReader(settings, links, i, pauses);
            readers.add(reader);
            threads.add(thread(reader, "fraud-kafka-" + i));
        }
        labelReader = settings.topics()
                .labels()
                .map(topic -> new LabelReader(
                        settings, topic, labels, links.meter(), links.rules(), links.clock(), labelPause));
        labelReader.ifPresent(reader -> threads.add(thread(reader, "fraud-kafka-labels")));
        running = List.copyOf(readers);
        threads.forEach(Thread::start);
    }

    private static Thread thread(Runnable reader, String name) {
        Thread thread = new Thread(reader, name);
        thread.setDaemon(true);
        // Not that of the calling thread: Hazelcast's makes none of the classes that Kafka's client finds by their
        // names.
        thread.setContextClassLoader(KafkaReaders.class.getClassLoader());
        return thread;
    }

    /**
     * Stops the readers and waits for their threads: what they have read is answered and committed first, as far as that does not take too
     * long. The rest is read again by whoever gets the partitions.
     *
     * @throws InterruptedException when the calling thread is interrupted meanwhile; the readers end by themselves then, and others can be
     *     started
     */
    public synchronized void stop() throws InterruptedException {
        running = List.of();
        readers.forEach(KafkaReader::finish);
        labelReader.ifPresent(LabelReader::finish);
        labelReader = Optional.empty();
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(JOIN_MS);
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime())));
                thread.interrupt();
            }
        } finally {
            // Also when the calling thread is interrupted: else no start would start readers again.
            readers.clear();
            threads.clear();
        }
    }
}
