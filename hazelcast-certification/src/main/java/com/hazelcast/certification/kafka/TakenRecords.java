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
import org.jspecify.annotations.Nullable;

/**
 * The records of one poll on their way. Their answers come on any thread, to different positions, and are published one by one; all
 * else is used by the reader's thread.
 */
final class TakenRecords {
    private static final VarHandle ANSWER = MethodHandles.arrayElementVarHandle(short[].class);

    private final ConsumerRecord<byte[], byte[]>[] records;
    private final short[] answers;

    /** When the answers came; each is written before its answer is published. */
    private final long[] answeredMs;

    private final AnswerListener accounting;
    private final Clock clock;

    /** By position; null: none of the records has one. */
    private @Nullable String @Nullable [] references;

    /** By position; null: all of the records could be read. */
    private @Nullable UnreadableRecord @Nullable [] problems;

    private int count;

    /** @param accounting counts the answers and opens the gate again */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of types with parameters
    TakenRecords(int countMax, AnswerListener accounting, Clock clock) {
        records = new ConsumerRecord[countMax];
        answers = new short[countMax];
        Arrays.fill(answers, Answer.NONE);
        answeredMs = new long[countMax];
        this.accounting = accounting;
        this.clock = clock;
    }

    /** Adds a record; returns its position. */
    int add(ConsumerRecord<byte[], byte[]> record) {
        records[count] = record;
        return count++;
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
        ANSWER.setRelease(answers, position, Answer.scored(0, false));
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

    /** The record at a position, that it has let go of from then on. */
    ConsumerRecord<byte[], byte[]> take(int position) {
        ConsumerRecord<byte[], byte[]> record = records[position];
        records[position] = null;
        return record;
    }

    /** The record at a position that has not been taken. */
    ConsumerRecord<byte[], byte[]> record(int position) {
        return records[position];
    }

    boolean isAnswered(int position) {
        return answer(position) != Answer.NONE;
    }

    short answer(int position) {
        return (short) ANSWER.getAcquire(answers, position);
    }

    /** When the answer there came. */
    long answeredMs(int position) {
        return answeredMs[position];
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
     * @param positions of these among the records
     */
    AnswerListener group(int[] order, int first, int size, int[] positions) {
        int[] own = new int[size];
        for (int i = 0; i < size; i++) {
            own[i] = positions[order[first + i]];
        }
        AtomicInteger next = new AtomicInteger();
        return (shardAnswers, offset, answered, arrivedNs) -> {
            try {
                accounting.answered(shardAnswers, offset, answered, arrivedNs);
            } finally {
                long nowMs = clock.millis();
                int begin = next.getAndAdd(answered);
                for (int i = 0; i < answered; i++) {
                    answeredMs[own[begin + i]] = nowMs;
                    ANSWER.setRelease(answers, own[begin + i], shardAnswers[offset + i]);
                }
            }
        };
    }
}
