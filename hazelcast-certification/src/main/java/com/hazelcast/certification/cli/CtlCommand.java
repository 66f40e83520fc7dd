package com.hazelcast.certification.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cli.access.AuditCommand;
import com.hazelcast.certification.cli.backup.BackupCommand;
import com.hazelcast.certification.cli.backup.RestoreCommand;
import com.hazelcast.certification.cli.cards.ForgetCardCommand;
import com.hazelcast.certification.cli.kafka.CtlKafkaCommand;
import com.hazelcast.certification.cli.options.ControlAccess;
import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.options.OptionValues;
import com.hazelcast.certification.cli.options.TrafficConverter;
import com.hazelcast.certification.cli.options.UserSecret;
import com.hazelcast.certification.cli.output.LoadBar;
import com.hazelcast.certification.cli.output.StatusJson;
import com.hazelcast.certification.cli.output.StatusReport;
import com.hazelcast.certification.cli.output.VerificationReport;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterReach;
import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.cluster.StopReport;
import com.hazelcast.certification.cluster.ThroughputReport;
import com.hazelcast.certification.console.Console;
import com.hazelcast.certification.console.overview.Overview;
import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.traffic.Traffic;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code ./fraud ctl}: queries and controls a running cluster, as a Hazelcast client. */
@Command(
        name = "ctl",
        mixinStandardHelpOptions = true,
        description = "Control a running cluster. The options stand before or after the command.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CtlKafkaCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            ForgetCardCommand.class,
            AuditCommand.class
        })
final class CtlCommand implements ControlAccess {

    /** A member that answers needs a tenth of it. */
    private static final long STATUS_TIMEOUT_MS = 3_000;

    /** Two independent counts of the same throughput may differ by what is in flight at the ends. */
    private static final double AGREEMENT = 0.02;

    private static final double MS_PER_SECOND = 1e3;

    /** Options of a load that set which histories, with --cards. */
    private static final List<String> OF_HISTORIES = List.of("--history", "--seed", "--traffic", "--since");

    @Spec
    CommandSpec spec;

    @Option(
            names = "--address",
            scope = ScopeType.INHERIT,
            defaultValue = "127.0.0.1:5801",
            paramLabel = "HOST:PORT",
            description =
                    "The control port of any member, which is its member port and 100 (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Option(
            names = "--cluster-name",
            scope = ScopeType.INHERIT,
            defaultValue = "fraud",
            paramLabel = "NAME",
            description = "Name of the cluster (default: ${DEFAULT-VALUE}).")
    String clusterName = "";

    @Option(
            names = "--cluster-secret-file",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "The file that the members have, if they have one.")
    @Nullable
    Path secretFile;

    @Option(
            names = "--user",
            scope = ScopeType.INHERIT,
            paramLabel = "NAME",
            description =
                    "The user of the members who acts; the secret is FRAUD_USER_SECRET, or else a line of standard input. Members with control-users require it for every change.")
    @Nullable
    String user;

