package com.hazelcast.certification.systemtests.http;

import com.hazelcast.certification.systemtests.cluster.MemberApis;
import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import com.hazelcast.certification.systemtests.traffic.Ledger;
import com.hazelcast.certification.systemtests.traffic.Load;
import com.hazelcast.certification.systemtests.traffic.Traffic;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Asks for decisions by HTTP at a rate, of members in turn, each within a deadline; a member that fails or turns a request away leaves it to
 * the next one, with what is left of the deadline. Asks one in twenty again later, and in the end all that a stand-in has answered: the rules
 * must have decided these, and the process that stood in must say so. All of it runs on one event loop.
 */
public final class HttpTraffic implements Load {
    /** For members that share two cores with this driver and with members that start. */
    public static final int DEADLINE_MS = 250;

    private static final int AGAIN_EVERY = 20;
    private static final int AGAIN_DEADLINE_MS = 10_000;

    /** More than two members have under way when each request waits for its deadline. */
    private static final int CONNECTIONS_PER_MEMBER = 2_048;

    private static final int STEADY_SECONDS = 3;
    private static final double STEADY_SHARE = 0.9;
    private static final long RETRY_MS = 5;

    /**
     * A member that is so late hangs. No sooner: one that lives answers by its stand-in, one that was killed closes its connections, and
     * giving up means to close a connection and to open another, which makes a busy machine busier.
     */
    private static final long HANGS_MS = 10_000;

    private static final long DEADLINE_NS = TimeUnit.MILLISECONDS.toNanos(DEADLINE_MS);
    private static final long GIVEN_UP_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int SECONDS_MAX = 4 * 3_600;

