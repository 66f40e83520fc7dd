package com.hazelcast.certification.systemtests.http;

import com.hazelcast.certification.systemtests.cluster.MemberApis;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import com.hazelcast.certification.systemtests.traffic.Load;
import com.hazelcast.certification.systemtests.traffic.Traffic;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Asks for decisions by HTTP at a rate, of members in turn, each within a deadline; {@link HttpDriver} says how. Asks one in twenty again later,
 * and in the end all that a stand-in has answered. How late answers are is measured from when they are steady for the first time: before that,
 * members are cold. Requests and answers are handled on the driver's one event loop.
 */
public final class HttpTraffic implements Load {
    /** For members that share two cores with this driver and with members that start. */
    public static final int DEADLINE_MS = 250;

    private static final int AGAIN_EVERY = 20;
    private static final int COUNTERS_DEADLINE_MS = 10_000;

    /** Later than the driver gives up a question and the last call of it. */
    private static final Duration ANSWERED_WITHIN = Duration.ofMinutes(3);

    /** So many follow-ups a second are slow. */
    private static final long AGAIN_PER_SECOND_MIN = 200;

    private final StandInCounters counters;
    private final Ledger ledger;
    private final int cards;
    private final RampedRate rate;
    private final long lateNs;
    private final SplittableRandom random;
    private final HttpDriver driver;
    private final StandInAnswers standIns;
    private final Asked asked = new Asked();
    private final long startNs;
    private final AnswerSeconds seconds;
    private final AtomicLong longestWaitNs = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final AtomicLong lateForTheDriver = new AtomicLong();
    private long sent;
    private int next;
    private volatile boolean isStopped;

    /** Written before {@link #hasBeenSteady}. */
    private long steadyNs;

    private volatile boolean hasBeenSteady;
    private boolean isClosed;

    /** Starts to ask; an answer after the deadline breaks the promise. */
    public HttpTraffic(SystemCluster cluster, Ledger ledger, int cards, long ratePerSecond, long seed) {
        this(cluster, ledger, cards, ratePerSecond, seed, Duration.ofMillis(DEADLINE_MS));
    }

    /**
     * As the other.
     *
     * @param lateAfter an answer after that time breaks the promise: later than the deadline where others share the machine
     */
    public HttpTraffic(
            SystemCluster cluster, Ledger ledger, int cards, long ratePerSecond, long seed, Duration lateAfter) {
        MemberApis apis = cluster.apis();
        this.counters = new StandInCounters(apis, cluster.size());
        this.ledger = ledger;
        this.cards = cards;
        this.rate = new RampedRate(ratePerSecond);
        this.lateNs = lateAfter.toNanos();
        this.random = new SplittableRandom(seed);
        this.startNs = System.nanoTime();
        this.seconds = new AnswerSeconds(startNs);
        // A place that was taken away keeps its ports.
        // With HTTP/1.1 as many connections as calls would be opened when a member is back, for which driver and
        // members need seconds.
        this.driver = new HttpDriver(apis.addresses().subList(0, cluster.size()), HttpVersion.HTTP_2, HttpLimits.USUAL);
        this.standIns = new StandInAnswers(driver, ledger, this::body);
        driver.run(() -> driver.every(1, this::sendDue));
    }

    private String body(int number) {
        return HttpAnswer.request(ledger.transaction(number));
    }

    private void sendDue() {
        long due = isStopped ? 0 : rate.due(System.nanoTime() - startNs);
        while (sent < due) {
            long dueNs = startNs + rate.dueNs(sent);
            ask(ledger.open(Traffic.next(random, cards)), dueNs);
            sent++;
            if (sent % AGAIN_EVERY == 0) {
                ask(random.nextInt(ledger.size()), dueNs);
            }
        }
    }

    private void ask(int number, long dueNs) {
        int member = next++ % driver.memberCount();
        driver.ask(new HttpQuestion(number, body(number), DEADLINE_MS, member, false, dueNs, asked));
    }

    /** What comes of questions that are asked at the rate. */
    private final class Asked implements HttpQuestion.Asker {
        @Override
        public void answered(HttpQuestion question, int member, HttpAnswer answer, boolean isFirst) {
            if (answer.isStandIn()) {
                standIns.add(question.number(), member, answer);
            } else {
                ledger.answered(question.number(), answer.decision());
            }
            if (isFirst) {
                long nowNs = System.nanoTime();
                boolean isLate = question.ageNs(nowNs) > TimeUnit.MILLISECONDS.toNanos(DEADLINE_MS);
                seconds.add(nowNs, answer.isStandIn() || isLate);
                if (hasBeenSteady && question.dueNs() - steadyNs > 0) {
                    measure(question, nowNs);
                }
            }
        }