    @Option(
            names = "--timeout",
            scope = ScopeType.INHERIT,
            defaultValue = "10s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "How long to try to connect (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ZERO;

    @Override
    public int with(ToIntFunction<ClusterControl> action) {
        OptionValues.address("address", address);
        Optional<ClusterSecret> secret = Optional.ofNullable(secretFile).map(ClusterSecret::read);
        PrintWriter err = spec.commandLine().getErr();
        try (ClusterControl cluster = new ClusterReach(
                        clusterName, secret, address, timeout, notice -> err.println("fraud: " + notice))
                .connect(UserSecret.caller(user))) {
            return action.applyAsInt(cluster);
        }
    }

    @Command(
            name = "join-name",
            mixinStandardHelpOptions = true,
            description =
                    "Print the cluster's name as Hazelcast compares it, for Management Center. In a cluster with a secret, keep this name secret, too.")
    int joinName() {
        System.out.println(ClusterSecret.joinName(
                clusterName, Optional.ofNullable(secretFile).map(ClusterSecret::read)));
        return 0;
    }

    @Command(
            name = "load",
            mixinStandardHelpOptions = true,
            description = "Load all shards that are missing; shows progress and returns when all are in place.")
    int load(
            @Option(
                            names = "--cards",
                            paramLabel = "N",
                            description = "Cards; default: as the member is configured, with its history and seed.")
                    @Nullable
                    Integer cards,
            @Option(
                            names = "--history",
                            defaultValue = "20",
                            paramLabel = "N",
                            description = "With --cards: transactions a card (default: ${DEFAULT-VALUE}).")
                    int history,
            @Option(
                            names = "--seed",
                            defaultValue = "1",
                            paramLabel = "N",
                            description = "With --cards: seed of the histories (default: ${DEFAULT-VALUE}).")
                    long seed,
            @Option(
                            names = "--traffic",
                            defaultValue = "natural",
                            converter = TrafficConverter.class,
                            paramLabel = "natural|challenge|clean",
                            description = "With --cards: whose histories (default: ${DEFAULT-VALUE}).")
                    Traffic traffic,
            @Option(
                            names = "--since",
                            defaultValue = "0s",
                            converter = DurationConverter.class,
                            paramLabel = "TIME",
                            description =
                                    "With --cards: histories end so long before now, where a source with the same --since begins (default: ${DEFAULT-VALUE}).")
                    Duration since) {
        if (cards == null) {
            requireNoHistories();
        }
        Optional<LoadSpec> requested = Optional.ofNullable(cards)
                .map(n -> new LoadSpec(n, history, seed, Clock.systemUTC().millis() - since.toMillis(), traffic));
        return with(cluster -> {
            cluster.load(requested);
            return LoadBar.show(cluster::requestedLoad) ? 0 : 1;
        });
    }

    /** Without cards, members load what they are configured for: what else is given would change nothing. */
    private void requireNoHistories() {
        ParseResult load = spec.commandLine().getParseResult().subcommand();
        List<String> idle = OF_HISTORIES.stream().filter(load::hasMatchedOption).toList();
        if (!idle.isEmpty()) {
            throw new ParameterException(
                    load.commandSpec().commandLine(),
                    "without --cards, histories are those that the member is configured for; give --cards as well, or leave out "
                            + String.join(", ", idle));
        }
    }

    @Command(
            name = "start",
            mixinStandardHelpOptions = true,
            description = "Start the readers and gateways of all members; when a load runs, as soon as it has ended.")
    int start(
            @Option(
                            names = "--without-histories",
                            description =
                                    "Start although shards are not loaded: transactions of their cards are rejected (not_loaded, shard_lost).")
                    boolean withoutHistories) {
        return with(cluster -> {
            if (withoutHistories) {
                cluster.startWithoutHistories();
                System.out.println("started: all members read their sources, whatever is loaded");
            } else if (cluster.start()) {
                System.out.println("started: all members read their sources");
            } else {
                System.out.println("a load is running: all members start as soon as every shard is loaded");
            }
            return 0;
        });
    }

    @Command(
            name = "stop",
            mixinStandardHelpOptions = true,
            description =
                    "Stop the readers and gateways of all members; returns when what they had read is answered. Exit status 1 when something is not answered after 10 s.")
    int stop() {
        return with(cluster -> print(cluster.stop()));
    }

    /** Prints how members have stopped; returns the exit status. */
    static int print(List<StopReport> reports) {
        int inFlight = reports.stream().mapToInt(StopReport::inFlight).sum();
        if (inFlight == 0) {
            System.out.println("stopped: no member reads, nothing is in flight");
            return 0;
        }
        System.out.printf(
                Locale.ROOT,
                "no member reads, but %,d transaction(s) are still in flight: %s%n"
                        + "they are answered as soon as their shards can answer; 'ctl status' shows how many are left, the members' logs have what they wait for%n",
                inFlight,
                reports.stream()
                        .filter(report -> report.inFlight() > 0)
                        .map(report -> String.format(Locale.ROOT, "%,d on %s", report.inFlight(), report.address()))
                        .collect(Collectors.joining(", ")));
        return 1;
    }

    @Command(
            name = "expect",
            mixinStandardHelpOptions = true,
            description =
                    "Go on with the members that are there and as many copies as they can hold, until another joins.")
    int expect(@Parameters(paramLabel = "N", description = "Members that are there.") int members) {
        if (members < 1) {
            throw new IllegalArgumentException("a cluster has at least one member: N=" + members);
        }
        return with(cluster -> {
            cluster.expect(members);
            System.out.printf(
                    "%d member(s) go on, with as many copies as they can hold, until another joins%n", members);
            return 0;
        });
    }

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = "Show what the cluster does, what is wrong, members, shards, cards and counters.")
    int status(
            @Option(
                            names = "--check",
                            description = "Exit status 1 unless transactions are scored and nothing is an alarm.")
                    boolean isCheck,
            @Mixin JsonOption json) {
        return with(cluster -> {
            Overview overview = Console.overview(cluster, STATUS_TIMEOUT_MS);
            if (json.isOn) {
                print(StatusJson.of(overview));
            } else {
                StatusReport.lines(overview, ZoneId.systemDefault()).forEach(System.out::println);
            }
            return isCheck && !StatusReport.isWell(overview) ? 1 : 0;
        });
    }

    @Command(
            name = "report",
            mixinStandardHelpOptions = true,
            description = "Throughput of the next 10 s, counted in the data itself and by the counters.")
    int report(
            @Option(
                            names = "--duration",
                            defaultValue = "10s",
                            converter = DurationConverter.Positive.class,
                            paramLabel = "TIME",
                            description = "How long to watch (default: ${DEFAULT-VALUE}).")
                    Duration duration,
            @Mixin JsonOption json) {
        return with(cluster -> {
            ThroughputReport report = ThroughputReport.watch(cluster, duration);
            if (json.isOn) {
                print(json(report));
            } else {
                print(report);
            }
            return isGood(report) ? 0 : 1;
        });
    }

    private static void print(ThroughputReport report) {
        System.out.printf(
                Locale.ROOT,
                "counted in the data: %,.0f TPS (%,d transactions in %.1f s)%n",
                report.dataTps(),
                report.dataTransactions(),
                report.dataSeconds());
        System.out.printf(Locale.ROOT, "by the counters:     %,.0f TPS%n", report.counterTps());
        System.out.printf(Locale.ROOT, "difference:          %.2f %%%n", 100 * report.difference());
    }

    private static boolean isGood(ThroughputReport report) {
        return report.difference() <= AGREEMENT;
    }

    /** The object that {@code docs/reference/json.md} describes. */
    static ObjectNode json(ThroughputReport report) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("good", isGood(report))
                .put("dataTps", report.dataTps())
                .put("dataTransactions", report.dataTransactions())
                .put("dataTimeMs", report.dataSeconds() * MS_PER_SECOND)
                .put("counterTps", report.counterTps())
                .put("differenceShare", report.difference());
    }

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = "Compare every shard's owner with its backups; exit status 1 when something is wrong.")
    int verify(@Mixin JsonOption json) {
        return with(cluster -> {
            Verification verification = cluster.audit().verify();
            if (json.isOn) {
                print(VerificationReport.json(verification));
            } else {
                System.out.print(VerificationReport.text(verification));
            }
            return verification.isGood() ? 0 : 1;
        });
    }

    private void print(ObjectNode json) {
        JsonOption.print(spec.commandLine().getOut(), json);
    }
}