    private final List<InetSocketAddress> members;
    private final MemberApis apis;
    private final Ledger ledger;
    private final int cards;
    private final long ratePerSecond;
    private final SplittableRandom random;
    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setUseDaemonThread(true));
    private final Context loop = vertx.getOrCreateContext();
    private final HttpClient http;
    private final long startNs = System.nanoTime();
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong longestWaitNs = new AtomicLong();
    private final AtomicLong askedLateNs = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final Map<String, Long> repeatedByReason = new ConcurrentHashMap<>();
    private final AtomicLongArray answeredIn = new AtomicLongArray(SECONDS_MAX);
    private final AtomicLongArray answeredPoorlyIn = new AtomicLongArray(SECONDS_MAX);
    private final Map<String, Long> standInsByProcess = new HashMap<>();
    private final ConcurrentLinkedQueue<StandIn> standIns = new ConcurrentLinkedQueue<>();
    private final AtomicLong forgotten = new AtomicLong();
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final int[] underWay;
    private long sent;
    private int next;
    private volatile boolean isStopped;
    private boolean isClosed;

    private record StandIn(int number, int member, HttpAnswer answer) {}

    /** A transaction that is asked for until it is answered. Its deadline counts from when it is asked. */
    private final class Asking {
        private final int number;
        private final String body;
        private final int deadlineMs;
        private final long dueNs;
        private final long sinceNs = System.nanoTime();
        private int member;

        Asking(int number, int member, int deadlineMs) {
            this(number, member, deadlineMs, System.nanoTime());
        }

        Asking(int number, int member, int deadlineMs, long dueNs) {
            this.number = number;
            this.dueNs = dueNs;
            this.member = member;
            this.deadlineMs = deadlineMs;
            this.body = HttpAnswer.request(ledger.transaction(number));
        }

        private long waitedNs() {
            return System.nanoTime() - sinceNs;
        }
    }

    @FunctionalInterface
    private interface Answering {
        void answered(Asking asking, HttpAnswer answer);
    }

    /** Starts to ask. */
    public HttpTraffic(MemberApis apis, Ledger ledger, int cards, long ratePerSecond, long seed) {
        this.apis = apis;
        this.members = apis.addresses();
        this.ledger = ledger;
        this.cards = cards;
        this.ratePerSecond = ratePerSecond;
        this.random = new SplittableRandom(seed);
        this.http = vertx.createHttpClient(
                new HttpClientOptions().setMaxRedirects(0), new PoolOptions().setHttp1MaxSize(CONNECTIONS_PER_MEMBER));
        this.underWay = new int[members.size()];
        loop.runOnContext(ignored -> {
            long unused = vertx.setPeriodic(1, timer -> {
                if (isStopped) {
                    boolean unusedCancel = vertx.cancelTimer(timer);
                } else {
                    sendDue();
                }
            });
        });
    }

    private void sendDue() {
        long due = (System.nanoTime() - startNs) * ratePerSecond / SECOND_NS;
        while (sent < due) {
            long dueNs = startNs + sent * SECOND_NS / ratePerSecond;
            ask(ledger.open(Traffic.next(random, cards)), dueNs);
            sent++;
            if (sent % AGAIN_EVERY == 0) {
                ask(random.nextInt(ledger.size()), dueNs);
            }
        }
    }

    private void ask(int number, long dueNs) {
        unanswered.incrementAndGet();
        Asking asking = new Asking(number, next++ % members.size(), DEADLINE_MS, dueNs);
        askedLateNs.accumulateAndGet(asking.sinceNs - dueNs, Math::max);
        ask(asking, this::recordAnswer);
    }

    /** Of the member whose turn it is, or of one that has a connection free; else it waits for one. */
    private void ask(Asking asking, Answering answering) {
        for (int i = 0; i < members.size(); i++) {
            int member = (asking.member + i) % members.size();
            if (underWay[member] < CONNECTIONS_PER_MEMBER) {
                asking.member = member;
                underWay[member]++;
                send(asking, answering);
                return;
            }
        }
        waiting.add(() -> ask(asking, answering));
    }

    private void free(int member) {
        underWay[member]--;
        Runnable first = waiting.poll();
        if (first != null) {
            first.run();
        }
    }

    private void send(Asking asking, Answering answering) {
        int asked = asking.member;
        long leftMs = Math.max(1, asking.deadlineMs - TimeUnit.NANOSECONDS.toMillis(asking.waitedNs()));
        InetSocketAddress member = members.get(asking.member);
        var unused = http.request(new RequestOptions()
                        .setMethod(HttpMethod.POST)
                        .setHost(member.getHostString())
                        .setPort(member.getPort())
                        .setURI("/v1/decisions")
                        .setTimeout(asking.deadlineMs + HANGS_MS))
                .compose(request -> request.putHeader("X-Deadline-Ms", Long.toString(leftMs))
                        .send(asking.body))
                .compose(response -> response.body().map(body -> Map.entry(response.statusCode(), body.toString())))
                .onComplete(result -> {
                    free(asked);
                    int status = result.succeeded() ? result.result().getKey() : 503;
                    if (status == 200) {
                        answering.answered(asking, parsed(result.result().getValue()));
                    } else if (status == 503 && asking.waitedNs() < GIVEN_UP_NS) {
                        String reason = result.succeeded()
                                ? HttpAnswer.code(result.result().getValue())
                                : result.cause().getClass().getSimpleName();
                        repeatedByReason.merge(reason, 1L, Long::sum);
                        askNextMember(asking, answering);
                    } else {
                        ledger.broken("transaction " + asking.number + " was answered " + status + ": "
                                + (result.succeeded() ? result.result().getValue() : String.valueOf(result.cause())));
                        unanswered.decrementAndGet();
                    }
                });
    }

    private void askNextMember(Asking asking, Answering answering) {
        int before = asking.member;
        asking.member = (before + 1) % members.size();
        if (asking.member == 0) {
            // All have been asked; not in a circle without a pause.
            long unused = vertx.setTimer(RETRY_MS, ignored -> ask(asking, answering));
        } else {
            ask(asking, answering);
        }
    }

    private static HttpAnswer parsed(String body) {
        try {
            return HttpAnswer.of(body);
        } catch (IOException e) {
            throw new IllegalStateException("an answer is no JSON: " + body, e);
        }
    }

    private void recordAnswer(Asking asking, HttpAnswer answer) {
        long waitedNs = asking.waitedNs();
        longestWaitNs.accumulateAndGet(System.nanoTime() - asking.dueNs, Math::max);
        if (waitedNs > DEADLINE_NS) {
            late.incrementAndGet();
        }
        int second = Math.min(secondNow(), SECONDS_MAX - 1);
        long unusedAnswered = answeredIn.incrementAndGet(second);
        if (waitedNs > DEADLINE_NS || answer.isStandIn()) {
            long unusedPoorly = answeredPoorlyIn.incrementAndGet(second);
        }
        if (answer.isStandIn()) {
            standInsByProcess.merge(answer.process(), 1L, Long::sum);
            standIns.add(new StandIn(asking.number, asking.member, answer));
        } else {
            ledger.answered(asking.number, answer.decision());
        }
        unanswered.decrementAndGet();
    }

    /** From when a request was due: a driver that had to wait counts too. */
    @Override
    public long longestWaitMs() {
        return TimeUnit.NANOSECONDS.toMillis(longestWaitNs.get());
    }

    @Override
    public List<Long> answeredPerSecond() {
        int seconds = Math.min(SECONDS_MAX, secondNow());
        List<Long> counts = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            counts.add(answeredIn.get(second));
        }
        return counts;
    }

    /** Some seconds in a row, all that was asked was decided by the rules in time. */
    @Override
    public boolean isSteady() {
        int now = Math.min(SECONDS_MAX, secondNow());
        return now >= STEADY_SECONDS
                && IntStream.range(now - STEADY_SECONDS, now)
                        .allMatch(second -> answeredPoorlyIn.get(second) == 0
                                && answeredIn.get(second) >= STEADY_SHARE * ratePerSecond);
    }

    private int secondNow() {
        return (int) ((System.nanoTime() - startNs) / SECOND_NS);
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        isStopped = true;
        try {
            SystemCluster.await("all is answered", () -> unanswered.get() == 0);
            checkCounters();
            int stoodIn = standIns.size();
            askWhatStandInsAnswered();
            System.out.printf(
                    "by HTTP: sent %,d, asked again of another member %s, stand-ins %,d (of these lost with their"
                            + " member %,d), later than %d ms %,d; the driver itself was up to %,d ms late%n",
                    ledger.size(),
                    repeatedByReason,
                    stoodIn,
                    forgotten.get(),
                    DEADLINE_MS,
                    late.get(),
                    TimeUnit.NANOSECONDS.toMillis(askedLateNs.get()));
            if (late.get() > 0) {
                ledger.broken(late.get() + " answers came later than their deadline of " + DEADLINE_MS + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            var unused = vertx.close();
        }
    }

    /** A member's counter of stand-ins is what its clients were answered, unless its process has ended. */
    private void checkCounters() throws InterruptedException {
        for (int index = 0; index < members.size(); index++) {
            HttpAnswer now = askOnce(index);
            try {
                long counted = Math.round(apis.metric(index, "fraud_api_stand_ins_total"));
                long answered = standInsByProcess.getOrDefault(now.process(), 0L);
                if (counted != answered) {
                    ledger.broken(
                            "member " + index + " counts stand-ins: " + counted + ", its clients got " + answered);
                }
            } catch (IOException e) {
                ledger.broken("member " + index + " gives no metrics: " + e);
            }
        }
    }

    /** Asks one member about the first transaction, which it has had, until the rules answer. */
    private HttpAnswer askOnce(int index) {
        CompletableFuture<HttpAnswer> given = new CompletableFuture<>();
        unanswered.incrementAndGet();
        loop.runOnContext(ignored -> ask(new Asking(0, index, AGAIN_DEADLINE_MS), (asking, answer) -> {
            unanswered.decrementAndGet();
            boolean unused = given.complete(answer);
        }));
        return given.join();
    }

    private void askWhatStandInsAnswered() throws InterruptedException {
        loop.runOnContext(ignored -> askNextStandIn());
        SystemCluster.await("the rules have decided what stand-ins answered", standIns::isEmpty);
        SystemCluster.await("all is answered", () -> unanswered.get() == 0);
    }

    private void askNextStandIn() {
        StandIn one = standIns.poll();
        if (one == null) {
            return;
        }
        unanswered.incrementAndGet();
        ask(new Asking(one.number, one.member, AGAIN_DEADLINE_MS), (asking, answer) -> {
            recordLater(one, answer);
            unanswered.decrementAndGet();
            askNextStandIn();
        });
    }

    private void recordLater(StandIn one, HttpAnswer later) {
        boolean isSameProcess = later.process().equals(one.answer.process());
        if (later.isStandIn()) {
            ledger.broken(
                    "transaction " + one.number + " has no decision of the rules after " + AGAIN_DEADLINE_MS + " ms");
            return;
        }
        ledger.answered(one.number, later.decision());
        if (isSameProcess && !(later.replayed() && later.earlier().equals(one.answer.action()))) {
            ledger.broken("transaction " + one.number + " was answered by a stand-in, and later as if it had not been: "
                    + later);
        }
        if (!later.replayed()) {
            forgotten.incrementAndGet();
        }
    }
}
