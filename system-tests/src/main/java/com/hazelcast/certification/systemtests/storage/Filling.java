package com.hazelcast.certification.systemtests.storage;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.faults.FaultRun.Outcome;
import com.hazelcast.certification.systemtests.traffic.Audit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongUnaryOperator;

/**
 * What is sent to members that are being filled, and what was answered. {@link #fill} and the others that send are called by one thread;
 * answers come on the client's.
 */
final class Filling {
    /** Rejections after which members count as full; with fewer the fault has not fired. */
    static final int REJECTED_MIN = 20_000;

    private static final int CARDS_MAX = 60_000_000;
    private static final int CHUNK = 50_000;

    /** While histories grow, one in so many is of a new card: its rejection says that there is no room for new ones. */
    private static final int NEW_CARD_OF = 100;

    /** Cards with long histories that are loaded before, where these are to grow. */
    static final int CARDS_OF_LONG_HISTORIES = 20_000;

    private static final long NEW_CARDS_FROM = 1_000_000_000L;
    private static final int BUSY_CARDS = 500;
    private static final int PER_BUSY_CARD = 60;

    /** One in so many is kept with its answer, and sent again at the end. */
    private static final int KEPT_OF = 50;

    private static final int EXAMPLES_MAX = 10;
    private static final int SECONDS_MAX = 4 * 3_600;

    /** With what members are filled. */
    enum What {
        /** Cards that are new, a transaction each. */
        CARDS,
        /** Further transactions of cards that were loaded with many. */
        HISTORIES
    }

    private final SystemCluster cluster;
    private final SplittableRandom random;
    private final long startNs = System.nanoTime();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger scored = new AtomicInteger();
    private final AtomicInteger memoryFull = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicInteger differing = new AtomicInteger();
    private final AtomicLong longestWaitNs = new AtomicLong();
    private final AtomicLongArray perSecond = new AtomicLongArray(SECONDS_MAX);
    private final Map<Transaction, First> kept = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> examples = new ConcurrentLinkedQueue<>();
    private final AtomicInteger newCards = new AtomicInteger();
    private final Runnable atFirstRejection;
    private boolean hasRejected;
    private int content;

    /**
     * Of that cluster.
     *
     * @param atFirstRejection run by the thread that sends, once, while what was sent before waits for answers and more follows
     */
    Filling(SystemCluster cluster, SplittableRandom random, Runnable atFirstRejection) {
        this.cluster = cluster;
        this.random = random;
        this.atFirstRejection = atFirstRejection;
    }

    /** Sends until enough new cards were rejected; returns whether they were. */
    boolean fill(What what) throws InterruptedException {
        while (memoryFull.get() < REJECTED_MIN && sent.get() < CARDS_MAX) {
            if (what == What.CARDS) {
                sendNewCards(CHUNK);
            } else {
                growHistories();
            }
        }
        return memoryFull.get() >= REJECTED_MIN;
    }

    void sendNewCards(int count) throws InterruptedException {
        send(count, number -> newCard());
    }

    /** Behind all cards that can have been loaded. */
    private long newCard() {
        return NEW_CARDS_FROM + newCards.getAndIncrement();
    }

    /** Each card that was loaded gets about as many further transactions. */
    private void growHistories() throws InterruptedException {
        send(CHUNK, number -> random.nextInt(NEW_CARD_OF) == 0 ? newCard() : random.nextInt(CARDS_OF_LONG_HISTORIES));
    }

    /** Each of a few cards that are held gets more than a few chunks: all are scored. */
    void checkKnownCards() throws InterruptedException {
        int before = scored.get();
        send(BUSY_CARDS * PER_BUSY_CARD, number -> number % BUSY_CARDS);
        int missing = before + BUSY_CARDS * PER_BUSY_CARD - scored.get();
        if (missing > 0) {
            found(lost, missing, missing + " transactions of known cards were not scored");
        }
    }

    private void send(int count, LongUnaryOperator cardOf) throws InterruptedException {
        long fromMs = System.currentTimeMillis();
        try (FraudClient client = SystemCluster.client(cluster.gateways(0))) {
            for (int number = 0; number < count; number++) {
                // A card that has dropped entries cannot tell those of its oldest millisecond apart from what it
                // has dropped.
                long timeMs = fromMs + number / BUSY_CARDS;
                long card = cardOf.applyAsLong(number);
                Transaction transaction = transaction(card, timeMs);
                boolean isKept = random.nextInt(KEPT_OF) == 0;
                send(client, transaction, verdict -> answered(transaction, card >= NEW_CARDS_FROM, verdict, isKept));
                if (memoryFull.get() > 0 && !hasRejected) {
                    hasRejected = true;
                    atFirstRejection.run();
                }
            }
            SystemCluster.await("all answered", () -> unanswered.get() == 0);
        }
    }

