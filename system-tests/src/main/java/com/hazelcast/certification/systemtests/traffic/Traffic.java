package com.hazelcast.certification.systemtests.traffic;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;

/**
 * Sends transactions through a client, or several in turn, at a rate, enters them and their answers in a ledger, and sends one in twenty again
 * later: its second answer must be its first. Keeps the throughput second by second and the longest wait for an answer.
 */
public final class Traffic implements Load {
    private static final int AGAIN_EVERY = 20;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int SECONDS_MAX = 4 * 3_600;

    private final List<FraudClient> clients;
    private final Ledger ledger;
    private final int cards;
    private final LongPredicate isSent;
    private final Watcher watcher;
    private final long ratePerSecond;
    private final SplittableRandom random;
    private final Thread thread = new Thread(this::run, "traffic");
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong longestWaitNs = new AtomicLong();
    private final AtomicLong[] answeredIn = new AtomicLong[SECONDS_MAX];
    private final long startNs = System.nanoTime();
    private int nextClient;
    private volatile boolean isStopped;
    private volatile String failure = "";

    /** Sees what is sent, on the driver's thread, and each answer, on the client's. */
    @FunctionalInterface
    public interface Watcher {
        /**
         * A transaction is about to be sent.
         *
         * @param client its place among the clients
         */
        default void sent(int client, long dueNs) {}

        /**
         * Takes the answer.
         *
         * @param client its place among the clients
         */
        void answered(int client, long dueNs, long answeredNs);
    }

    /** Starts to send; a rate of 0 is as fast as answers come. */
    public Traffic(FraudClient client, Ledger ledger, int cards, long ratePerSecond, long seed) {
        this(List.of(client), ledger, cards, card -> true, ratePerSecond, seed, (ofClient, dueNs, answeredNs) -> {});
    }

    /**
     * As the other, through these clients in turn, each of which has to take what it is given at once.
     *
     * @param isSent whether a card has transactions
     */
    public Traffic(
            List<FraudClient> clients,
            Ledger ledger,
            int cards,
            LongPredicate isSent,
            long ratePerSecond,
            long seed,
            Watcher watcher) {
        this.clients = List.copyOf(clients);
        this.ledger = ledger;
        this.cards = cards;
        this.isSent = isSent;
        this.watcher = watcher;
        this.ratePerSecond = ratePerSecond;
        this.random = new SplittableRandom(seed);
        for (int second = 0; second < SECONDS_MAX; second++) {
            answeredIn[second] = new AtomicLong();
        }
        thread.start();
    }

    private void run() {
        try {
            long sent = 0;
            while (!isStopped) {
                long dueNs = awaitDue(sent);
                send(ledger.open(next()), dueNs);
                sent++;
                if (sent % AGAIN_EVERY == 0) {
                    int again = random.nextInt(ledger.size());
                    if (isSent(ledger.transaction(again))) {
                        send(again, dueNs);
                    }
                }
            }
        } catch (InterruptedException | RuntimeException e) {
            failure = e.toString();
        }
    }

    /** Waits until the next transaction is due; returns when that was. Without a rate it is due now. */
    private long awaitDue(long sent) {
        long nowNs = System.nanoTime();
        if (ratePerSecond == 0) {
            return nowNs;
        }
        long dueNs = startNs + sent * SECOND_NS / ratePerSecond;
        if (dueNs > nowNs) {
            LockSupport.parkNanos(dueNs - nowNs);
        }
        return dueNs;
    }

    private Transaction next() {
        Transaction next = next(random, cards);
        while (!isSent(next)) {
            next = next(random, cards);
        }
        return next;
    }

    private boolean isSent(Transaction transaction) {
        return isSent.test(CardNumber.of(transaction.card()));
    }

    /** A transaction of now, of one of these cards. */
    public static Transaction next(SplittableRandom random, int cards) {
        long card = random.nextInt(cards);
        return new Transaction(
                CardNumber.text(card),
                System.currentTimeMillis(),
                random.nextInt(200),
                0,
                random.nextInt(50_000),
                random.nextInt(200),
                random.nextInt(500),
                random.nextInt(10_000),
                (int) (card % 100_000));
    }

    private void send(int number, long dueNs) throws InterruptedException {
        unanswered.incrementAndGet();
        int client = nextClient;
        nextClient = (nextClient + 1) % clients.size();
        watcher.sent(client, dueNs);
        var unused = clients.get(client).send(ledger.transaction(number)).whenComplete((verdict, problem) -> {
            if (problem == null) {
                unanswered.decrementAndGet();
                ledger.answered(number, verdict);
                long nowNs = System.nanoTime();
                watcher.answered(client, dueNs, nowNs);
                longestWaitNs.accumulateAndGet(nowNs - dueNs, Math::max);
                int second = (int) ((nowNs - startNs) / SECOND_NS);
                answeredIn[Math.min(second, SECONDS_MAX - 1)].incrementAndGet();
            }
        });
    }

    /** A driver that had to wait counts too. */
    @Override
    public long longestWaitMs() {
        return longestWaitNs.get() / 1_000_000;
    }

    @Override
    public List<Long> answeredPerSecond() {
        int seconds = (int) Math.min(SECONDS_MAX, (System.nanoTime() - startNs) / SECOND_NS);
        List<Long> counts = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            counts.add(answeredIn[second].get());
        }
        return counts;
    }

    @Override
    public void close() {
        isStopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        clients.forEach(FraudClient::close);
        if (!failure.isEmpty()) {
            throw new IllegalStateException("the driver failed: " + failure);
        }
        if (unanswered.get() > 0) {
            throw new IllegalStateException("not everything was answered: unanswered=" + unanswered.get());
        }
    }
}
