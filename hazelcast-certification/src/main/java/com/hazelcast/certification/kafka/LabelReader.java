package com.hazelcast.certification.kafka;

import com.hazelcast.certification.kafka.records.LabelRecord;
import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.mapping.FieldProblem;
import com.hazelcast.certification.rules.live.RulesInUse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topic of labels on a thread of its own. A position is committed when every copy has the labels before it, so a label may be
 * taken twice, which changes nothing. What has labelled nothing goes to the dead letters, and counts as one unless it is older than
 * histories keep. {@link #finish}, {@link #figures} and {@link #seek} may be called by any thread.
 */
final class LabelReader implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(LabelReader.class);

    private static final Duration POLL = Duration.ofMillis(100);

    /** How long copies may take before the group hears of this reader, and they are asked again. */
    private static final Duration WITHIN = Duration.ofSeconds(5);

    /** How long the group may hear nothing while labels are taken or dead letters are stored, which may take minutes in all. */
    private static final long HEAR_NS = TimeUnit.SECONDS.toNanos(1);

    /** As many dead letters may come of a feed before their share is looked at. */
    private static final int TAKEN_AT_ONCE = KafkaLimits.DEAD_LETTER_RECORDS_MIN;

    /** How often the figures are brought up to date. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final State NOTHING = new State(0, null, "", 0);

    private final KafkaSettings settings;
    private final String topic;
    private final KafkaReaders.Labels labels;
    private final KafkaMeter meter;
    private final VerdictWriter writer;
    private final ClientProperties properties;
    private final ReaderLoop loop;
    private final DeadLetterShare.Pause pause;

    /** Used by the reader's thread, in all its sessions. */
    private final DeadLetterShare share;

    private final WaitLines lines;
    private final Clock clock;
    private volatile @Nullable Session running;
    private volatile State state = NOTHING;

    /** With which its session began. */
    private volatile Map<String, Uuid> topicIds = Map.of();

    /**
     * What it does.
     *
     * @param lag null: it is paused
     * @param waitsFor what labels that are taken wait for; empty: for nothing
     * @param sinceNs when they began to
     */
    private record State(int partitions, KafkaFigures.@Nullable Lag lag, String waitsFor, long sinceNs) {}

    LabelReader(
            KafkaSettings settings,
            String topic,
            KafkaReaders.Labels labels,
            KafkaMeter meter,
            RulesInUse rules,
            Clock clock,
            DeadLetterShare.Pause pause) {
        this.settings = settings;
        this.topic = topic;
        this.labels = labels;
        this.meter = meter;
        this.writer = new VerdictWriter(settings, rules);
        this.clock = clock;
        this.pause = pause;
        this.share = new DeadLetterShare(settings.reading().deadLettersPercentMax(), pause);
        this.lines = new WaitLines(settings, Map.of(topic, share));
        this.properties = new ClientProperties(settings, 0);
        this.loop = new ReaderLoop("the topic of labels", settings, meter);
    }

    @Override
    public void run() {
        loop.run(this::read);
    }

    private void read() throws InterruptedException {
        Brokers brokers = Brokers.look(
                settings, properties, List.of(topic), List.of(settings.topics().deadLetters()));
        share.begin(brokers.topicId(topic));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties.labelProducer());
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(properties.labelConsumer(brokers.hasConsumerProtocol()))) {
            loop.begun(consumer::wakeup);
            Session session = new Session(consumer, producer, brokers.partitionCounts());
            topicIds = brokers.topicIds();
            running = session;
            session.run();
        } finally {
            running = null;
            state = NOTHING;
        }
    }

    /** From joining the group to leaving it. Used by the reader's thread. */
    final class Session implements ConsumerRebalanceListener {
        private final Consumer<byte[], byte[]> consumer;
        private final Producer<byte[], byte[]> producer;

        private final Map<String, Integer> partitionCounts;
        private final Positions positions;
        private final PartitionTable.Ends ends;

        /** Behind what was polled last. */
        private Map<TopicPartition, OffsetAndMetadata> places = Map.of();

        /** What was taken is not committed yet. */
        private boolean isCommitDue;

        /** So many commits in a row came between two states of the group. */
        private int refusals;

        private boolean hasPaused;
        private boolean isHearing;
        private long polledNs;

        /** What was polled and is not taken. */
        private int untaken;

        /** The time of the first record of those that are being taken, or were taken last. */
        private long oldestMs;

        private String waitsFor = "";
        private long waitsSinceNs;
        private long lookedNs = System.nanoTime() - LOOK_NS;

        /**
         * Partitions that were taken away since the last poll of labels. Another reader takes these from the committed position, and may have
         * taken later ones of the same transactions meanwhile.
         */
        private final Set<TopicPartition> gone = new HashSet<>();

        /** What other threads have it do. */
        private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();

        Session(
                Consumer<byte[], byte[]> consumer,
                Producer<byte[], byte[]> producer,
                Map<String, Integer> partitionCounts) {
            this.consumer = consumer;
            this.producer = producer;
            this.partitionCounts = partitionCounts;
            this.positions = new Positions(consumer, StartFrom.EARLIEST, meter, partitionCounts);
            this.ends = new PartitionTable.Ends(consumer);
        }

        void run() throws InterruptedException {
            consumer.subscribe(List.of(topic), this);
            while (!loop.isStopped()) {
                pauseOrGoOn();
                if (!carryOut()) {
                    // Nothing is read from a place that is not committed.
                    hearFrom(POLL);
                    continue;
                }
                ConsumerRecords<byte[], byte[]> records = poll(POLL);
                if (!records.isEmpty()) {
                    take(records);
                } else if (isCommitDue || !records.nextOffsets().isEmpty()) {
                    // Also behind what is no record, such as a transaction's marker: with the topic's retention it
                    // would count as a lost one.
                    commit();
                }
                loop.goesOn(!records.isEmpty() && !isCommitDue, true);
            }
        }

        /** What other threads want; returns whether that is done. When the group is changing, it is carried out again behind a poll. */
        private boolean carryOut() {
            Runnable order = orders.peek();
            if (order == null) {
                return true;
            }
            if (isTaken(order)) {
                orders.remove();
                return true;
            }
            return false;
        }

        private ConsumerRecords<byte[], byte[]> poll(Duration time) {
            polledNs = System.nanoTime();
            try {
                return PartitionTable.poll(consumer, time);
            } catch (InvalidOffsetException e) {
                Map<TopicPartition, Long> found = positions.find(e);
                if (e instanceof OffsetOutOfRangeException) {
                    forgetCounted(found.keySet());
                    // At once, so that what was deleted is counted once.
                    isCommitDue |= !isTaken(() -> commit(found));
                }
                return ConsumerRecords.empty();
            }
        }

        private void pauseOrGoOn() {
            if (share.isTooMuch()) {
                hasPaused = true;
                consumer.pause(consumer.assignment());
            } else if (hasPaused) {
                hasPaused = false;
                consumer.resume(consumer.paused());
            }
            look();
        }

        /** Brings the figures up to date. */
        private void look() {
            long nowNs = System.nanoTime();
            if (nowNs - lookedNs < LOOK_NS) {
                return;
            }
            lookedNs = nowNs;
            long behind = untaken;
            // Nothing is fetched while labels wait.
            ends.ask(waitsFor.isEmpty() ? Set.of() : consumer.assignment(), nowNs);
            for (TopicPartition partition : consumer.assignment()) {
                OffsetAndMetadata place = places.get(partition);
                behind += ends.behind(partition, place == null ? Long.MAX_VALUE : place.offset());
            }
            long ageMs = behind == 0 || oldestMs == 0 ? 0 : Math.max(0, clock.millis() - oldestMs);
            state = new State(
                    consumer.assignment().size(),
                    hasPaused ? null : new KafkaFigures.Lag(behind, ageMs),
                    waitsFor,
                    waitsSinceNs);
            lines.look(figures(state), nowNs);
        }

        /**
         * Takes the labels of a poll, waits for their copies and commits the positions behind them. Ends early when too many are dead
         * letters, and when they wait and something else is to be read: the rest is read again.
         */
        private void take(ConsumerRecords<byte[], byte[]> records) throws InterruptedException {
            List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
            records.forEach(polled::add);
            List<Future<RecordMetadata>> letters = new ArrayList<>();
            int taken = 0;
            boolean isInterrupted = false;
            gone.clear();
            places = records.nextOffsets();
            untaken = polled.size();
            while (taken < polled.size() && !share.isTooMuch() && !isInterrupted) {
                hearNowAndThen();
                int end = Math.min(polled.size(), taken + TAKEN_AT_ONCE);
                oldestMs = polled.get(taken).timestamp();
                isInterrupted = !take(polled.subList(taken, end), letters);
                taken = isInterrupted ? taken : end;
                untaken = polled.size() - taken;
                waitsFor = "";
                look();
            }
            untaken = 0;
            if (loop.isStopped()) {
                // They are read again: no position is committed.
                return;
            }
            requireStored(letters);
            readAgain(polled.subList(taken, polled.size()));
            commit();
        }

        /**
         * Takes these, whose dead letters are then on their way, except those of partitions that are taken away meanwhile; returns whether
         * nothing else was asked of it.
         */
        private boolean take(List<ConsumerRecord<byte[], byte[]>> records, List<Future<RecordMetadata>> letters)
                throws InterruptedException {
            List<LabelRecord> waiting = new ArrayList<>();
            Map<ConsumerRecord<byte[], byte[]>, Boolean> areDead = new HashMap<>();
            for (ConsumerRecord<byte[], byte[]> record : records) {
                if (gone.contains(partition(record))) {
                    continue;
                }
                try {
                    waiting.add(LabelRecord.of(record));
                } catch (FieldProblem problem) {
                    areDead.put(record, true);
                    letters.add(deadLetter(record, problem));
                }
            }
            while (hasOwn(waiting)) {
                List<LabelRecord> again = new ArrayList<>();
                LabelResult[] results = results(waiting);
                for (int i = 0; i < results.length; i++) {
                    LabelRecord label = waiting.get(i);
                    if (results[i].isPassing()) {
                        again.add(label);
                        continue;
                    }
                    boolean isDead = results[i] != LabelResult.LABELLED;
                    if (isDead) {
                        letters.add(deadLetter(label.record(), LabelRecord.problem(results[i])));
                    }
                    if (!isDead || !label.isBeyondHistories(clock.millis())) {
                        areDead.put(label.record(), isDead);
                    }
                }
                waiting = again;
                if (!waiting.isEmpty()) {
                    await(results);
                    if (loop.isStopped() || !orders.isEmpty()) {
                        return false;
                    }
                    hearFrom(POLL);
                }
            }
            count(records, areDead);
            return true;
        }

        /** In the order of the records, and not before all have their results: what a failure leaves without one comes again. */
        private void count(
                List<ConsumerRecord<byte[], byte[]>> records, Map<ConsumerRecord<byte[], byte[]>, Boolean> areDead) {
            for (ConsumerRecord<byte[], byte[]> record : records) {
                Boolean isDead = areDead.get(record);
                if (isDead != null) {
                    share.counted(record.partition()).addAnswered(record.offset(), isDead);
                }
            }
        }

        /** Leaves out labels of partitions that were taken away; returns whether there are others. */
        private boolean hasOwn(List<LabelRecord> waiting) {
            waiting.removeIf(label -> gone.contains(partition(label.record())));
            return !waiting.isEmpty();
        }

        private void await(LabelResult[] results) {
            if (waitsFor.isEmpty()) {
                waitsSinceNs = System.nanoTime();
            }
            waitsFor = "labels of the topic " + topic + " wait: "
                    + Stream.of(results)
                            .filter(LabelResult::isPassing)
                            .findFirst()
                            .orElse(LabelResult.UNAVAILABLE)
                            .description();
            loop.goesOn(false, true);
            look();
        }

        private Future<RecordMetadata> deadLetter(ConsumerRecord<byte[], byte[]> record, FieldProblem why) {
            UnreadableRecord reason = UnreadableRecord.of(why);
            meter.deadLetter(reason.reason());
            hearNowAndThen();
            ProducerRecord<byte[], byte[]> letter = writer.deadLetter(record, reason);
            return producer.send(letter, writer.whenSent(letter));
        }

        /** These were not taken: their partitions are read from there. */
        private void readAgain(List<ConsumerRecord<byte[], byte[]>> records) {
            Map<TopicPartition, Long> firsts = new HashMap<>();
            for (ConsumerRecord<byte[], byte[]> record : records) {
                var unused = firsts.putIfAbsent(partition(record), record.offset());
            }
            firsts.keySet().removeAll(gone);
            firsts.forEach(consumer::seek);
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
            Map<TopicPartition, Long> offsets = positions.seek(
                    consumer.assignment().stream().filter(seek::isOf).collect(Collectors.toSet()), seek.to());
            forgetCounted(offsets.keySet());
            commit(offsets);
            return KafkaSeek.Result.of(offsets, partitionCounts);
        }

        private void forgetCounted(Set<TopicPartition> partitions) {
            partitions.forEach(partition -> share.counted(partition.partition()).forget());
        }

        /** Commits what is taken: behind a later poll when the group is changing, as brokers take no position then. */
        private void commit() {
            isCommitDue = !isTaken(consumer::commitSync);
        }

        /**
         * Whether the brokers take what that commits. They do not while the group is changing, or when it has changed since the last poll:
         * behind a later poll the positions are those of the partitions that this reader has then.
         *
         * @throws CommitFailedException when they have refused the last ones as well
         */
        private boolean isTaken(Runnable committing) {
            try {
                committing.run();
                refusals = 0;
                return true;
            } catch (RebalanceInProgressException e) {
                LOG.debug("the positions are committed when the group has changed", e);
            } catch (CommitFailedException e) {
                refusals++;
                if (refusals > KafkaLimits.COMMITS_REFUSED_MAX) {
                    throw e;
                }
                LOG.debug("the group has changed; the positions are committed behind the next poll", e);
            }
            return false;
        }

        private void commit(Map<TopicPartition, Long> offsets) {
            Map<TopicPartition, OffsetAndMetadata> places = new HashMap<>();
            offsets.forEach((partition, offset) -> places.put(partition, positions.position(partition, offset)));
            consumer.commitSync(places);
        }

        private void requireStored(List<Future<RecordMetadata>> letters) throws InterruptedException {
            for (Future<RecordMetadata> letter : letters) {
                while (!isStored(letter)) {
                    hearFrom(Duration.ZERO);
                }
            }
        }

        private void hearNowAndThen() {
            if (System.nanoTime() - polledNs > HEAR_NS) {
                hearFrom(Duration.ZERO);
            }
        }

        /** Keeps its place in the group while copies are awaited. */
        private void hearFrom(Duration time) {
            consumer.pause(consumer.assignment());
            isHearing = true;
            if (!poll(time).isEmpty()) {
                throw new IllegalStateException("records of a partition that is paused");
            }
            isHearing = false;
            consumer.resume(consumer.assignment());
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> added) {
            loop.assigned();
            if (isHearing || share.isTooMuch()) {
                consumer.pause(added);
            }
        }

        /** No label of these is sent any more: whoever gets them takes it again. */
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            gone.addAll(revoked);
        }
    }

    private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    private LabelResult[] results(List<LabelRecord> waiting) throws InterruptedException {
        try {
            return labels.add(waiting.stream().map(LabelRecord::request).toList(), WITHIN)
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("labels of Kafka could not be taken: topic=" + topic, e);
        }
    }

    /** Waits for a second at most. */
    private static boolean isStored(Future<RecordMetadata> letter) throws InterruptedException {
        try {
            RecordMetadata unused = letter.get(HEAR_NS, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new KafkaException("a dead letter could not be stored", e.getCause());
        }
    }

    /** What it does; its partitions and its lag are not those of transactions. */
    KafkaFigures figures() {
        return loop.waiting().orElseGet(() -> figures(state));
    }

    private KafkaFigures figures(State now) {
        boolean isWaiting = !now.waitsFor.isEmpty();
        return new KafkaFigures(
                1,
                isWaiting ? 1 : 0,
                isWaiting ? List.of(now.waitsFor) : List.of(),
                isWaiting ? TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - now.sinceNs) : 0,
                pause.isPaused() ? 1 : 0,
                0,
                null,
                null,
                null,
                new KafkaFigures.Labels(now.partitions, now.lag, null));
    }

    /** Reads on from another place when its position is committed; empty: the order does not name this topic, or the reader waits. */
    Optional<CompletableFuture<KafkaSeek.Result>> seek(KafkaSeek seek) {
        Session session = running;
        if (session == null || !seek.topic().equals(topic)) {
            return Optional.empty();
        }
        return Optional.of(session.seek(seek));
    }

    /** Ends its session unless it began with these topics. May be called by any thread. */
    void require(Map<String, Uuid> found) {
        Session session = running;
        if (session != null) {
            Brokers.changed(topicIds, found, settings).ifPresent(session::end);
        }
    }

    /** Asks it to end. */
    void finish() {
        loop.finish();
    }
}
