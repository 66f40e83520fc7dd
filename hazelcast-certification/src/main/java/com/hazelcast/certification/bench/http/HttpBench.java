package com.hazelcast.certification.bench.http;

import com.hazelcast.certification.bench.StolenTime;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Runs one of the three workloads on members that run, or on members of its own. Used by one thread. */
public final class HttpBench {
    /** A loop that is busy for more of the time sends and times late by itself. */
    static final double BUSY_LOOP = 0.9;

    static final double LATE_PERCENTILE = 99;
    static final double LATE_MS = 5;

    private static final int CARDS_PER_CALL = 1_000;
    private static final int LOADED_HISTORY = 5;
    private static final double SETUP_RATE = 0;
    private static final long MS_PER_DAY = Duration.ofDays(1).toMillis();

    private final Settings settings;
    private final Consumer<HttpStep> observer;
    private final List<HttpStep> steps = new ArrayList<>();
    private final List<RateSearch.Found> found = new ArrayList<>();
    private final Clock clock;
    private final String tag;
    private @Nullable HttpBenchCluster own;
    private long firstNumber;

    /** What is done. */
    public enum Workload {
        /** Cards are opened one by one, then each transaction is submitted, and its decision read. */
        TRANSFERS,
        /** Histories are read, then transactions are put, each at rising rates. */
        KEY_VALUE,
        /** Decisions are requested. */
        BUSY;

        /** As it is written in commands. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The rates that are run when none are given. */
        public List<Double> usualRates() {
            return switch (this) {
                case TRANSFERS -> List.of(20_000.0);
                case KEY_VALUE -> List.of(10_000.0, 30_000.0, 50_000.0, 70_000.0, 100_000.0);
                case BUSY -> List.of(0.0);
            };
        }
    }

    /**
     * What to run.
     *
     * @param members that run; empty: it starts its own
     * @param own what it starts then
     */
    public record Settings(
            Workload workload,
            List<InetSocketAddress> members,
            OwnMembers own,
            Connections connections,
            Steps steps,
            Data data) {}

    /**
     * Members that it starts.
     *
     * @param options more of each
     * @param certificate of their API, with its key; empty: no TLS
     */
    public record OwnMembers(
            int count,
            int backups,
            String heap,
            List<String> options,
            Optional<Path> certificate,
            Optional<Path> key) {}

    /**
     * How members are called.
     *
     * @param tls empty: none
     * @param token empty: none is shown
     * @param count over all threads
     * @param pipeline most requests under way on a connection
     * @param timeOut what takes longer is given up, with its connection
     */
    public record Connections(
            Optional<SslContext> tls, Optional<String> token, int count, int pipeline, int threads, Duration timeOut) {}

    /**
     * The steps of a workload.
     *
     * @param rates operations a second, a step each; 0: as fast as they are answered
     * @param duration of a step
     * @param deadline what takes longer is late, and the longest that members may hold back an answer
     * @param search looks for the highest rate that holds, in place of these rates; empty: does not
     */
    public record Steps(
            List<Double> rates, Duration warmUp, Duration duration, Duration deadline, Optional<RateSearch> search) {}

    /**
     * What the members are called with.
     *
     * @param cards that are opened
     * @param transactions of transfers in all, in place of a duration
     * @param historyLimit transactions of a history that is read
     */
    public record Data(int cards, long transactions, int historyLimit) {}

    /**
     * What a workload has found.
     *
     * @param expected transactions that the histories must hold at the end; -1: that was not asked
     * @param held that they hold
     * @param found the highest rates that hold, if they were looked for
     */
    public record Result(List<HttpStep> steps, long expected, long held, List<RateSearch.Found> found) {
        /** Whether all was answered, and is held; of a search, whether some rate holds for each call. */
        public boolean isGood() {
            return found.isEmpty()
                    ? steps.stream().allMatch(HttpStep::isGood) && expected == held
                    : found.stream().allMatch(rate -> rate.rate() > 0);
        }
    }

