package com.hazelcast.certification.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.routing.AnswerListener;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.transaction.Rejection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * A batch on its way: collects each shard's answers at the positions that the records had in the batch, and hands on the
 * whole when the last has come. Its groups are answered on any threads; they write to different positions, and the counter
 * makes what they wrote visible to whoever counts down to zero.
 *
 * <p>A batch of a client that takes deferrals is handed on without the answers of lanes that are held ({@link #defer}); its
 * groups take a lock. What is answered later counts in the accounting as usual and is not sent.
 */
final class GatewayBatch {
    private final long number;
    private final short[] answers;
    private final AtomicInteger missing;
    private final GatewayClient client;
    private final AnswerListener accounting;
    private final Consumer<GatewayBatch> whenAnswered;
    private final boolean mayDefer;

    /** Of a batch that may be deferred: all that were routed. Used on the connection's event loop. */
    private final List<Group> groups = new ArrayList<>();

    private final Object deferral = new Object();

    @GuardedBy("deferral")
    private boolean isDeferred;

    private final AtomicInteger deferredCount = new AtomicInteger();

    /**
     * A batch without any answer.
     *
     * @param client whose share all of its records have entered, and leave as they are answered
     * @param accounting counts the answers and opens the gate again
     * @param mayDefer whether its client takes deferrals
     * @param whenAnswered called once, on the thread of the last answer; must not block
     */
    GatewayBatch(
            long number,
            int count,
            GatewayClient client,
            AnswerListener accounting,
            boolean mayDefer,
            Consumer<GatewayBatch> whenAnswered) {
        this.number = number;
        this.client = client;
        this.answers = new short[count];
        this.missing = new AtomicInteger(count);
        this.accounting = accounting;
        this.mayDefer = mayDefer;
        this.whenAnswered = whenAnswered;
        if (mayDefer) {
            Arrays.fill(answers, Answer.NONE);
        }
    }

    long number() {
        return number;
    }

    /** One answer a record. Complete once the batch is answered. */
    short[] answers() {
        return answers;
    }

    /** Whether its client takes deferrals. */
    boolean mayDefer() {
        return mayDefer;
    }

    /** Records that are handed on without an answer. */
    int deferredCount() {
        return deferredCount.get();
    }

    /** The record at that position is rejected at the gateway. {@link #arrived} must follow. */
    void reject(int position, Rejection reason) {
        answers[position] = Answer.rejected(reason);
    }

    /** So many records are not routed, because their lanes are held. {@link #arrived} must follow. */
    void leaveOut(int count) {
        deferredCount.addAndGet(count);
    }

    /** None of its records is routed, and it will not be answered: they leave its client's share. */
    void giveUp() {
        client.records().leave(answers.length);
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
     * Hands the batch on as it is, if each record without an answer is of a lane that is held. Called on the event loop on which it was
     * routed, after that.
     *
     * @param isHeld of a shard, whether its lane is
     */
    void defer(IntPredicate isHeld) {
        int rest;
        synchronized (deferral) {
            rest = missing.get();
            boolean isOver = isDeferred || rest == 0;
            if (isOver || groups.stream().anyMatch(group -> group.isOpen() && !isHeld.test(group.shard))) {
                return;
            }
            isDeferred = true;
            missing.set(0);
        }
        deferredCount.addAndGet(rest);
        client.records().leave(rest);
        whenAnswered.accept(this);
    }

    /**
     * A listener to a group's answers.
     *
     * @param order the batch's positions of the grouped transactions, of which this group has those from the first on
     * @param positions the positions of the order in the batch
     */
    AnswerListener group(int shard, int[] order, int first, int count, int[] positions) {
        int[] own = Arrays.copyOfRange(order, first, first + count);
        for (int i = 0; i < count; i++) {
            own[i] = positions[own[i]];
        }
        Group group = new Group(shard, own);
        if (mayDefer) {
            groups.add(group);
        }
        return group;
    }

    /** The answers to one shard's transactions, which may come in several calls, one behind the other. */
    private final class Group implements AnswerListener {
        private final int shard;
        private final int[] positions;
        private final AtomicInteger next = new AtomicInteger();

        Group(int shard, int[] positions) {
            this.shard = shard;
            this.positions = positions;
        }

        @Override
        public void answered(short[] shardAnswers, int offset, int count, long arrivedNs) {
            charge(shardAnswers, offset, count);
            if (mayDefer) {
                answeredUnlessDeferred(shardAnswers, offset, count, arrivedNs);
                return;
            }
            write(shardAnswers, offset, count);
            try {
                accounting.answered(shardAnswers, offset, count, arrivedNs);
            } finally {
                arrived(count);
            }
        }

        private void charge(short[] shardAnswers, int offset, int count) {
            int newCards = 0;
            for (int i = offset; i < offset + count; i++) {
                newCards += Answer.isNewCard(shardAnswers[i]) ? 1 : 0;
            }
            if (newCards > 0) {
                client.newCards().charge(newCards);
            }
        }

        private void write(short[] shardAnswers, int offset, int count) {
            int first = next.getAndAdd(count);
            for (int i = 0; i < count; i++) {
                answers[positions[first + i]] = shardAnswers[offset + i];
            }
        }

        private void answeredUnlessDeferred(short[] shardAnswers, int offset, int count, long arrivedNs) {
            boolean isLate;
            boolean isLast = false;
            synchronized (deferral) {
                isLate = isDeferred;
                if (!isLate) {
                    write(shardAnswers, offset, count);
                    isLast = missing.addAndGet(-count) == 0;
                }
            }
            try {
                accounting.answered(shardAnswers, offset, count, arrivedNs);
            } finally {
                if (!isLate) {
                    client.records().leave(count);
                }
                if (isLast) {
                    whenAnswered.accept(GatewayBatch.this);
                }
            }
        }

        /** Whether answers are missing. Called with the batch's lock. */
        boolean isOpen() {
            return next.get() < positions.length;
        }
    }
}
