package com.hazelcast.certification.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The partitions that a reader has, each with a share of what the reader may have taken. Used by the reader's thread. */
final class PartitionTable {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionTable.class);

    /** The longest wait for records of partitions that are read while others are paused. */
    private static final Duration WAIT_BESIDE_PAUSED = Duration.ofMillis(1);

    private final Consumer<?, ?> consumer;
    private final Map<String, DeadLetterShare> deadLetters;
    private final Map<TopicPartition, PartitionWork> works = new LinkedHashMap<>();
    private final Ends ends;

    /**
     * How far partitions are behind. Of those of which nothing is fetched, what the client has stands still: the brokers are asked for their
     * ends every 5 s. Used by the reader's thread.
     */
    static final class Ends {
        private static final long ASK_NS = TimeUnit.SECONDS.toNanos(5);

        /** The reader waits so long. */
        private static final Duration WITHIN = Duration.ofMillis(500);

        private final Consumer<?, ?> consumer;
        private Map<TopicPartition, Long> asked = Map.of();
        private long askedNs = System.nanoTime() - ASK_NS;

        /** Asks by that consumer. */
        Ends(Consumer<?, ?> consumer) {
            this.consumer = consumer;
        }

        /** Asks for the ends of these if it is time. Without an answer those before stay. */
        void ask(Set<TopicPartition> unfetched, long nowNs) {
            if (unfetched.isEmpty()) {
                asked = Map.of();
            } else if (nowNs - askedNs >= ASK_NS) {
                askedNs = nowNs;
                try {
                    asked = consumer.endOffsets(unfetched, WITHIN);
                } catch (TimeoutException e) {
                    LOG.debug(
                            "the brokers do not report the ends of partitions; they are asked again: {}", unfetched, e);
                }
            }
        }

        /**
         * Records of a partition that have not been polled.
         *
         * @param place behind those that have been; the greatest number: not known
         */
        long behind(TopicPartition partition, long place) {
            long fetched = consumer.currentLag(partition).orElse(0);
            Long end = asked.get(partition);
            return end == null ? fetched : Math.max(fetched, end - place);
        }
    }

    /**
     * None yet; they are paused and resumed at that consumer.
     *
     * @param deadLetters by topic, of all topics that are read
     */
    PartitionTable(Consumer<?, ?> consumer, Map<String, DeadLetterShare> deadLetters) {
        this.consumer = consumer;
        this.deadLetters = Map.copyOf(deadLetters);
        this.ends = new Ends(consumer);
    }

    /**
     * Polls, and waits for records for so long at most. While a partition is paused the thread waits here and not in the client: that of the
     * group protocol {@code consumer} wakes itself again and again when it has fetched records of a paused partition (KAFKA-21084, in 4.3.1),
     * and takes a processor for as long as it may wait.
     */
    static <K, V> ConsumerRecords<K, V> poll(Consumer<K, V> consumer, Duration time) {
        Set<TopicPartition> paused = consumer.paused();
        if (paused.isEmpty()) {
            return consumer.poll(time);
        }
        ConsumerRecords<K, V> records = consumer.poll(Duration.ZERO);
        if (records.isEmpty()) {
            Duration most = paused.containsAll(consumer.assignment()) ? time : WAIT_BESIDE_PAUSED;
            LockSupport.parkNanos(Math.min(time.toNanos(), most.toNanos()));
        }
        return records;
    }

    Collection<PartitionWork> works() {
        return works.values();
    }

    PartitionWork require(TopicPartition partition) {
        PartitionWork work = works.get(partition);
        if (work == null) {
            throw new IllegalStateException("records of a partition that is not assigned: partition=" + partition);
        }
        return work;
    }

    /** Of those of these that the reader has. */
    List<PartitionWork> worksOf(Collection<TopicPartition> partitions) {
        List<PartitionWork> found = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            PartitionWork work = works.get(partition);
            if (work != null) {
                found.add(work);
            }
        }
        return found;
    }

    /** @param paused whether nothing may be read for now; of a topic with too many dead letters nothing is in any case */
    void add(Collection<TopicPartition> added, boolean paused) {
        for (TopicPartition partition : added) {
            DeadLetterShare ofTopic = Objects.requireNonNull(deadLetters.get(partition.topic()), partition.topic());
            PartitionWork work = new PartitionWork(partition, ofTopic);
            works.put(partition, work);
            setPaused(work, paused || ofTopic.isTooMuch());
        }
    }

    /** These are another reader's from now on. */
    void drop(Collection<TopicPartition> partitions) {
        for (PartitionWork work : worksOf(partitions)) {
            work.drop();
            works.remove(work.partition());
        }
    }

    /**
     * Looks whether all that was read is sent on of the partitions whose positions the brokers no longer have. Else a position behind it could be
     * committed before its verdicts, or verdicts be given of records that the brokers have lost. These partitions begin anew then: what comes
     * of them may have lower offsets.
     *
     * @param polled those of records that are read and not taken
     * @throws KafkaException when something is not: the next session reads it again, as far as it is still there
     */
    void requireSent(InvalidOffsetException missing, List<PartitionWork> polled) {
        boolean areWaiting = polled.stream()
                .anyMatch(work -> !work.isDropped() && missing.partitions().contains(work.partition()));
        boolean areTaken = worksOf(missing.partitions()).stream().anyMatch(work -> work.takenCount() > 0);
        if (areWaiting || areTaken) {
            throw new KafkaException(
                    "the brokers no longer have the positions of partitions from which records are being scored; these are read again, if"
                            + " they are still there: partitions=" + missing.partitions(),
                    missing);
        }
        // Or what is not taken at once of lower offsets would be passed over, as if it had been taken.
        if (missing instanceof OffsetOutOfRangeException) {
            var unused = leave(missing.partitions()::contains);
        }
    }

    /** Nothing was read before these places but what is taken. */
    void reach(Map<TopicPartition, OffsetAndMetadata> places) {
        places.forEach((partition, place) -> require(partition).reach(place));
    }

    /** What was not taken of these records is read again when reading goes on. */
    void readAgain(List<RecordIntake.Part> parts) {
        for (RecordIntake.Part part : parts) {
            PartitionWork work = part.work();
            long first = part.records().get(0).offset();
            long last = part.records().get(part.records().size() - 1).offset();
            if (!work.isDropped() && work.takenEnd() <= last) {
                consumer.seek(work.partition(), Math.max(first, work.takenEnd()));
            }
        }
    }

    /** What is taken of these gets no verdict, and they are read from somewhere else; returns them. */
    Set<TopicPartition> leave(Predicate<TopicPartition> which) {
        Set<TopicPartition> left = works.keySet().stream().filter(which).collect(Collectors.toSet());
        worksOf(left).forEach(work -> work.counted().forget());
        beginAnew(left);
        return left;
    }

    /** What is taken gets no verdict, and comes again; returns all partitions. */
    Set<TopicPartition> leaveAll() {
        Set<TopicPartition> all = Set.copyOf(works.keySet());
        beginAnew(all);
        return all;
    }

    private void beginAnew(Set<TopicPartition> left) {
        for (PartitionWork before : worksOf(left)) {
            before.drop();
            PartitionWork next = new PartitionWork(before.partition(), before.deadLetters());
            next.setPaused(before.isPaused());
            works.put(before.partition(), next);
        }
    }

    /** Records that are taken and not sent on. */
    int takenCount() {
        int count = 0;
        for (PartitionWork work : works.values()) {
            count += work.takenCount();
        }
        return count;
    }

    void pauseAll() {
        works.values().forEach(work -> setPaused(work, true));
    }

    /**
     * Pauses those that have as much taken as they may, whose next record waits, or whose topic has too many dead letters, and resumes the others.
     * With many partitions a share has a least size, and would be passed by every poll without it; when these add up to all that a reader may
     * have, each has its part alone. So one that has nothing taken is always read, and a reader has at most twice as much as it may, and one poll.
     */
    void pauseFull() {
        long bytes = 0;
        for (PartitionWork work : works.values()) {
            bytes += work.takenBytes();
        }
        boolean isMuch = takenCount() >= KafkaLimits.RECORDS_TAKEN_MAX || bytes >= KafkaLimits.TAKEN_BYTES_MAX;
        long share = share(KafkaLimits.RECORDS_TAKEN_MAX, isMuch ? 1 : KafkaLimits.PARTITION_SHARE_MIN);
        long shareBytes = share(KafkaLimits.TAKEN_BYTES_MAX, isMuch ? 1 : KafkaLimits.PARTITION_SHARE_BYTES_MIN);
        long nowNs = System.nanoTime();
        for (PartitionWork work : works.values()) {
            int part = work.isPaused() ? 2 : 1;
            boolean isFull = work.takenCount() >= part(share, part) || work.takenBytes() >= part(shareBytes, part);
            setPaused(work, work.deadLetters().isTooMuch() || work.isWaiting(nowNs) || isFull);
        }
    }

    private long share(long ofAll, long least) {
        return Math.max(least, ofAll / Math.max(1, works.size()));
    }

    /** One that has nothing is below it. */
    private static long part(long share, int part) {
        return Math.max(1, share / part);
    }

    private void setPaused(PartitionWork work, boolean paused) {
        if (work.isPaused() != paused) {
            work.setPaused(paused);
            if (paused) {
                consumer.pause(Set.of(work.partition()));
            } else {
                consumer.resume(Set.of(work.partition()));
            }
        }
    }

    /**
     * Figures of these partitions, without their lag while a topic is paused because of its dead letters: of a partition that a reader got since,
     * only the brokers have it. Asks the brokers while partitions are paused for other reasons: see {@link Ends}.
     *
     * @param waiting what is polled and not taken
     */
    KafkaFigures figures(long nowMs, List<RecordIntake.Part> waiting) {
        boolean isPaused = deadLetters.values().stream().anyMatch(DeadLetterShare::isTooMuch);
        long records = 0;
        long oldestMs = nowMs;
        long nowNs = System.nanoTime();
        Set<String> waitsFor = new TreeSet<>();
        long waitedMs = 0;
        Map<PartitionWork, Long> places = new HashMap<>();
        for (RecordIntake.Part part : waiting) {
            int count = part.records().size();
            records += count;
            oldestMs = Math.min(oldestMs, part.records().get(0).timestamp());
            places.put(part.work(), part.records().get(count - 1).offset() + 1);
        }
        if (!isPaused) {
            ends.ask(consumer.paused(), nowNs);
        }
        for (PartitionWork work : works.values()) {
            long behind = ends.behind(work.partition(), places.getOrDefault(work, work.place()));
            records += behind + work.takenCount();
            oldestMs = Math.min(oldestMs, work.oldestMs(behind > 0 ? work.newestMs() : nowMs));
            if (!work.waitsFor().isEmpty()) {
                waitsFor.add(work.waitsFor());
                waitedMs = Math.max(waitedMs, work.waitedMs(nowNs));
            }
        }
        return new KafkaFigures(
                1,
                waitsFor.isEmpty() ? 0 : 1,
                List.copyOf(waitsFor),
                waitedMs,
                isPaused ? 1 : 0,
                works.size(),
                isPaused ? null : records,
                isPaused ? null : Math.max(0, nowMs - oldestMs),
                null,
                null);
    }
}
