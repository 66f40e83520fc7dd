package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.bench.GatewayBench;
import com.hazelcast.certification.bench.SpectrumPicture;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.GatewayClientOptions;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficOption;
import com.hazelcast.certification.cli.output.GatewayResult;
import com.hazelcast.certification.cli.output.GatewayStep;
import com.hazelcast.certification.cli.output.RunConditions;
import com.hazelcast.certification.client.ClientConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
                "Many connections to the gateways of members that run, each sending a small batch at an interval, or flat out.",
        footer = "%nStatus 1 when a connection was lost, a batch stayed without an answer, or a record was rejected.")
final class BenchGatewayCommand implements Callable<Integer> {
    private static final int RECORDS = 5;
    private static final int FLAT_OUT_RECORDS = 500;

    @Mixin
    GatewayClientOptions gateway;

    @Option(
            names = "--connections",
            defaultValue = "3000",
            split = ",",
            paramLabel = "N",
            description =
                    "Connections at once; several numbers: one after the other. The members must allow so many from one address, see gateway-connections-per-address (default: ${DEFAULT-VALUE}).")
    List<Integer> connections;

    @Option(names = "--records", paramLabel = "N", description = "Records in a batch (default: 5; flat out 500).")
    @Nullable
    Integer records;

    @Option(
            names = "--interval",
            defaultValue = "1s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Between a connection's batches (default: ${DEFAULT-VALUE}).")
    Duration interval;

    @Option(
            names = "--flat-out",
            description = "Send whatever members take, as fast as they answer; the interval does not count.")
    boolean isFlatOut;

    @Option(
            names = "--warm-up",
            defaultValue = "0s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "From when all are connected; no times are taken in it (default: ${DEFAULT-VALUE}).")
    Duration warmUp;

    @Option(
            names = "--duration",
            defaultValue = "10m",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Behind the warm-up (default: ${DEFAULT-VALUE}).")
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
            names = "--smart",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description =
                    "Each connection is a client of the library: true: it sends each record to the member that owns its card's shard; false: all to one member (default: bare connections).")
    @Nullable
    Boolean isSmart;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description =
                    "Write a row for each number of connections into the table of gateways of this file, such as TEST_RESULTS.md.")
    @Nullable
    Path results;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write a line for each number of connections into this file.")
    @Nullable
    Path csv;

    @Option(
            names = "--spectrum",
            paramLabel = "FILE.svg",
            description =
                    "Draw the percentile spectrum of the answers for each number of connections into this picture, and write it as .hgrm beside it.")
    @Nullable
    Path spectrum;

    @Mixin
    JsonOption json;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        connections.forEach(count -> OptionValues.within("connections", count, 1, 60_000));
        OptionValues.within("records", recordsPerBatch(), 1, 10_000);
        OptionValues.requireFolder("csv", csv);
        OptionValues.requireFolder("spectrum", spectrum);
        Clock clock = Clock.systemUTC();
        Optional<GatewayResult> table = Optional.ofNullable(results).map(GatewayResult::new);
        if (table.isPresent()) {
            table.get().find();
        }
        List<GatewayStep> steps = new ArrayList<>();
        for (int count : connections) {
            GatewayStep step = new GatewayStep(count, new GatewayBench(settings(count), clock).run(duration));
            steps.add(step);
            if (table.isPresent()) {
                table.get()
                        .write(
                                settings(count),
                                duration,
                                step.result(),
                                new BuildInfo().commit(),
                                LocalDate.now(clock),
                                RunConditions.machine());
            }
            if (!json.isOn) {
                GatewayResult.print(step.result(), isFlatOut, System.out);
            }
        }
        write(steps);
        if (json.isOn) {
            JsonOption.print(spec.commandLine().getOut(), json(steps));
        } else {
            System.out.println(RunConditions.describe(described()));
        }
        return steps.stream().allMatch(GatewayStep::isGood) ? 0 : 1;
    }

    private GatewayBench.Settings settings(int count) {
        return new GatewayBench.Settings(
                gateway.addresses(),
                gateway.tls(),
                count,
                recordsPerBatch(),
                isFlatOut ? Duration.ZERO : interval,
                warmUp,
                traffic.traffic,
                cards,
                owners());
    }

    private void write(List<GatewayStep> steps) throws IOException {
        if (csv != null) {
            Files.write(
                    csv,
                    Stream.concat(
                                    Stream.of(GatewayStep.CSV_HEAD),
                                    steps.stream().map(GatewayStep::csv))
                            .toList());
        }
        if (spectrum != null) {
            SpectrumPicture.write(
                    spectrum,
                    String.format(
                            Locale.ROOT,
                            "bench gateway, %s traffic: from %s to answer",
                            traffic.traffic.label(),
                            isFlatOut ? "sent" : "due"),
                    steps.stream().map(GatewayStep::spectrum).toList());
        }
    }

    private String described() {
        return String.format(
                Locale.ROOT,
                "traffic=%s connections=%s records=%d interval=%s warm-up=%s duration=%s tls=%s smart=%s",
                traffic.traffic.label(),
                connections.stream().map(String::valueOf).collect(Collectors.joining(",")),
                recordsPerBatch(),
                isFlatOut ? "none" : interval,
                warmUp,
                duration,
                gateway.tls().isPresent() ? "1.3" : "none",
                isSmart == null ? "none" : isSmart);
    }

    /** From the first record on: what is measured is not how a client finds out that it is busy. */
    private Optional<ClientConfig.Owners> owners() {
        ClientConfig.Owners always = new ClientConfig.Owners(ClientConfig.Owners.USUAL.membersMax(), 0);
        return Optional.ofNullable(isSmart).map(is -> is ? always : ClientConfig.Owners.NONE);
    }

    private int recordsPerBatch() {
        if (records != null) {
            return records;
        }
        return isFlatOut ? FLAT_OUT_RECORDS : RECORDS;
    }

    /** The object that {@code docs/reference/json.md} describes: the figures themselves, or those of each number of connections. */
    ObjectNode json(List<GatewayStep> steps) {
        ObjectNode object;
        if (steps.size() == 1) {
            object = steps.get(0).json();
        } else {
            object = JsonNodeFactory.instance.objectNode();
            object.put("good", steps.stream().allMatch(GatewayStep::isGood));
            ArrayNode each = object.putArray("steps");
            steps.forEach(step -> each.add(step.json().put("connections", step.connections())));
        }
        object.putObject("settings")
                .put("connections", connections.get(0))
                .put("recordsPerBatch", recordsPerBatch())
                .put("intervalMs", isFlatOut ? 0 : interval.toMillis())
                .put("warmUpMs", warmUp.toMillis())
                .put("durationMs", duration.toMillis())
                .put("traffic", traffic.traffic.label())
                .put("cards", cards)
                .put("tls", gateway.tls().isPresent() ? "1.3" : "none")
                .put("smart", isSmart);
        RunConditions.addTo(object.putObject("conditions"));
        return object;
    }
}
