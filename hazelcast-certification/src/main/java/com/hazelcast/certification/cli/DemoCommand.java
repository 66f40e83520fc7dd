package com.hazelcast.certification.cli;

import com.hazelcast.certification.cli.demo.DemoPhase;
import com.hazelcast.certification.cli.demo.DemoSize;
import com.hazelcast.certification.cli.demo.DemoSource;
import com.hazelcast.certification.cli.demo.DemoSummary;
import com.hazelcast.certification.cli.kafka.KafkaDemo;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.LoadBar;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.process.LocalApi;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.rules.live.RuleSetFile;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.StreamCalendar;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./fraud demo}: everything on this machine, for half a minute. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Start a source and members on this machine, load, score, verify, and stop everything.")
final class DemoCommand implements Callable<Integer> {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The steady part is a third of the duration, and not longer than this. */
    private static final Duration STEADY_MAX = Duration.ofSeconds(10);

    /** How long the last verdicts are waited for. */
    private static final Duration SETTLE_MAX = Duration.ofMinutes(2);

    private static final int WATCH_SCRAPE_SECONDS = 1;

    private static final int TOKEN_SIZE_BYTES = 16;

    @Option(
            names = "--cards",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Cards (default: ${DEFAULT-VALUE}).")
    int cards;

    @Option(
            names = "--history",
            defaultValue = "20",
            paramLabel = "N",
            description = "Transactions to load a card (default: ${DEFAULT-VALUE}).")
    int history;

    @Mixin
    TrafficOption traffic;

    @Option(
            names = "--rules",
            defaultValue = "starter",
            paramLabel = "FILE|NAME",
            description =
                    "The set of rules that decides: a file, or one that comes with the program, starter or certification (default: ${DEFAULT-VALUE}).")
    String rules = "";

    @Option(
            names = "--duration",
            defaultValue = "30s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description =
                    "How long to score: a third of it, at most 10 s, at the steady rate, the rest flat out (default:"
                            + " ${DEFAULT-VALUE}).")
    Duration duration = Duration.ZERO;

    @Option(
            names = "--rate",
            defaultValue = "30000",
            paramLabel = "N",
            description = "Transactions a second of the steady part (default: ${DEFAULT-VALUE}).")
    long rate;

    @Option(
            names = "--members",
            defaultValue = "2",
            paramLabel = "N",
            description = "Members (default: ${DEFAULT-VALUE}).")
    int members;

    @Option(
            names = "--port",
            defaultValue = "5701",
            paramLabel = "PORT",
            description = "Port of the first member; the others take the next ones (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--http-port",
            defaultValue = "7777",
            paramLabel = "PORT",
            description =
                    "Port of the first member's /metrics; the others take the next ones (default: ${DEFAULT-VALUE}).")
    int httpPort;

    @Option(
            names = "--source-port",
            defaultValue = "8511",
            paramLabel = "PORT",
            description = "Port of the source (default: ${DEFAULT-VALUE}).")
    int sourcePort;

    @Option(
            names = "--api-port",
            defaultValue = "8600",
            paramLabel = "PORT",
            description =
                    "Port of the first member's HTTP API; the others take the next ones (default: ${DEFAULT-VALUE}).")
    int apiPort;

    @Option(
            names = "--kafka",
            description =
                    "Start a broker of Kafka in the source's place: members read a topic of payments and write one of verdicts. Payments of a third of --duration are there before; then they come at --rate.")
    boolean isKafka;

    @Option(
            names = "--keep",
            paramLabel = "FOLDER",
            description =
                    "Keep the members' shards on disk in that folder; a later demo with the same folder, cards and"
                            + " members goes on with them (default: nothing is kept).")
    @Nullable
    Path keep;

    @Option(names = "--watch", description = "Start Prometheus too, if it is installed, and print its address.")
    boolean watch;

    @Option(
            names = "--prometheus-port",
            defaultValue = "9090",
            paramLabel = "PORT",
            description = "Port of Prometheus, with --watch (default: ${DEFAULT-VALUE}).")
    int prometheusPort;

    @Override
    public Integer call() throws IOException, InterruptedException, ExecutionException {
        check();
        try (LocalCluster processes = new LocalCluster()) {
            System.out.printf(
                    Locale.ROOT,
                    "starting a %s and %d members with %d backup ...%n",
                    isKafka ? "broker of Kafka" : "source",
                    members,
                    size().backups());
            if (!isKafka) {
                DemoSource steadySource = startSource(processes, "steady", size().shown(), "--rate=" + rate);
                LocalApi api = startMembers(processes, sourceArguments());
                try (ClusterControl cluster = processes.connect()) {
                    return show(cluster, steadySource, processes, api);
                }
            }
            LocalBrokers broker = processes.startBroker();
            try (KafkaDemo kafka = new KafkaDemo(broker, pastStream(), Clock.systemUTC())) {
                LocalApi api = startMembers(processes, kafka.memberArguments());
                System.out.print(kafka.describe());
                try (ClusterControl cluster = processes.connect()) {
                    return showKafka(cluster, kafka, api);
                }
            }
        }
    }

    private LocalApi startMembers(LocalCluster processes, List<String> entrance) throws IOException {
        // For this run alone: controls the cluster from the console, and looks cards up by their numbers.
        String token = newToken();
        LocalApi api = new LocalApi(apiPort, newToken(), processes);
        for (int i = 0; i < members; i++) {
            processes.startMember(
                    port + i,
                    httpPort + i,
                    memberArguments(entrance, api, i),
                    Map.of("FRAUD_CONSOLE_OPERATOR_TOKEN", token));
        }
        System.out.printf(
                Locale.ROOT,
                "console: http://127.0.0.1:%d/#token=%s%nwith the operator's token, which control and a look-up by"
                        + " card number need%n",
                httpPort,
                token);
        startPrometheus(processes);
        return api;
    }

    private List<String> sourceArguments() {
        return List.of("--source", "127.0.0.1:" + sourcePort, "--readers", "1");
    }

    private DemoSource startSource(LocalCluster processes, String name, Duration since, String option)
            throws IOException {
        return DemoSource.start(
                processes,
                name,
                sourcePort,
                List.of(
                        "--cards=" + cards,
                        traffic(),
                        "--since=" + since.toSeconds() + "s",
                        "--payments-a-day=" + size().paymentsADay(),
                        option));
    }

    /** The stream that the demo's broker is filled with. */
    private GeneratedStream pastStream() {
        long beginMs = Clock.systemUTC().millis() - size().shown().toMillis();
        return new GeneratedStream(
                traffic.traffic, cards, 1, Optional.of(new StreamCalendar(beginMs, cards, size().paymentsADay())));
    }

    /** Histories up to the day when the stream begins. */
    private LoadSpec histories() {
        return new LoadSpec(
                cards, history, 1, Clock.systemUTC().millis() - size().shown().toMillis(), traffic.traffic);
    }

    private String traffic() {
        return "--traffic=" + traffic.traffic.label();
    }

    private static String newToken() {
        byte[] random = new byte[TOKEN_SIZE_BYTES];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private void startPrometheus(LocalCluster processes) throws IOException {
        if (!watch) {
            return;
        }
        if (!LocalCluster.hasPrometheus()) {
            System.out.println(
                    "Prometheus is not installed (Debian's package is called prometheus); going on without it");
            return;
        }
        processes.startPrometheus(
                prometheusPort,
                WATCH_SCRAPE_SECONDS,
                IntStream.range(httpPort, httpPort + members).boxed().toList(),
                List.of());
        System.out.printf(
                Locale.ROOT,
                "Prometheus:"
                        + " http://127.0.0.1:%d/graph?g0.expr=cluster:fraud_scored:rate1m&g0.tab=0&g0.range_input=5m%n",
                prometheusPort);
    }

    private DemoSize size() {
        return DemoSize.here(cards, history, members, duration);
    }

    private List<String> memberArguments(List<String> entrance, LocalApi api, int index) {
        List<String> arguments = new ArrayList<>(entrance);
        arguments.addAll(List.of(
                "--cards",
                Integer.toString(cards),
                "--history",
                Integer.toString(history),
                traffic(),
                "--members",
                Integer.toString(members),
                "--backups",
                Integer.toString(size().backups()),
                "--heap",
                size().heapMib() + "m",
                // What is counted at the end stands still then.
                "--sweep-interval=never",
                "--rules",
                rules));
        arguments.addAll(api.memberArguments(index));
        if (keep != null) {
            arguments.add("--data-dir=" + keep.resolve("member-" + index));
        }
        return arguments;
    }

    /** Refuses what cannot work, before anything is started. */
    private void check() {
        if (members < 1 || members > 16) {
            throw new IllegalArgumentException("the demo runs 1 to 16 members: members=" + members);
        }
        if (cards < 1 || history < 0 || history > HistoryLimits.ENTRIES_PER_CARD_CEILING) {
            throw new IllegalArgumentException("the demo needs at least one card and a history of 0 to "
                    + HistoryLimits.ENTRIES_PER_CARD_CEILING + ": cards=" + cards + " history=" + history);
        }
        if (rate < 1) {
            throw new IllegalArgumentException("the steady part needs at least one transaction a second: rate=" + rate);
        }
        RuleSetText unused = RuleSetFile.named(rules);
        for (int i = 0; i < members; i++) {
            LocalCluster.requireFree("--port", port + i);
            LocalCluster.requireFree("--http-port", httpPort + i);
            LocalCluster.requireFree("--api-port", apiPort + i);
        }
        if (!isKafka) {
            LocalCluster.requireFree("--source-port", sourcePort);
        }
        if (watch) {
            LocalCluster.requireFree("--prometheus-port", prometheusPort);
        }
        size().requireMemory();
    }

    /** The time at the steady rate: a third of all, but no longer than it takes to see how fast answers come. */
    static Duration steadyPart(Duration all) {
        Duration third = all.dividedBy(3);
        return third.compareTo(STEADY_MAX) < 0 ? third : STEADY_MAX;
    }

    private int show(ClusterControl cluster, DemoSource steadySource, LocalCluster processes, LocalApi api)
            throws IOException, InterruptedException {
        cluster.load(Optional.of(histories()));
        if (!LoadBar.show(cluster::requestedLoad)) {
            return 1;
        }
        long before = keep == null
                ? (long) cards * history
                : DemoSummary.survey(cluster).everInserted();
        Duration steady = steadyPart(duration);
        System.out.printf(
                Locale.ROOT,
                "payments of up to %d days in fast motion, so that a card pays as often as before%nat a steady rate: %,d transactions a second%n",
                size().shown().toDays(),
                rate);
        // Until then the JVMs compile what they have never run before.
        System.out.print(api.example(Clock.systemUTC().millis()));
        DemoPhase atRate = DemoPhase.run(cluster, steadySource, steady.dividedBy(2), steady);
        steadySource.close();
        long passedMs = size().passedMs(atRate.scored());
        DemoSource fastSource =
                startSource(processes, "flat-out", size().shown().minusMillis(passedMs), "--seed=2");
        System.out.println("flat out: as many transactions as the members read");
        DemoPhase flatOut = DemoPhase.run(cluster, fastSource, Duration.ZERO, duration.minus(steady));
        System.out.println("at a steady rate: " + atRate.describe("time to an answer"));
        System.out.println("flat out: " + flatOut.describe("time to an answer (mostly waiting)"));
        return DemoSummary.print(cluster, before) ? 0 : 1;
    }

    private int showKafka(ClusterControl cluster, KafkaDemo kafka, LocalApi api)
            throws IOException, InterruptedException, ExecutionException {
        cluster.load(Optional.of(histories()));
        if (!LoadBar.show(cluster::requestedLoad)) {
            return 1;
        }
        long before = keep == null
                ? (long) cards * history
                : DemoSummary.survey(cluster).everInserted();
        long backlog = Math.max(1, rate * duration.dividedBy(3).toSeconds());
        kafka.fill(backlog);
        System.out.printf(
                Locale.ROOT,
                "%,d payments are in the topic; %,d a second come behind them. The console's overview shows the lag%n",
                backlog,
                rate);
        System.out.print(api.example(Clock.systemUTC().millis()));
        kafka.start(rate);
        DemoPhase phase = DemoPhase.score(
                cluster,
                duration.dividedBy(2),
                duration,
                () -> String.format(Locale.ROOT, "   without a verdict %,9d", kafka.lagRecords()));
        kafka.settle(SETTLE_MAX);
        var unusedStop = cluster.stop();
        System.out.println("with Kafka: " + phase.sentBy(kafka.driver()).describe("time to an answer"));
        System.out.print(kafka.summary());
        return DemoSummary.print(cluster, before) && kafka.isGood() ? 0 : 1;
    }
}
