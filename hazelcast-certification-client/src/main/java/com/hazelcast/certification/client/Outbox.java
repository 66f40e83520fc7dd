package com.hazelcast.certification.client;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.DecisionFrame;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.ProtocolException;
import com.hazelcast.certification.client.protocol.RecordFormat;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a client has not been answered, in the order in which it was handed in: batches that are out, batches that are to be
 * sent again, and transactions that are in no batch yet; beside these what members have deferred
 * ({@link DeferredCards}). {@link #add} may be called by any thread; everything else runs on
 * the client's event loop. Its bound is the client's: {@link ClientConfig#unacknowledgedMax}.
 */
final class Outbox {
    private final Queue<Pending> arrived = new ConcurrentLinkedQueue<>();
    private final Deque<Batch> again = new ArrayDeque<>();
    private final Map<Long, Batch> out = new LinkedHashMap<>();
    private final DeferredCards deferred;
    private final boolean takesDeferrals;
    private final ClientCounters counters;
    private final Consumer<Pending> whenAnswered;
    private boolean isRetryDue;
    private long lastNumber;
    private long lastOrder;

    /**
     * Nothing.
     *
     * @param takesDeferrals whether the caller is given deferrals; if not, what is deferred waits here until it is answered
     * @param whenAnswered receives each transaction that is completed, before its caller does
     */
    Outbox(RecordFormat format, boolean takesDeferrals, ClientCounters counters, Consumer<Pending> whenAnswered) {
        this.deferred = new DeferredCards(format);
        this.takesDeferrals = takesDeferrals;
        this.counters = counters;
        this.whenAnswered = whenAnswered;
    }

    /** Transactions that travel together. */
    record Batch(long number, List<Pending> content) {
        List<byte[]> records() {
            return content.stream().map(Pending::record).toList();
        }
    }

    void add(Pending transaction) {
        arrived.add(transaction);
    }

    /** Batches without an answer on this connection. */
    int outCount() {
        return out.size();
    }

    boolean isEmpty() {
        return out.isEmpty() && again.isEmpty() && arrived.isEmpty() && deferred.isEmpty();
    }

    /** Whether something was deferred and is to be sent again. */
    boolean hasDeferred() {
        return !deferred.isEmpty();
    }

    /** What was deferred is due: it is in the next batch, unless a batch of such is out. */
    void retry() {
        isRetryDue = true;
    }

    /** The next batch to send, or null; it counts as out. */
    @Nullable
    Batch next(int recordsMax) {
        Batch batch = again.pollFirst();
        if (batch == null && isRetryDue && !deferred.isOut()) {
            isRetryDue = false;
            batch = batch(deferred.next(recordsMax, firstOut()));
        }
        if (batch == null) {
            batch = gather(recordsMax);
        } else {
            counters.sentAgain(batch.content.size());
        }
        if (batch != null) {
            out.put(batch.number, batch);
        }
        return batch;
    }

    /** The number of the oldest batch without an answer; numbers rise. */
    private long firstOut() {
        return out.isEmpty() ? Long.MAX_VALUE : out.keySet().iterator().next();
    }

    private @Nullable Batch gather(int recordsMax) {
        List<Pending> content = new ArrayList<>();
        Pending next = arrived.peek();
        while (next != null && content.size() < recordsMax) {
            arrived.remove();
            next.setOrder(lastOrder++);
            if (!deferred.keepBack(next)) {
                content.add(next);
            }
            next = arrived.peek();
        }
        return batch(content);
    }

    private @Nullable Batch batch(List<Pending> content) {
        return content.isEmpty() ? null : new Batch(++lastNumber, content);
    }

    /**
     * The connection is closed: what was out is to be sent again, in its order, before anything new; what is of a card that waits, in its order
     * with that.
     */
    void takeBack() {
        List<Batch> taken = new ArrayList<>(out.values());
        out.clear();
        for (int i = taken.size() - 1; i >= 0; i--) {
            again.addFirst(taken.get(i));
        }
        if (!deferred.isEmpty()) {
            keepBackOfCardsThatWait();
        }
    }

    /** The member before knew that something earlier of the card was deferred, and took none of it; the next one would. */
    private void keepBackOfCardsThatWait() {
        List<Batch> all = List.copyOf(again);
        again.clear();
        for (Batch batch : all) {
            List<Pending> content = batch.content.stream()
                    .filter(transaction -> transaction.isSentAgain() || !deferred.keepBack(transaction))
                    .toList();
            if (content.size() == batch.content.size()) {
                again.addLast(batch);
            } else if (!content.isEmpty()) {
                again.addLast(new Batch(batch.number, content));
            }
        }
    }

    /** Cuts what is to be sent again anew where a member takes smaller batches than the one before it. */
    void fitTo(int recordsMax) {
        if (again.isEmpty() || again.stream().allMatch(batch -> batch.content.size() <= recordsMax)) {
            return;
        }
        List<Pending> all =
                again.stream().flatMap(batch -> batch.content.stream()).toList();
        again.clear();
        for (int from = 0; from < all.size(); from += recordsMax) {
            again.addLast(new Batch(++lastNumber, all.subList(from, Math.min(all.size(), from + recordsMax))));
        }
    }

    /**
     * Completes the batch that a frame answers, all but what the member has deferred, unless the caller is given that.
     *
     * @param hasSets whether it is a {@link DecisionFrame}
     * @return how many transactions are completed
     * @throws ProtocolException when there is no such batch, or its count is another
     */
    int answer(ByteBuf frame, boolean hasSets) {
        int count = hasSets ? DecisionFrame.count(frame) : AnswerFrame.count(frame);
        long number = AnswerFrame.number(frame);
        Batch batch = out.get(number);
        if (batch == null || batch.content.size() != count) {
            throw new ProtocolException(
                    ErrorCode.UNEXPECTED_FRAME,
                    "an answer to no batch that is out: batchNumber=" + number + " count=" + count);
        }
        out.remove(number);
        int completed = 0;
        for (int i = 0; i < count; i++) {
            completed += answer(
                            batch.content.get(i),
                            hasSets ? Verdict.of(frame, i) : Verdict.of(AnswerFrame.answer(frame, i)))
                    ? 1
                    : 0;
        }
        return completed;
    }

    private boolean answer(Pending transaction, Verdict verdict) {
        if (!takesDeferrals && verdict.status() == Verdict.Status.DEFERRED) {
            deferred.deferred(transaction, lastNumber);
            return false;
        }
        // A shard answers again: the others that wait for it need not wait for the next try.
        isRetryDue |= transaction.isSentAgain();
        deferred.answered(transaction);
        counters.answered(verdict, System.nanoTime() - transaction.dueNanos());
        whenAnswered.accept(transaction);
        transaction.verdict().complete(verdict);
        return true;
    }

    /** The connection is closed: takes everything out, in order, to be sent by another; what was out counts as sent again. */
    List<Pending> handOver() {
        takeBack();
        counters.sentAgain(
                again.stream().mapToInt(batch -> batch.content.size()).sum());
        return drain();
    }

    /** Takes everything out, in order. */
    List<Pending> drain() {
        takeBack();
        List<Pending> left = new ArrayList<>();
        again.forEach(batch -> left.addAll(batch.content));
        again.clear();
        left.addAll(deferred.drain());
        left.forEach(transaction -> transaction.setSentAgain(false));
        // What was deferred of a card is older than what was sent of it afterwards.
        left.sort(Comparator.comparingLong(Pending::order));
        Iterator<Pending> rest = arrived.iterator();
        while (rest.hasNext()) {
            left.add(rest.next());
            rest.remove();
        }
        return left;
    }
}
