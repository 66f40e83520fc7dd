package com.hazelcast.certification.kafka;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A partition that a reader has: its records that are taken and not sent on, in order. Used by the reader's thread. */
final class PartitionWork {
    private final TopicPartition partition;
    private final DeadLetterShare deadLetters;
    private final DeadLetterShare.Counted counted;
    private final Deque<Run> runs = new ArrayDeque<>();
    private int takenCount;
    private long takenBytes;

    /** Behind the last record that has been sent on, and behind what follows it and is none. */
    private long position;

    private Optional<Integer> epoch = Optional.empty();

    /** All records before it are taken; null: of none it is known. */
    private @Nullable OffsetAndMetadata reached;

    private long takenEnd;
    private long newestMs = Long.MAX_VALUE;
    private boolean isDropped;
    private boolean isPaused;

    /** What its next record waits for; empty: for nothing. */
    private String waitsFor = "";

    /** The time of that record. */
    private long waitingMs;

    private long waitsSinceNs;
    private long triedNs;

    /** Records of one poll, one behind the other. */
    private static final class Run {
        final TakenRecords records;
        final int end;
        final long bytes;
        int next;

        Run(TakenRecords records, int begin, int end) {
            this.records = records;
            this.next = begin;
            this.end = end;
            long sum = 0;
            for (int i = begin; i < end; i++) {
                sum += records.sizeBytes(i);
            }
            bytes = sum;
        }
    }

    /** Sends an answered record on. */
    @FunctionalInterface
    interface Sender {
        void send(TakenRecords records, int position);
    }

    /** @param deadLetters of its topic */
    PartitionWork(TopicPartition partition, DeadLetterShare deadLetters) {
        this.partition = partition;
        this.deadLetters = deadLetters;
        this.counted = deadLetters.counted(partition.partition());
    }

    TopicPartition partition() {
        return partition;
    }

    /** The dead letters of its topic. */
    DeadLetterShare deadLetters() {
        return deadLetters;
    }

    /** What of its records counts among these. */
    DeadLetterShare.Counted counted() {
        return counted;
    }

    /** These records are taken and come after all before. */
    void add(TakenRecords records, int begin, int end) {
        if (end > begin) {
            Run run = new Run(records, begin, end);
            runs.add(run);
            takenBytes += run.bytes;
            takenCount += end - begin;
            takenEnd = records.record(end - 1).offset() + 1;
            newestMs = records.record(end - 1).timestamp();
        }
    }

    /** Sends on what is answered, up to the first record without an answer; returns how many records that were. */
    int send(Sender sender) {
        int sent = 0;
        ConsumerRecord<byte[], byte[]> last = null;
        Run run = runs.peek();
        while (run != null) {
            while (run.next < run.end && run.records.isAnswered(run.next)) {
                last = run.records.record(run.next);
                sender.send(run.records, run.next++);
                sent++;
            }
            if (run.next < run.end) {
                break;
            }
            takenBytes -= run.bytes;
            runs.remove();
            run = runs.peek();
        }
        if (last != null) {
            position = last.offset() + 1;
            epoch = last.leaderEpoch();
        }
        takenCount -= sent;
        return sent;
    }

    /** All records before that place are taken. What is none may be among them, such as the markers of transactions, which have offsets, too. */
    void reach(OffsetAndMetadata place) {
        reached = place;
    }

    /** Goes on to the place that was reached, if all before it is sent on; returns whether that is behind the position. */
    boolean goOn() {
        OffsetAndMetadata place = reached;
        if (place == null || takenCount > 0 || place.offset() <= position) {
            return false;
        }
        position = place.offset();
        epoch = place.leaderEpoch();
        return true;
    }

    /** The time of the record that was taken last; the greatest number before one has. */
    long newestMs() {
        return newestMs;
    }

    /** Behind the last record that has been taken, and behind what follows it and is none; the greatest number before one has. */
    long place() {
        OffsetAndMetadata behind = reached;
        long place = behind == null ? takenEnd : Math.max(takenEnd, behind.offset());
        return place == 0 ? Long.MAX_VALUE : place;
    }

    /** Offset behind the last record that has been taken; 0 before one has. */
    long takenEnd() {
        return takenEnd;
    }

    /** Offset behind the last record that has been sent on, and behind what follows it and is none; means nothing before one has. */
    long position() {
        return position;
    }

    /** Of the leader that what is before the position was read from; empty: not known. */
    Optional<Integer> epoch() {
        return epoch;
    }

    /** Records that are taken and not sent on. */
    int takenCount() {
        return takenCount;
    }

    /** Bytes of their keys, values and headers, and of those that came with them in a poll and are sent on. */
    long takenBytes() {
        return takenBytes;
    }

    /** The time of its oldest record that is taken and not sent on, or that waits to be taken; {@code none} when there is none. */
    long oldestMs(long none) {
        Run run = runs.peek();
        if (run != null) {
            return run.records.record(run.next).timestamp();
        }
        return waitsFor.isEmpty() ? none : waitingMs;
    }

    /** The partition is this reader's no longer, or is read from somewhere else: what is taken of it gets no verdict here. */
    void drop() {
        isDropped = true;
        runs.clear();
        takenCount = 0;
        takenBytes = 0;
        reached = null;
    }

    boolean isDropped() {
        return isDropped;
    }

    /**
     * Its next record cannot be read yet: it waits for that, and is tried again, the later the longer it has waited.
     *
     * @param timestampMs time of the record
     */
    void waitFor(String why, long timestampMs, long nowNs) {
        waitingMs = timestampMs;
        triedNs = nowNs;
        if (waitsFor.isEmpty()) {
            waitsSinceNs = nowNs;
        }
        waitsFor = why;
    }

    /** Its next record no longer waits. */
    void waitNoLonger() {
        waitsFor = "";
    }

    /** What its next record waits for; empty: for nothing. */
    String waitsFor() {
        return waitsFor;
    }

    /** Whether its next record waits, and it is too early to try again. */
    boolean isWaiting(long nowNs) {
        long pauseNs =
                Math.min(KafkaLimits.TRY_AGAIN_MAX_NS, Math.max(KafkaLimits.TRY_AGAIN_MIN_NS, triedNs - waitsSinceNs));
        return !waitsFor.isEmpty() && nowNs - triedNs < pauseNs;
    }

    /** For how long its next record has waited. */
    long waitedMs(long nowNs) {
        return waitsFor.isEmpty() ? 0 : TimeUnit.NANOSECONDS.toMillis(nowNs - waitsSinceNs);
    }

    boolean isPaused() {
        return isPaused;
    }

    void setPaused(boolean paused) {
        isPaused = paused;
    }
}
