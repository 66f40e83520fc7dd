package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.SpectrumPicture;
import com.hazelcast.certification.bench.http.HttpBench;
import com.hazelcast.certification.bench.http.HttpBench.Workload;
import com.hazelcast.certification.bench.http.HttpStep;
import com.hazelcast.certification.bench.http.RateSearch;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.output.HttpStepText;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.client.TlsOptions;
import com.hazelcast.certification.process.LocalCertificate;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench http}: one of three workloads on the HTTP API of members. */
@Command(
        name = "http",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Load on the HTTP API, at a fixed rate whether or not members keep up, or as fast as they answer.",
            "Without --member it starts members of its own."
        },
        footer =
                "%nStatus 1 when something was answered neither well nor 503 or 429, or when the histories do not hold what they must.")
final class BenchHttpCommand implements Callable<Integer> {
    @Option(
            names = "--workload",
            defaultValue = "busy",
            converter = WorkloadConverter.class,
            paramLabel = "transfers|key-value|busy",
            description = {
                "transfers: opens cards one by one, then submits each transaction and reads its decision;",
                "key-value: reads histories, then puts transactions, at each rate;",
                "busy: POST /v1/decisions (default: ${DEFAULT-VALUE})."
            })
    Workload workload = Workload.BUSY;

    @Option(
            names = "--rate",
            split = ",",
            paramLabel = "N",
            description =
                    "Operations a second, a step each; 0: closed loop, as fast as they are answered (default: transfers 20000; key-value 10000,30000,50000,70000,100000; busy 0).")
    List<Double> rates = new ArrayList<>();

    @Option(
            names = "--find-rate",
            description = {
                "Looks for the highest rate that holds, between --from and --to, by halving, in place of --rate.",
                "A rate holds when all is answered, nothing is turned away, and at most --late-max of it is late or answered by a stand-in."
            })
    boolean isRateSought;

    @Option(
            names = "--from",
            defaultValue = "5000",
            paramLabel = "N",
            description = "With --find-rate: the lowest rate (default: ${DEFAULT-VALUE}).")
    double from;

    @Option(
            names = "--to",
            defaultValue = "40000",
            paramLabel = "N",
            description = "With --find-rate: the highest rate (default: ${DEFAULT-VALUE}).")
    double to;

    @Option(
            names = "--late-max",
            defaultValue = "0.00001",
            paramLabel = "SHARE",
            description = "With --find-rate: share that may be late (default: ${DEFAULT-VALUE}).")
    double lateMax;

    @Option(
            names = "--connections",
            defaultValue = "64",
            paramLabel = "N",
            description = "Connections at once (default: ${DEFAULT-VALUE}).")
    int connections;

    @Option(
            names = "--pipeline",
            defaultValue = "1",
            paramLabel = "N",
            description = "Most requests under way on one connection (default: ${DEFAULT-VALUE}).")
    int pipeline;

    @Option(
            names = "--threads",
            defaultValue = "1",
            paramLabel = "N",
            description = "Threads that send and receive (default: ${DEFAULT-VALUE}).")
    int threads;

    @Option(
            names = "--deadline",
            defaultValue = "25ms",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "What takes longer from when it was due is counted as late (default: ${DEFAULT-VALUE}).")
    Duration deadline = Duration.ZERO;

    @Option(
            names = "--time-out",
            defaultValue = "10s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "A request without an answer is given up, with its connection (default: ${DEFAULT-VALUE}).")
    Duration timeOut = Duration.ZERO;

    @Option(
            names = "--warm-up",
            defaultValue = "20s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Not measured, at the first rate (default: ${DEFAULT-VALUE}).")
    Duration warmUp = Duration.ZERO;

    @Option(
            names = "--duration",
            defaultValue = "1m",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description =
                    "Of each step of key-value and busy, and of each step of a search (default: ${DEFAULT-VALUE}).")
    Duration duration = Duration.ZERO;

    @Option(
            names = "--cards",
            paramLabel = "N",
            description = "Cards that are opened (default: transfers 300301, else 20000).")
    int cards;

    @Option(
            names = "--transactions",
            defaultValue = "3899999",
            paramLabel = "N",
            description = "Of transfers, over all rates (default: ${DEFAULT-VALUE}).")
    long transactions;

    @Option(
            names = "--history-limit",
            defaultValue = "10",
            paramLabel = "N",
            description = "Newest transactions of a history that key-value reads (default: ${DEFAULT-VALUE}).")
    int historyLimit;

    @Option(
            names = "--member",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "API of a member that runs; may be given several times. Connections are shared out evenly.")
    List<String> member = new ArrayList<>();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Its first line is the token that is shown; it needs the roles score, read and operate.")
    @Nullable
    Path tokenFile;

    @Option(
            names = "--tls-trust",
            paramLabel = "FILE",
            description = "TLS to members that run: certificates to trust, PEM.")
    @Nullable
    Path trust;

    @Option(
            names = "--members",
            defaultValue = "1",
            paramLabel = "N",
            description = "Members to start, each a process (default: ${DEFAULT-VALUE}).")
    int members;

    @Option(
            names = "--backups",
            defaultValue = "0",
            paramLabel = "0|1|2",
            description = "Synchronous backups of members that are started (default: ${DEFAULT-VALUE}).")
    int backups;

    @Option(
            names = "--member-heap",
            defaultValue = "2g",
            paramLabel = "SIZE",
            description = "Heap of each member that is started (default: ${DEFAULT-VALUE}).")
    String heap = "";

    @Option(
            names = "--member-option",
            paramLabel = "OPTION",
            description = "A further option of members that are started, such as --member-option=--api-queue=512.")
    List<String> memberOptions = new ArrayList<>();

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "TLS to members that are started: their certificate for 127.0.0.1, PEM, which is trusted.")
    @Nullable
    Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Its key, PKCS#8 PEM without a password.")
    @Nullable
    Path key;

