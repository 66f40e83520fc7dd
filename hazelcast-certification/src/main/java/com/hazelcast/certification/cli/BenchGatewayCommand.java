package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.GatewayClientOptions;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.BenchJson;
import com.hazelcast.certification.cli.output.GatewayResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud bench gateway}: many connections to the gateways of running members. */
@Command(
        name = "gateway",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Many connections to the gateways of members that run, each sending a small batch at an interval.",
        footer = "%nStatus 1 when a connection was lost, a batch stayed without an answer, or a record was rejected.")
final class BenchGatewayCommand implements Callable<Integer> {
    @Mixin
    GatewayClientOptions gateway;

    @Option(
            names = "--connections",
            defaultValue = "3000",
            paramLabel = "N",
            description =
                    "Connections at once; the members must allow so many from one address, see gateway-connections-per-address (default: ${DEFAULT-VALUE}).")
    int connections;

    @Option(
            names = "--records",
            defaultValue = "5",
            paramLabel = "N",
            description = "Records in a batch (default: ${DEFAULT-VALUE}).")
    int records;

    @Option(
            names = "--interval",
            defaultValue = "1s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Between a connection's batches (default: ${DEFAULT-VALUE}).")
    Duration interval;

    @Option(
            names = "--duration",
            defaultValue = "10m",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "From when all are connected (default: ${DEFAULT-VALUE}).")
    Duration duration;

    @Option(
            names = "--cards",
            defaultValue = "1000000",
            paramLabel = "N",
            description = "Card numbers are 0 to N-1 (default: ${DEFAULT-VALUE}).")
    long cards;

    @Mixin
    TrafficOption traffic;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "Write a row into the table of gateways of this file, such as TEST_RESULTS.md.")
    @Nullable
    Path results;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        OptionValues.within("connections", connections, 1, 60_000);
        OptionValues.within("records", records, 1, 10_000);
        Clock clock = Clock.systemUTC();
        GatewayBench.Settings settings = new GatewayBench.Settings(
                gateway.addresses(), gateway.tls(), connections, records, interval, traffic.traffic, cards);
        Optional<GatewayResult> table = Optional.ofNullable(results).map(GatewayResult::new);
        if (table.isPresent()) {
            table.get().find();
        }
        GatewayBench.Result result = new GatewayBench(settings, clock).run(duration);
        if (table.isPresent()) {
            table.get()
                    .write(
                            settings,
                            duration,
                            result,
                            new BuildInfo().commit(),
                            LocalDate.now(clock),
                            RunConditions.machine());
        }
        boolean isGood = result.isGood() && result.connected() == connections;
        if (json.isOn) {
            JsonOption.print(spec.commandLine().getOut(), json(result, isGood));
            return isGood ? 0 : 1;
        }
        System.out.printf(
                Locale.ROOT,
                "connections: %,d of %,d stood after %.1f s, %,d lost%n",
                result.connected(),
                connections,
                result.connectSeconds(),
                result.lost());
        System.out.printf(
                Locale.ROOT,
                "batches: %,d due, %,d sent, %,d answered, %,d without an answer; %,d records rejected%n",
                result.due(),
                result.sent(),
                result.answered(),
                result.due() - result.answered(),
                result.rejectedRecords());
        Histogram answerNs = result.answerNs();
        System.out.printf(
                Locale.ROOT,
                "from due to answer: p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, max %.2f ms%n",
                answerNs.getValueAtPercentile(50) / 1e6,
                answerNs.getValueAtPercentile(99) / 1e6,
                answerNs.getValueAtPercentile(99.9) / 1e6,
                answerNs.getMaxValue() / 1e6);
        System.out.println(RunConditions.describe(String.format(
                Locale.ROOT,
                "traffic=%s connections=%d records=%d interval=%s duration=%s tls=%s",
                traffic.traffic.label(),
                connections,
                records,
                interval,
                duration,
                gateway.tls().isPresent() ? "1.3" : "none")));
        return isGood ? 0 : 1;
    }

    /** The object that {@code USAGE.md} describes. */
    ObjectNode json(GatewayBench.Result result, boolean isGood) {
        ObjectNode object = BenchJson.of(result, isGood);
        object.putObject("settings")
                .put("connections", connections)
                .put("recordsPerBatch", records)
                .put("intervalMs", interval.toMillis())
                .put("durationMs", duration.toMillis())
                .put("traffic", traffic.traffic.label())
                .put("cards", cards)
                .put("tls", gateway.tls().isPresent() ? "1.3" : "none");
        RunConditions.addTo(object.putObject("conditions"));
        return object;
    }
}