    /**
     * Refuses transfers that could not be counted at the end.
     *
     * @throws IllegalArgumentException when a card would hold more than a page of its history
     */
    public static void requireReadable(long transactions, int cards) {
        if (transactions < 0 || transactions > (long) cards * HistoryCountWorkload.TRANSACTIONS_MAX) {
            throw new IllegalArgumentException("transactions must be 0 to " + HistoryCountWorkload.TRANSACTIONS_MAX
                    + " for each card: transactions=" + transactions + " cards=" + cards);
        }
    }

    /**
     * A bench.
     *
     * @param clock of the transactions
     * @param observer receives each step when it has ended
     */
    public HttpBench(Settings settings, Clock clock, Consumer<HttpStep> observer) {
        this.settings = settings;
        this.clock = clock;
        this.observer = observer;
        this.tag = "b" + clock.millis() % MS_PER_DAY;
    }

    /**
     * Runs the workload from begin to end.
     *
     * @throws IOException when members cannot be started or reached
     */
    public Result run() throws IOException, InterruptedException {
        if (!settings.members().isEmpty()) {
            return run(settings.members());
        }
        try (HttpBenchCluster started =
                new HttpBenchCluster(settings.own(), settings.data().cards(), LOADED_HISTORY)) {
            own = started;
            return run(started.addresses());
        }
    }

    private Result run(List<InetSocketAddress> members) throws IOException {
        Connections connections = settings.connections();
        HttpTemplate.Head head = new HttpTemplate.Head(members.get(0).getHostString(), connections.token());
        try (HttpLoad load = new HttpLoad(new HttpLoad.Settings(
                members,
                connections.tls(),
                connections.count(),
                connections.pipeline(),
                connections.threads(),
                settings.steps().deadline(),
                connections.timeOut()))) {
            return switch (settings.workload()) {
                case TRANSFERS -> transfers(load, head);
                case KEY_VALUE -> keyValue(load, head);
                case BUSY -> busy(load, head);
            };
        }
    }

    private Result transfers(HttpLoad load, HttpTemplate.Head head) {
        long waitMs = settings.steps().deadline().toMillis();
        BenchCards warm = BenchCards.forWarmUp();
        open(load, head, warm, CARDS_PER_CALL, null);
        BenchCards cards = BenchCards.of(settings.data().cards());
        OpenCardsWorkload opening = new OpenCardsWorkload(cards, 1, head, null);
        var unusedOpening = step(
                "POST /v1/cards", SETUP_RATE, load, loop -> opening, HttpPace.besideMeasuring(opening.callCount()));
        // Directly before what it is for: other calls between them have the compilers begin anew.
        load.run(loop -> new TransfersWorkload(warm, waitMs, head, clock, 0), warmUp());
        if (settings.steps().search().isPresent()) {
            steps("transfers", load, loop -> new TransfersWorkload(cards, waitMs, head, clock, firstNumber));
            return uncounted();
        }
        int stepCount = settings.steps().rates().size();
        long begun = 0;
        for (int i = 0; i < stepCount; i++) {
            long count = settings.data().transactions() * (i + 1) / stepCount - begun;
            long first = begun;
            double rate = settings.steps().rates().get(i);
            var unusedStep = step(
                    "transfers",
                    rate,
                    load,
                    loop -> new TransfersWorkload(cards, waitMs, head, clock, first),
                    HttpPace.count(rate, count));
            begun += count;
        }
        LongAdder held = new LongAdder();
        var unusedReading = step(
                "POST /v1/cards:history",
                SETUP_RATE,
                load,
                loop -> new HistoryCountWorkload(cards, held, head),
                HttpPace.besideMeasuring(cards.count()));
        return new Result(List.copyOf(steps), settings.data().transactions(), held.sum(), List.of());
    }

