package com.hazelcast.certification.source.door;

import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.transaction.Refusal;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A batch on its way: collects each shard's answers at the positions that the records had in the batch, and hands on the
 * whole when the last has come. Its groups are answered on any threads; they write to different positions, and the counter
 * makes what they wrote visible to whoever counts down to zero.
 */
final class DoorBatch {
    private final long number;
    private final byte[] answers;
    private final AtomicInteger missing;
    private final DoorClient client;
    private final AnswerListener books;
    private final Consumer<DoorBatch> whenAnswered;

    /**
     * A batch without any answer.
     *
     * @param client whose share all of its records have entered, and leave as they are answered
     * @param books counts the answers and opens the gate again
     * @param whenAnswered called once, on the thread of the last answer; must not block
     */
    DoorBatch(long number, int count, DoorClient client, AnswerListener books, Consumer<DoorBatch> whenAnswered) {
        this.number = number;
        this.client = client;
        this.answers = new byte[count];
        this.missing = new AtomicInteger(count);
        this.books = books;
        this.whenAnswered = whenAnswered;
    }

    long number() {
        return number;
    }

    /** One answer a record. Complete once the batch is answered. */
    byte[] answers() {
        return answers;
    }

    /** The record at that position is refused at the door. {@link #arrived} must follow. */
    void refuse(int position, Refusal reason) {
        answers[position] = Answer.refused(reason);
    }

    /** Whether its client has used up its quota of new cards. */
    boolean mayOpenNoCards() {
        return client.newCards().isUsedUp();
    }

    /** So many more are answered. */
    void arrived(int count) {
        if (count > 0) {
            client.records().leave(count);
        }
        if (count > 0 && missing.addAndGet(-count) == 0) {
            whenAnswered.accept(this);
        }
    }

    /**
     * A listener to a group's answers.
     *
     * @param order the batch's positions of the grouped transactions, of which this group has those from the first on
     * @param positions the positions of the order in the batch
     */
    AnswerListener group(int[] order, int first, int count, int[] positions) {
        int[] own = Arrays.copyOfRange(order, first, first + count);
        for (int i = 0; i < count; i++) {
            own[i] = positions[own[i]];
        }
        return new Group(own);
    }

    /** The answers to one shard's transactions, which may come in several calls, one behind the other. */
    private final class Group implements AnswerListener {
        private final int[] positions;
        private int next;

        Group(int[] positions) {
            this.positions = positions;
        }

        @Override
        public void answered(byte[] shardAnswers, int offset, int count, long arrivedNs) {
            int newCards = 0;
            for (int i = 0; i < count; i++) {
                byte answer = shardAnswers[offset + i];
                newCards += Answer.isNewCard(answer) ? 1 : 0;
                answers[positions[next + i]] = Answer.forClient(answer);
            }
            if (newCards > 0) {
                client.newCards().charge(newCards);
            }
            next += count;
            try {
                books.answered(shardAnswers, offset, count, arrivedNs);
            } finally {
                arrived(count);
            }
        }
    }
}
