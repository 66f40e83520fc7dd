package com.hazelcast.certification.systemtests.random;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Sends batches at a rate, each to the gateways of two members, and old transactions again among them. Each member has a client
 * of its own that knows no other gateway: what it has sent to a member that failed, it sends again when that is back.
 */
final class HedgedTraffic implements AutoCloseable {
    private static final int BATCH_MAX = 40;
    private static final int WAYS = 2;
    private static final int UNACKNOWLEDGED_MAX = 2_000;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long LATE_MAX_MS = 30L * 24 * 3_600_000;
    private static final int SMALL_CARDS = 300;
    private static final int MERCHANT_OF_SUMS = 11;
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final HedgedLedger ledger;
    private final RandomSetup setup;
    private final SplittableRandom random;
    private final Map<Integer, Way> ways = new HashMap<>();
    private final AtomicLong longestWaitNs = new AtomicLong();
    private final AtomicLong lastAnswerNs = new AtomicLong(System.nanoTime());
    private final Thread thread = new Thread(this::run, "hedged-traffic");
    private volatile boolean isStopped;
    private volatile String failure = "";
    private int newCards;

    /** A client of one member, and how much it waits for. */
    private record Way(int place, FraudClient client, AtomicInteger unanswered) {}

    /** Traffic that has not begun. */
    HedgedTraffic(HedgedLedger ledger, RandomSetup setup, long seed) {
        this.ledger = ledger;
        this.setup = setup;
        this.random = new SplittableRandom(seed);
    }