    /** Where the histories are not compared with what was sent. */
    private Result uncounted() {
        return new Result(List.copyOf(steps), -1, -1, List.copyOf(found));
    }

    private Result keyValue(HttpLoad load, HttpTemplate.Head head) {
        BenchCards cards = BenchCards.of(settings.data().cards());
        AtomicReferenceArray<String> tokens = new AtomicReferenceArray<>(cards.count());
        open(load, head, cards, CARDS_PER_CALL, tokens);
        long waitMs = settings.steps().deadline().toMillis();
        IntFunction<HttpWorkload> put = loop -> SingleCallWorkload.put(cards, firstNumber, tag, waitMs, head, clock);
        IntFunction<HttpWorkload> get = loop ->
                SingleCallWorkload.history(cards, tokens, settings.data().historyLimit(), head);
        // So that there is something to read.
        use(load.run(put, HttpPace.besideMeasuring((long) cards.count() * LOADED_HISTORY)));
        use(load.run(put, warmUp()));
        use(load.run(get, warmUp()));
        steps("GET of a history", load, get);
        steps("PUT of a transaction", load, put);
        return uncounted();
    }

    private Result busy(HttpLoad load, HttpTemplate.Head head) {
        BenchCards cards = BenchCards.of(settings.data().cards());
        open(load, head, cards, CARDS_PER_CALL, null);
        IntFunction<HttpWorkload> decide = loop -> SingleCallWorkload.decide(cards, firstNumber, head, clock);
        use(load.run(decide, warmUp()));
        steps("POST /v1/decisions", load, decide);
        return uncounted();
    }

    private static void open(
            HttpLoad load,
            HttpTemplate.Head head,
            BenchCards cards,
            int cardsPerCall,
            @Nullable AtomicReferenceArray<String> tokens) {
        OpenCardsWorkload opening = new OpenCardsWorkload(cards, Math.min(cardsPerCall, cards.count()), head, tokens);
        HttpTally opened = load.run(loop -> opening, HttpPace.besideMeasuring(opening.callCount()))
                .tally();
        if (opened.doneCount() < opening.callCount()) {
            throw new IllegalStateException("the members did not open all cards; are they ready? calls="
                    + opening.callCount() + " good=" + opened.doneCount() + ": " + opened.firstFailure());
        }
    }

    private HttpPace warmUp() {
        return HttpPace.during(
                settings.steps().rates().get(0), settings.steps().warmUp().toNanos());
    }

    private HttpPace during(double rate) {
        return HttpPace.during(rate, settings.steps().duration().toNanos());
    }

    /** Numbers of transactions are used once. */
    private void use(HttpLoad.Run run) {
        firstNumber += run.tally().numberEnd();
    }

    /** A step at each rate, or at those by which the highest is found that holds. */
    private void steps(String name, HttpLoad load, IntFunction<HttpWorkload> workloads) {
        Optional<RateSearch> search = settings.steps().search();
        if (search.isEmpty()) {
            for (double rate : settings.steps().rates()) {
                var unused = step(name, rate, load, workloads, during(rate));
            }
            return;
        }
        found.add(search.get().find(name, rate -> search.get().holds(step(name, rate, load, workloads, during(rate)))));
    }

    private HttpStep step(String name, double rate, HttpLoad load, IntFunction<HttpWorkload> workloads, HttpPace pace) {
        HttpBenchCluster started = own;
        StolenTime stolen = StolenTime.start();
        double cpuBefore = started == null ? Double.NaN : started.cpuSeconds();
        HttpLoad.Run run = load.run(workloads, pace);
        use(run);
        double cores = started == null ? Double.NaN : (started.cpuSeconds() - cpuBefore) / run.seconds();
        HttpStep step = new HttpStep(name, rate, settings.steps().deadline().toMillis(), run, cores, stolen.share());
        steps.add(step);
        observer.accept(step);
        return step;
    }
}