        private void measure(HttpQuestion question, long nowNs) {
            long waitedNs = question.ageNs(nowNs);
            long unusedLongest = longestWaitNs.accumulateAndGet(nowNs - question.dueNs(), Math::max);
            if (waitedNs > lateNs) {
                boolean isDriversFault = waitedNs - question.stalledNs(driver.stalledNs()) <= lateNs;
                (isDriversFault ? lateForTheDriver : late).incrementAndGet();
            }
        }

        @Override
        public void failed(HttpQuestion question, String why) {
            ledger.broken("transaction " + question.number() + ": " + why);
        }
    }

    /** From when a request was due: a driver that had to wait counts too. */
    @Override
    public long longestWaitMs() {
        return TimeUnit.NANOSECONDS.toMillis(longestWaitNs.get());
    }

    @Override
    public List<Long> answeredPerSecond() {
        return seconds.full(System.nanoTime());
    }

    /** For some seconds in a row, nearly all that was asked was decided by the rules in time. */
    @Override
    public boolean isSteady() {
        long nowNs = System.nanoTime();
        boolean isSteady = seconds.isSteady(nowNs, rate.perSecond());
        if (isSteady && !hasBeenSteady) {
            steadyNs = nowNs;
            hasBeenSteady = true;
        }
        return isSteady;
    }

    @Override
    public String state() {
        return seconds.last(System.nanoTime()) + " " + driver.state();
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        isStopped = true;
        try {
            awaitAnswered("every request is answered", () -> {}, ANSWERED_WITHIN);
            checkCounters();
            awaitAnswered(
                    "the rules have decided what stand-ins have answered",
                    standIns::askAgain,
                    ANSWERED_WITHIN.plusSeconds(standIns.count() / AGAIN_PER_SECOND_MIN));
            System.out.printf(
                    "by HTTP: sent %,d, %s, later than %d ms %,d, and %,d for which the driver stood still; %s%n",
                    ledger.size(),
                    standIns,
                    TimeUnit.NANOSECONDS.toMillis(lateNs),
                    late.get(),
                    lateForTheDriver.get(),
                    driver.summary());
            if (late.get() > 0) {
                ledger.broken(late.get() + " answers came later than " + TimeUnit.NANOSECONDS.toMillis(lateNs)
                        + " ms after their requests");
            }
        } finally {
            driver.close();
        }
    }

    /** Has the driver's loop begin something, behind what it has begun before, and waits until all is answered. */
    private void awaitAnswered(String what, Runnable beginning, Duration within) {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        driver.run(() -> {
            beginning.run();
            boolean unused = begun.complete(null);
        });
        SystemCluster.await(what, () -> begun.isDone() && driver.isIdle(), driver::state, within);
    }

    /** Stand-ins that the process of a member has answered, and how many calls it has not answered. */
    private record Answers(long standIns, long lostCalls) {}

    /** A member's counter of stand-ins is what its clients were answered, but for calls whose answers have not come. */
    private void checkCounters() {
        for (int index = 0; index < driver.memberCount(); index++) {
            CompletableFuture<Answers> asking = new CompletableFuture<>();
            int member = index;
            driver.run(() -> driver.ask(aboutFirst(member, asking)));
            SystemCluster.await("member " + index + " answers a question", asking::isDone, driver::state);
            Answers given = asking.join();
            long counted = counters.since(index);
            if (counted < given.standIns || counted > given.standIns + given.lostCalls) {
                ledger.broken("member " + index + " counts stand-ins: " + counted + ", its clients got "
                        + given.standIns + " and no answer to " + given.lostCalls);
            }
        }
    }

    /** About the first transaction, which it has had. */
    private HttpQuestion aboutFirst(int index, CompletableFuture<Answers> asking) {
        return new HttpQuestion(
                0, body(0), COUNTERS_DEADLINE_MS, index, true, System.nanoTime(), new HttpQuestion.Asker() {
                    @Override
                    public void answered(HttpQuestion question, int member, HttpAnswer answer, boolean isFirst) {
                        boolean unused =
                                asking.complete(new Answers(standIns.of(answer.process()), driver.lostCalls(member)));
                    }

                    @Override
                    public void failed(HttpQuestion question, String why) {
                        ledger.broken("member " + index + " was asked once more: " + why);
                        boolean unused = asking.complete(new Answers(0, Long.MAX_VALUE));
                    }
                });
    }
}