    /** Begins to send to the member of that place as well, whose gateway is open; does nothing when it has a client. */
    void connect(int place, InetSocketAddress gateway) throws InterruptedException {
        synchronized (ways) {
            if (ways.containsKey(place)) {
                return;
            }
        }
        FraudClient client = FraudClient.connect(ClientConfig.plain(List.of(gateway))
                .withUnacknowledgedMax(UNACKNOWLEDGED_MAX)
                // To this member alone: each way is one member.
                .withSpreadWithin(Duration.ZERO)
                .withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(5), CLOSE));
        synchronized (ways) {
            ways.put(place, new Way(place, client, new AtomicInteger()));
        }
    }

    /** Sends no more to that place, which has no member; what it was sent there stays without an answer. */
    void disconnect(int place) {
        Way way;
        synchronized (ways) {
            way = ways.remove(place);
        }
        if (way != null) {
            way.client.close();
        }
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            long startNs = System.nanoTime();
            long sent = 0;
            while (!isStopped) {
                long dueNs = startNs + sent * SECOND_NS / setup.ratePerSecond();
                long nowNs = System.nanoTime();
                if (dueNs > nowNs) {
                    LockSupport.parkNanos(dueNs - nowNs);
                }
                sent += sendBatch();
            }
        } catch (InterruptedException | RuntimeException e) {
            failure = e.toString();
        }
    }

    /** Sends a batch; returns its size. */
    private int sendBatch() throws InterruptedException {
        int size = 1 + random.nextInt(BATCH_MAX);
        List<Way> chosen = chosen();
        if (chosen.isEmpty()) {
            return size;
        }
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            boolean isOld = ledger.size() > 0 && random.nextInt(10) == 0;
            numbers.add(isOld ? old() : ledger.open(next(), System.nanoTime()));
        }
        for (Way way : chosen) {
            for (int number : numbers) {
                boolean unused = trySend(way, number);
            }
        }
        return size;
    }

    /** Any from before, or one of the last. */
    private int old() {
        int size = ledger.size();
        return random.nextBoolean() ? random.nextInt(size) : Math.max(0, size - 1 - random.nextInt(BATCH_MAX));
    }

    /** Two members at random that have room for a batch; fewer if there are fewer. */
    private List<Way> chosen() {
        List<Way> free;
        synchronized (ways) {
            free = new ArrayList<>(ways.values());
        }
        free.removeIf(way -> way.unanswered.get() > UNACKNOWLEDGED_MAX - BATCH_MAX);
        while (free.size() > WAYS) {
            free.remove(random.nextInt(free.size()));
        }
        return free;
    }

    private boolean trySend(Way way, int number) {
        long sentNs = System.nanoTime();
        Optional<CompletionStage<Verdict>> answer = way.client.trySend(ledger.transaction(number));
        answer.ifPresent(stage -> {
            way.unanswered.incrementAndGet();
            var unused = stage.whenComplete((verdict, problem) -> {
                way.unanswered.decrementAndGet();
                if (problem == null) {
                    long nowNs = System.nanoTime();
                    lastAnswerNs.set(nowNs);
                    longestWaitNs.accumulateAndGet(nowNs - sentNs, Math::max);
                    ledger.answered(number, verdict, sentNs, nowNs);
                }
            });
        });
        return answer.isPresent();
    }

    /**
     * Half of loaded cards with large amounts, which reach the rules of sums; half of few cards that begin without a history and
     * have small amounts, so that the verdict is another with each change of the average, and so with each entry that is missing. One
     * in 200 is of a further new card. One in 30 comes late, by up to 30 days.
     */
    private Transaction next() {
        boolean isSmall = random.nextBoolean();
        long card = isSmall ? (long) setup.cards() + random.nextInt(SMALL_CARDS) : random.nextInt(setup.cards());
        if (random.nextInt(200) == 0) {
            card = (long) setup.cards() + SMALL_CARDS + newCards++;
        }
        long lateMs = random.nextInt(30) == 0 ? random.nextLong(LATE_MAX_MS) : 0;
        return new Transaction(
                CardNumber.text(card),
                System.currentTimeMillis() - lateMs,
                random.nextInt(200),
                0,
                random.nextInt(isSmall ? 20 : 50_000),
                random.nextInt(200),
                random.nextInt(5) == 0 ? MERCHANT_OF_SUMS : random.nextInt(500),
                random.nextInt(10_000),
                (int) (card % 100_000));
    }

    /** Sends no more new ones. */
    void stop() {
        isStopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!failure.isEmpty()) {
            throw new IllegalStateException("the driver failed: " + failure);
        }
    }

    /**
     * Sends everything again, each to a member at random; returns when all is sent, or when the time is over.
     *
     * @return how many could not be sent, because nothing was answered
     */
    int sendAllAgain(long deadlineNs) {
        int number = 0;
        while (number < ledger.size() && System.nanoTime() < deadlineNs) {
            List<Way> free = chosen();
            int upTo = Math.min(ledger.size(), number + BATCH_MAX);
            while (!free.isEmpty() && number < upTo && trySend(free.get(0), number)) {
                number++;
            }
            if (free.isEmpty()) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        return ledger.size() - number;
    }

    /** Sent and not answered, each way counted. */
    int unanswered() {
        synchronized (ways) {
            return ways.values().stream().mapToInt(way -> way.unanswered.get()).sum();
        }
    }

    /** The members that have not answered, in words. */
    String silentMembers() {
        synchronized (ways) {
            return ways.values().stream()
                    .filter(way -> way.unanswered.get() > 0)
                    .map(way -> "member=" + way.place + " unanswered=" + way.unanswered + " connectionsLost="
                            + way.client.connectionsLost())
                    .collect(Collectors.joining(", "));
        }
    }

    long lastAnswerNs() {
        return lastAnswerNs.get();
    }

    /** The longest time to an answer, one that came at all. */
    long longestWaitMs() {
        return longestWaitNs.get() / 1_000_000;
    }

    /** Stops, and gives up what is not answered. */
    @Override
    public void close() {
        isStopped = true;
        List<Way> all;
        synchronized (ways) {
            all = new ArrayList<>(ways.values());
        }
        all.parallelStream().forEach(way -> way.client.close());
    }
}