    @Option(names = "--tls", description = "TLS to members that are started, with a certificate made for this run.")
    boolean isWithOwnCertificate;

    @Option(
            names = "--report",
            defaultValue = "bench-http",
            paramLabel = "FOLDER",
            description = "Gets the percentile spectra, .hgrm and SVG (default: ${DEFAULT-VALUE}).")
    Path report = Path.of("");

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    /** Reads a workload's name. */
    static final class WorkloadConverter implements ITypeConverter<Workload> {
        @Override
        public Workload convert(String text) {
            return Stream.of(Workload.values())
                    .filter(workload -> workload.label().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "workload must be transfers, key-value or busy: workload=" + text));
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!isWithOwnCertificate) {
            return run();
        }
        if (certificate != null || key != null || trust != null || !member.isEmpty()) {
            throw new IllegalArgumentException(
                    "--tls makes a certificate for members that are started; give it without --member, --tls-cert, --tls-key and --tls-trust");
        }
        Path folder = Files.createTempDirectory("fraud-tls-");
        LocalCertificate made = LocalCertificate.in(folder);
        try {
            certificate = made.certificate();
            key = made.key();
            return run();
        } finally {
            made.delete();
            Files.delete(folder);
        }
    }

    private int run() throws IOException, InterruptedException {
        HttpBench.Settings settings = settings();
        PrintWriter out = spec.commandLine().getOut();
        HttpBench.Result result = new HttpBench(settings, Clock.systemUTC(), step -> {
                    if (!json.isOn) {
                        HttpStepText.print(step, out);
                    }
                })
                .run();
        write(result);
        if (json.isOn) {
            ObjectNode object = HttpStepText.json(result, settings);
            RunConditions.addTo(object.putObject("conditions"));
            JsonOption.print(out, object);
        } else {
            if (result.expected() >= 0) {
                out.printf(
                        Locale.ROOT, "the histories hold %,d transactions of %,d%n", result.held(), result.expected());
            }
            result.found().forEach(rate -> out.println(rate.line()));
            out.println(RunConditions.describe(HttpStepText.settings(settings)));
            out.println("spectra: " + report);
            out.flush();
        }
        return result.isGood() ? 0 : 1;
    }

    private HttpBench.Settings settings() throws IOException {
        OptionValues.within("connections", connections, 1, 60_000);
        OptionValues.within("pipeline", pipeline, 1, 1_000);
        OptionValues.within("threads", threads, 1, Math.min(64, connections));
        OptionValues.within("members", members, 1, 16);
        OptionValues.requireCopies(members, backups);
        int cardCount = cards > 0 ? cards : workload == Workload.TRANSFERS ? 300_301 : 20_000;
        OptionValues.within("cards", cardCount, 1, 100_000_000);
        if (workload == Workload.TRANSFERS) {
            HttpBench.requireReadable(transactions, cardCount);
        }
        Optional<RateSearch> search = search();
        List<Double> used = search.map(sought -> List.of(sought.from()))
                .orElse(rates.isEmpty() ? workload.usualRates() : List.copyOf(rates));
        used.stream()
                .filter(rate -> !(rate >= 0 && rate <= 10_000_000))
                .findFirst()
                .ifPresent(rate -> {
                    throw new IllegalArgumentException("rate must be 0 to 10000000: rate=" + rate);
                });
        List<InetSocketAddress> addresses = member.stream()
                .map(text -> OptionValues.address("member", text))
                .toList();
        return new HttpBench.Settings(
                workload,
                addresses,
                new HttpBench.OwnMembers(
                        members,
                        backups,
                        heap,
                        memberOptions,
                        Optional.ofNullable(certificate),
                        Optional.ofNullable(key)),
                new HttpBench.Connections(tls(), token(), connections, pipeline, threads, timeOut),
                new HttpBench.Steps(used, warmUp, duration, deadline, search),
                new HttpBench.Data(cardCount, transactions, historyLimit));
    }

    private Optional<RateSearch> search() {
        if (!isRateSought) {
            return Optional.empty();
        }
        if (!rates.isEmpty()) {
            throw new IllegalArgumentException(
                    "--find-rate looks for the rate; give --from and --to in place of --rate: rate=" + rates);
        }
        return Optional.of(new RateSearch(from, to, lateMax));
    }

    private Optional<SslContext> tls() {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException(
                    "TLS needs a certificate and its key; give both: tls-cert=" + certificate + " tls-key=" + key);
        }
        if (certificate != null && !member.isEmpty()) {
            throw new IllegalArgumentException(
                    "members that run have a certificate already; give --tls-trust: tls-cert=" + certificate);
        }
        return Optional.ofNullable(trust == null ? certificate : trust)
                .map(file -> new TlsOptions(
                                Optional.of(file), Optional.empty(), Optional.empty(), Optional.empty(), true)
                        .toContext());
    }

    private Optional<String> token() throws IOException {
        if (tokenFile == null) {
            return Optional.empty();
        }
        String token =
                Files.readString(tokenFile).lines().findFirst().orElse("").strip();
        if (token.isEmpty()) {
            throw new IllegalArgumentException(
                    "the file has no token in its first line; put one there: token-file=" + tokenFile);
        }
        return Optional.of(token);
    }

    private void write(HttpBench.Result result) throws IOException {
        Files.createDirectories(report);
        SpectrumPicture.write(
                report.resolve(workload.label() + ".svg"),
                "bench http --workload " + workload.label() + ": from due to answer",
                result.steps().stream().map(HttpStep::spectrum).toList());
    }
}
