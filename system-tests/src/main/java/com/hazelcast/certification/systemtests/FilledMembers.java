package com.hazelcast.certification.systemtests;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.systemtests.FaultRun.Outcome;
import java.io.IOException;
import java.nio.file.Path;
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
 * Members that are sent more than they can hold: new cards until they are rejected, long histories, the loss of a member whose shards the
 * others must take, and its return. They reject, score all of the cards that they know, answer as before, and none ends.
 *
 * @param name in the report
 * @param isLarge needs more memory than most machines have to spare
 * @param members of the cluster
 * @param options of the members: their memory, and what is loaded before
 */
record FilledMembers(String name, boolean isLarge, int members, List<String> options) {
    /** What {@code system-tests/run} fires. */
    static final List<FilledMembers> ALL = List.of(
            new FilledMembers("three members of 1 GiB filled, heap", false, 3, List.of("--heap=1g")),
            new FilledMembers(
                    "three members of 1 GiB filled, native",
                    false,
                    3,
                    List.of("--memory=native", "--heap=512m", "--native-size=512m")),
            new FilledMembers(
                    "two members of 8 GiB filled, heap",
                    true,
                    2,
                    List.of("--heap=8g", "--shards=67", "--cards=8000000", "--history=20")),
            new FilledMembers(
                    "two members of 8 GiB filled, native",
                    true,
                    2,
                    List.of(
                            "--memory=native",
                            "--heap=4g",
                            "--native-size=4g",
                            "--shards=67",
                            "--cards=6000000",
                            "--history=20")));

    /** Rejections after which members count as full; with fewer the fault has not fired. */
    static final int REJECTED_MIN = 20_000;

    private static final int CARDS_MAX = 60_000_000;
    private static final int CHUNK = 50_000;
    private static final int BUSY_CARDS = 500;
    private static final int PER_BUSY_CARD = 60;

    /** One in so many is kept with its answer, and sent again at the end. */
    private static final int KEPT_OF = 50;

    private static final int EXAMPLES_MAX = 10;
    private static final int SECONDS_MAX = 4 * 3_600;

    /** The cluster that is to be filled. */
    SystemCluster started(Path logs) throws IOException {
        List<String> all = new ArrayList<>(options);
        all.add("--min-members=1");
        all.add("--degraded-after=1s");
        all.add("--gateway-new-cards-per-second=0");
        return SystemCluster.started(logs, SystemCluster.LOOPBACK, members, all.toArray(String[]::new));
    }

    /** Fills it; an outcome whose fault has fired once, or not at all when nothing was rejected. */
    Outcome run(SystemCluster cluster, long seed) throws IOException, InterruptedException {
        System.out.printf("%s, seed %d%n", name, seed);
        Filling filling = new Filling(cluster, new SplittableRandom(seed));
        boolean isFull = filling.fill();
        filling.checkKnownCards();
        int lastPlace = members - 1;
        cluster.kill(lastPlace);
        cluster.awaitSafe();
        filling.checkKnownCards();
        filling.sendNewCards(REJECTED_MIN);
        cluster.start(lastPlace);
        cluster.awaitSafe();
        filling.checkKnownCards();
        filling.sendAgain();
        filling.checkRunning(members);
        Outcome outcome = filling.outcome(name, isFull ? 1 : 0);
        System.out.printf(
                "%s%n  %,d new cards sent, %,d transactions rejected as memory_full%n",
                outcome.row(), filling.newCards.get(), filling.memoryFull.get());
        outcome.audit().examples().forEach(System.out::println);
        return outcome;
    }

    /** What was sent and answered. */
    private static final class Filling {
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
        private final Map<Transaction, Integer> kept = new ConcurrentHashMap<>();
        private final ConcurrentLinkedQueue<String> examples = new ConcurrentLinkedQueue<>();
        private final AtomicInteger newCards = new AtomicInteger();
        private int content;

        Filling(SystemCluster cluster, SplittableRandom random) {
            this.cluster = cluster;
            this.random = random;
        }

        /** Sends cards that are new until enough were rejected; returns whether they were. */
        boolean fill() throws InterruptedException {
            while (memoryFull.get() < REJECTED_MIN && newCards.get() < CARDS_MAX) {
                sendNewCards(CHUNK);
            }
            return memoryFull.get() >= REJECTED_MIN;
        }

        void sendNewCards(int count) throws InterruptedException {
            // Behind all cards that can have been loaded.
            long first = 1_000_000_000L + newCards.getAndAdd(count);
            send(count, number -> first + number);
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
                    Transaction transaction = transaction(cardOf.applyAsLong(number), timeMs);
                    boolean isKept = random.nextInt(KEPT_OF) == 0;
                    send(client, transaction, verdict -> answered(transaction, verdict, isKept));
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

        private void answered(Transaction transaction, Verdict verdict, boolean isKept) {
            if (verdict.status() != Verdict.Status.REJECTED) {
                scored.incrementAndGet();
                if (isKept) {
                    kept.put(transaction, verdict.rule());
                }
            } else if (isRejected(verdict, RejectionReason.MEMORY_FULL)) {
                memoryFull.incrementAndGet();
            } else {
                others.incrementAndGet();
                found(lost, 1, "rejected: " + verdict);
            }
        }

        private static boolean isRejected(Verdict verdict, RejectionReason reason) {
            return verdict.reason().filter(reason::equals).isPresent();
        }

        /** What was answered gets the same verdict, or is too old: never another verdict, and none is scored anew. */
        void sendAgain() throws InterruptedException {
            try (FraudClient client = SystemCluster.client(cluster.gateways(0))) {
                for (Map.Entry<Transaction, Integer> first : kept.entrySet()) {
                    send(client, first.getKey(), verdict -> {
                        boolean isTooOld = isRejected(verdict, RejectionReason.TOO_OLD);
                        if (verdict.status() == Verdict.Status.SCORED) {
                            found(lost, 1, "scored again: " + first.getKey());
                        } else if (!isTooOld && verdict.rule() != first.getValue()) {
                            found(differing, 1, "answered " + first.getValue() + ", now " + verdict);
                        }
                    });
                }
                SystemCluster.await("all answered again", () -> unanswered.get() == 0);
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

        Outcome outcome(String fault, int fired) {
            int answeredCount = scored.get() + memoryFull.get() + kept.size();
            Audit audit = new Audit(
                    sent.get(), answeredCount, 0, 0, lost.get(), 0, differing.get(), 0, List.copyOf(examples));
            List<Long> counts = new ArrayList<>();
            long seconds = Math.min(SECONDS_MAX, (System.nanoTime() - startNs) / 1_000_000_000L + 1);
            for (int second = 0; second < seconds; second++) {
                counts.add(perSecond.get(second));
            }
            return new Outcome(fault, fired, 0, audit, longestWaitNs.get() / 1_000_000, counts);
        }
    }
}
