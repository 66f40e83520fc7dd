package com.hazelcast.certification.systemtests.soak;

import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends by the gateway: fills the members, and then at a rate, half of it of cards that come, half of cards that stay. Sends one in twenty again,
 * soon after it was answered.
 */
final class SoakGateway implements AutoCloseable {
    private static final int AGAIN_EVERY = 20;
    private static final int AGAIN_MAX = 1_000;
    private static final int LOOK_EVERY = 10_000;

    /** As many entries as a card may have, so that cards that stay are full from the beginning. */
    static final int ENTRIES_PER_CARD = 64;

    private static final long SECOND_NS = 1_000_000_000L;

    private final FraudClient client;
    private final SoakCards cards;
    private final SoakAnswers answers;
    private final AtomicLong unanswered = new AtomicLong();
    private final ConcurrentLinkedQueue<Answered> toRepeat = new ConcurrentLinkedQueue<>();
    private final AtomicInteger toRepeatCount = new AtomicInteger();
    private volatile boolean isStopped;
    private volatile String failure = "";
    private Thread thread = new Thread();

    private record Answered(Transaction transaction, Verdict verdict) {}

    SoakGateway(SystemCluster cluster, SoakCards cards, SoakAnswers answers) throws InterruptedException {
        this.client = SystemCluster.client(cluster.gateways(0));
        this.cards = cards;
        this.answers = answers;
    }

    /**
     * Sends as fast as answers come until the memory is as full as that: first of cards that stay, then of cards that came one after the other in the
     * last 90 days, so that from then on as many go as come.
     *
     * @param nowMs the time of transactions
     * @throws IllegalStateException when members reject cards before they are as full as that, or are so without cards that come
     */
    void fill(double fill, SoakSampler sampler, long nowMs) throws IOException, InterruptedException {
        long lifeMs = SoakClock.LIFE.toMillis();
        long rejectedBefore = answers.rejectedCount();
        int count = SoakCards.STAYING * ENTRIES_PER_CARD;
        for (int i = 0; i < count; i++) {
            // In order: a full card rejects what is older than all that it holds.
            send(cards.staying(nowMs - lifeMs / 2 * (count - i) / count));
        }
        while (sampler.fullest() < fill && answers.rejectedCount() == rejectedBefore) {
            for (int i = 0; i < LOOK_EVERY; i++) {
                send(cards.coming(nowMs - (long) (cards.share() * lifeMs)));
            }
            SystemCluster.await("all answered", () -> unanswered.get() == 0);
        }
        if (answers.rejectedCount() > rejectedBefore || cards.cameCount() == 0) {
            throw new IllegalStateException(String.format(
                    "members have too little memory to be filled with cards; give them more: required=%.2f filled=%.2f"
                            + " cards=%d %s",
                    fill, sampler.fullest(), cards.cameCount(), answers));
        }
    }

    /** Begins to send at that rate, with the times of that clock. */
    void start(long rate, Clock clock) {
        // Of the first that were sent, cards that stay have dropped some since: these would be rejected, not answered
        // again.
        toRepeat.clear();
        toRepeatCount.set(0);
        thread = new Thread(() -> run(rate, clock), "soak-gateway");
        thread.start();
    }

    private void run(long rate, Clock clock) {
        long startNs = System.nanoTime();
        try {
            for (long sent = 0; !isStopped; sent++) {
                long waitNs = startNs + sent * SECOND_NS / rate - System.nanoTime();
                if (waitNs > 0) {
                    LockSupport.parkNanos(waitNs);
                }
                send(sent % 2 == 0 ? cards.coming(clock.millis()) : cards.staying(clock.millis()));
                if (sent % AGAIN_EVERY == 0) {
                    sendAgain();
                }
            }
        } catch (InterruptedException | RuntimeException e) {
            failure = e.toString();
        }
    }

    /** @throws IllegalStateException when it sends no more, and has not been closed; called between start and close */
    void requireRunning() {
        boolean isRunning = thread.isAlive();
        if (!isRunning || !failure.isEmpty()) {
            throw new IllegalStateException("the driver of the gateway has ended before its time: " + failure);
        }
    }

    private void send(Transaction transaction) throws InterruptedException {
        unanswered.incrementAndGet();
        var unused = client.send(transaction).whenComplete((verdict, problem) -> {
            unanswered.decrementAndGet();
            if (problem == null) {
                answers.add(verdict);
                keep(transaction, verdict);
            } else {
                answers.wrong("not answered: " + problem);
            }
        });
    }

    private void keep(Transaction transaction, Verdict verdict) {
        if (verdict.status() == Verdict.Status.SCORED && toRepeatCount.get() < AGAIN_MAX) {
            toRepeat.add(new Answered(transaction, verdict));
            toRepeatCount.incrementAndGet();
        }
    }

    private void sendAgain() throws InterruptedException {
        Answered first = toRepeat.poll();
        if (first == null) {
            return;
        }
        toRepeatCount.decrementAndGet();
        unanswered.incrementAndGet();
        var unused = client.send(first.transaction).whenComplete((verdict, problem) -> {
            unanswered.decrementAndGet();
            if (problem == null) {
                answers.addAgain(first.verdict, verdict);
            } else {
                answers.wrong("not answered again: " + problem);
            }
        });
    }

    @Override
    public void close() {
        isStopped = true;
        try {
            thread.join();
            SystemCluster.await("all answered", () -> unanswered.get() == 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            client.close();
        }
        if (!failure.isEmpty()) {
            throw new IllegalStateException("the driver of the gateway failed: " + failure);
        }
    }
}
