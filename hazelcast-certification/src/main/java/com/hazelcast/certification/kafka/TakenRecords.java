package com.hazelcast.certification.kafka;

import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.scoring.Answer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Clock;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The records of one poll on their way. Their answers come on any thread, to different positions, and are published one by one; all
 * else is used by the reader's thread.
 */
final class TakenRecords {
    private static final VarHandle ANSWER = MethodHandles.arrayElementVarHandle(short[].class);

    /** Of a record that is not on its way yet. */
    private static final int NO_SLOT = -1;

    private final ConsumerRecord<byte[], byte[]>[] records;

    /** Of the records. By the time of its verdict a record has left the caches; what a verdict needs of it stands together here. */
    private final long[] offsets;

    private final long[] timestampsMs;

    /** Of key, value and headers. */
    private final int[] sizesBytes;

    /** By position; null: none of the records has one. */
    private byte @Nullable [] @Nullable [] keys;

    /** Where the answer to a record stands, by position. Used by the reader's thread. */
    private final int[] slots;

    /** By slot. Those of a group stand together: threads that score groups of one poll at once do not write to the same lines of the caches. */
    private final short[] answers;

    /** When the answers came, by slot; each is written before its answer is published. */
    private final long[] answeredMs;

    private final AnswerListener accounting;
    private final Clock clock;

    /** By position; null: none of the records has one. */
    private @Nullable String @Nullable [] references;

    /** By position; null: all of the records could be read. */
    private @Nullable UnreadableRecord @Nullable [] problems;

    private int count;
    private int problemCount;

    /** @param accounting counts the answers and opens the gate again */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of types with parameters
    TakenRecords(int countMax, AnswerListener accounting, Clock clock) {
        records = new ConsumerRecord[countMax];
        offsets = new long[countMax];
        timestampsMs = new long[countMax];
        sizesBytes = new int[countMax];
        slots = new int[countMax];
        Arrays.fill(slots, NO_SLOT);
        answers = new short[countMax];
        Arrays.fill(answers, Answer.NONE);
        answeredMs = new long[countMax];
        this.accounting = accounting;
        this.clock = clock;
    }

    /** Adds a record; returns its position. */
    int add(ConsumerRecord<byte[], byte[]> record) {
        records[count] = record;
        offsets[count] = record.offset();
        timestampsMs[count] = record.timestamp();
        sizesBytes[count] = length(record.key()) + length(record.value()) + headerBytes(record);
        if (record.key() != null) {
            putKey(count, record.key());
        }
        return count++;
    }

    /** Has each header copied as well. Until then it is a part of the brokers' answer, and keeps all of it while its record is held. */
    private static int headerBytes(ConsumerRecord<byte[], byte[]> record) {
        int sum = 0;
        // A shared array where there are none.
        for (Header header : record.headers().toArray()) {
            sum += header.key().length() + length(header.value());
        }
        return sum;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private void putKey(int position, byte[] key) {
        byte[][] all = keys;
        if (all == null) {
            all = new byte[records.length][];
            keys = all;
        }
        all[position] = key;
    }

    int count() {
        return count;
    }

    /** The record there has no transaction in it. */
    void putProblem(int position, UnreadableRecord problem) {
        UnreadableRecord[] all = problems;
        if (all == null) {
            all = new UnreadableRecord[answers.length];
            problems = all;
        }
        all[position] = problem;
        problemCount++;
        // From the end on: the groups have those from the beginning on.
        slots[position] = answers.length - problemCount;
        ANSWER.setRelease(answers, slots[position], Answer.scored(0, false));
    }

    /** The transaction there has that reference. */
    void putReference(int position, String reference) {
        String[] all = references;
        if (all == null) {
            all = new String[answers.length];
            references = all;
        }
        all[position] = reference;
    }

    /** The record at a position is kept no longer. */
    void letGo(int position) {
        records[position] = null;
        if (keys != null) {
            keys[position] = null;
        }
    }

    long offset(int position) {
        return offsets[position];
    }

    long timestampMs(int position) {
        return timestampsMs[position];
    }

    /** Of its key, value and headers. */
    int sizeBytes(int position) {
        return sizesBytes[position];
    }

    byte @Nullable [] key(int position) {
        return keys == null ? null : keys[position];
    }

    /** The record at a position that has not been let go. */
    ConsumerRecord<byte[], byte[]> record(int position) {
        return records[position];
    }

    boolean isAnswered(int position) {
        return slots[position] != NO_SLOT && answer(position) != Answer.NONE;
    }

    /** The answer there, to a record that is on its way. */
    short answer(int position) {
        return (short) ANSWER.getAcquire(answers, slots[position]);
    }

    /** When the answer there came. */
    long answeredMs(int position) {
        return answeredMs[slots[position]];
    }

    @Nullable
    String reference(int position) {
        return references == null ? null : references[position];
    }

    @Nullable
    UnreadableRecord problem(int position) {
        return problems == null ? null : problems[position];
    }

    /**
     * A listener to the answers of a group.
     *
     * @param order where each grouped transaction stood among those that were routed
     * @param first index of the group's first in it; no other group of these records has one of its indices
     * @param positions of these among the records
     */
    AnswerListener group(int[] order, int first, int size, int[] positions) {
        for (int i = first; i < first + size; i++) {
            slots[positions[order[i]]] = i;
        }
        AtomicInteger next = new AtomicInteger(first);
        return (shardAnswers, offset, answered, arrivedNs) -> {
            try {
                accounting.answered(shardAnswers, offset, answered, arrivedNs);
            } finally {
                int begin = next.getAndAdd(answered);
                Arrays.fill(answeredMs, begin, begin + answered, clock.millis());
                for (int i = 0; i < answered; i++) {
                    ANSWER.setRelease(answers, begin + i, shardAnswers[offset + i]);
                }
            }
        };
    }
}