    private interface Answer {
        void is(Verdict verdict);
    }

    private void send(FraudClient client, Transaction transaction, Answer answer) throws InterruptedException {
        long sentNs = System.nanoTime();
        sent.incrementAndGet();
        unanswered.incrementAndGet();
        var unused = client.send(transaction).whenComplete((verdict, problem) -> {
            long nowNs = System.nanoTime();
            longestWaitNs.accumulateAndGet(nowNs - sentNs, Math::max);
            perSecond.incrementAndGet((int) Math.min(SECONDS_MAX - 1, (nowNs - startNs) / 1_000_000_000L));
            if (problem == null) {
                answer.is(verdict);
            } else {
                others.incrementAndGet();
                found(lost, 1, "not answered: " + problem);
            }
            unanswered.decrementAndGet();
        });
    }

    /** A known card gives up what is older before it is refused something newer. */
    private void answered(Transaction transaction, boolean isNewCard, Verdict verdict, boolean isKept) {
        if (verdict.status() != Verdict.Status.REJECTED) {
            scored.incrementAndGet();
            if (isKept) {
                kept.put(transaction, new First(isNewCard, verdict.rule()));
            }
        } else if (isNewCard && isRejected(verdict, RejectionReason.MEMORY_FULL)) {
            memoryFull.incrementAndGet();
        } else {
            others.incrementAndGet();
            found(lost, 1, "rejected: " + verdict);
        }
    }

    private static boolean isRejected(Verdict verdict, RejectionReason reason) {
        return verdict.reason().filter(reason::equals).isPresent();
    }

    /** The first answer: a verdict. */
    private record First(boolean isNewCard, int rule) {}

    /** What was answered gets the same verdict, or is too old where its card has dropped: never another verdict, and none is scored anew. */
    void sendAgain() throws InterruptedException {
        try (FraudClient client = SystemCluster.client(cluster.gateways(0))) {
            for (Map.Entry<Transaction, First> first : kept.entrySet()) {
                send(client, first.getKey(), verdict -> answeredAgain(first.getKey(), first.getValue(), verdict));
            }
            SystemCluster.await("all answered again", () -> unanswered.get() == 0);
        }
    }

    private void answeredAgain(Transaction transaction, First first, Verdict verdict) {
        // A new card has a single transaction, which it never drops.
        boolean mayBeDropped = !first.isNewCard && isRejected(verdict, RejectionReason.TOO_OLD);
        if (verdict.status() != Verdict.Status.DUPLICATE && !mayBeDropped) {
            found(lost, 1, "answered " + first.rule + ", and not held: " + transaction + ", now " + verdict);
        } else if (!mayBeDropped && verdict.rule() != first.rule) {
            found(differing, 1, "answered " + first.rule + ", now " + verdict);
        }
    }

    void checkRunning(int members) {
        for (int place = 0; place < members; place++) {
            if (!cluster.isRunning(place)) {
                found(lost, 1, "member " + place + " has ended");
            }
        }
    }

    private void found(AtomicInteger kind, int count, String example) {
        kind.addAndGet(count);
        if (examples.size() < EXAMPLES_MAX) {
            examples.add(example);
        }
    }

    /** Each with other fields than the last ones, so that none is a duplicate. */
    private Transaction transaction(long card, long timeMs) {
        content++;
        return new Transaction(
                CardNumber.text(card), timeMs, 107, 0, content % 50_000, 107, 494, content % 10_000, (int)
                        (card % 100_000));
    }

    /** What {@link Outcome} has no place for. */
    String words() {
        return String.format(
                "%,d new cards sent, %,d transactions rejected as memory_full", newCards.get(), memoryFull.get());
    }

    Outcome outcome(String fault, int fired) {
        int answeredCount = scored.get() + memoryFull.get() + kept.size();
        Audit audit =
                new Audit(sent.get(), answeredCount, 0, 0, lost.get(), 0, differing.get(), 0, List.copyOf(examples));
        List<Long> counts = new ArrayList<>();
        long seconds = Math.min(SECONDS_MAX, (System.nanoTime() - startNs) / 1_000_000_000L + 1);
        for (int second = 0; second < seconds; second++) {
            counts.add(perSecond.get(second));
        }
        return new Outcome(fault, fired, 0, audit, longestWaitNs.get() / 1_000_000, counts);
    }
}
