package com.hazelcast.certification.cli;

import com.hazelcast.certification.cli.options.DurationConverter;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.cli.output.PlanInventory;
import com.hazelcast.certification.cli.output.PlanJson;
import com.hazelcast.certification.plan.ClusterPlan;
import com.hazelcast.certification.plan.ClusterPlan.Limit;
import com.hazelcast.certification.plan.CostModel;
import com.hazelcast.certification.plan.GatewayClients;
import com.hazelcast.certification.plan.InstanceKind;
import com.hazelcast.certification.plan.MeasuredNetwork;
import com.hazelcast.certification.plan.Placement;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./fraud plan}: how many machines a load takes, with the arithmetic. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Print how many machines of which kind a load takes, from measured bytes a card and a model of what a transaction costs.")
final class PlanCommand implements Callable<Integer> {
    private static final double GIB = 1 << 30;

    @Spec
    CommandSpec spec;

    @Option(names = "--cards", required = true, paramLabel = "N", description = "Cards to hold.")
    int cards;

    @Option(
            names = "--tps",
            required = true,
            paramLabel = "N",
            description = "Transactions a second to score; those of --clients are among them.")
    long tps;

    @Option(
            names = "--backups",
            defaultValue = "1",
            paramLabel = "0|1|2",
            description = "Synchronous backups of each shard (default: ${DEFAULT-VALUE}).")
    int backups;

    @Option(
            names = "--instance",
            paramLabel = "KIND",
            description = "Kind of machine; none: a line for each known one.")
    @Nullable
    String instance;

    @Option(
            names = "--bytes-per-card",
            defaultValue = "" + ClusterPlan.BYTES_PER_CARD_LONG_RUN,
            paramLabel = "N",
            description =
                    "Bytes of one copy of a card's history (default: ${DEFAULT-VALUE}, as measured in the long run).")
    int bytesPerCard;

    @Option(
            names = "--spares",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "Machines that may be lost with the rest still carrying all of it (default: ${DEFAULT-VALUE}).")
    int spares;

    @Option(
            names = "--zones",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "Zones over which machines are spread; copies of a shard never share one (default: ${DEFAULT-VALUE}).")
    int zones;

    @Option(
            names = "--wireguard",
            defaultValue = "none",
            paramLabel = "none|kernel|user_space",
            description = "What encrypts between members (default: ${DEFAULT-VALUE}).")
    Placement.WireGuard wireguard;

    @Option(
            names = "--packets",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Packets a second that a machine sends or receives, as ansible/netcheck.yml measures it; 0: not measured (default: ${DEFAULT-VALUE}).")
    long packets;

    @Option(
            names = "--gbit",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Gbit/s between two machines, as ansible/netcheck.yml measures it; more than the kind has for long is not planned with; 0: not measured (default: ${DEFAULT-VALUE}).")
    double gbit;

    @Option(
            names = "--round-trip-ms",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Milliseconds of a round trip between two machines, as ansible/netcheck.yml measures it; 0: not measured (default: ${DEFAULT-VALUE}).")
    double roundTripMs;

    @Option(
            names = "--clients",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "Connections of clients to the gateways with TLS, which send a record each --client-interval; 0: none are planned (default: ${DEFAULT-VALUE}).")
    int clients;

    @Option(
            names = "--client-interval",
            defaultValue = "1s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "Between two batches of a connection (default: ${DEFAULT-VALUE}).")
    Duration clientInterval = Duration.ZERO;

    @Option(names = "--inventory", description = "Print the plan as variables of the playbooks; needs --instance.")
    boolean isInventory;

    @Mixin
    JsonOption json;

    @Override
    public Integer call() {
        if (isInventory && (instance == null || json.isOn)) {
            throw new IllegalArgumentException(
                    "--inventory is of one kind of machine and no JSON: name the kind by --instance, and leave out --json");
        }
        if (isInventory) {
            spec.commandLine().getOut().print(PlanInventory.of(plan(InstanceKind.named(String.valueOf(instance)))));
            spec.commandLine().getOut().flush();
            return 0;
        }
        if (json.isOn) {
            List<InstanceKind> kinds = instance == null ? InstanceKind.all() : List.of(InstanceKind.named(instance));
            JsonOption.print(
                    spec.commandLine().getOut(),
                    PlanJson.of(kinds.stream().map(this::plan).toList()));
            return 0;
        }
        if (instance != null) {
            print(plan(InstanceKind.named(instance)));
            return 0;
        }
        out("%-12s %5s %6s %9s %10s %10s %9s", "kind", "cores", "GiB", "machines", "all cores", "all GiB", "USD/hour");
        for (InstanceKind kind : InstanceKind.all()) {
            ClusterPlan plan = plan(kind);
            int machines = plan.machines();
            out(
                    "%-12s %5d %6d %,9d %,10d %,10d %,9.2f",
                    kind.name(),
                    kind.cores(),
                    kind.memoryGib(),
                    machines,
                    (long) machines * kind.cores(),
                    (long) machines * kind.memoryGib(),
                    plan.usdPerHour());
        }
        return 0;
    }

    private ClusterPlan plan(InstanceKind kind) {
        return new ClusterPlan(
                cards,
                tps,
                backups,
                bytesPerCard,
                spares,
                kind,
                CostModel.measured(),
                new Placement(zones, wireguard, new MeasuredNetwork(packets, gbit, roundTripMs)),
                new GatewayClients(clients, clientInterval.toMillis()));
    }

    private void print(ClusterPlan plan) {
        InstanceKind kind = plan.kind();
        out(
                "%d machines of %s (%d cores, %d GiB, %s Gbit/s)",
                plan.machines(), kind.name(), kind.cores(), kind.memoryGib(), kind.networkGbit());
        out("");
        printMemory(plan);
        printLoad(plan);
        out("copies:   %d of each shard, each on a machine of its own -> %d machines", 1 + backups, 1 + backups);
        out(
                "together: %d carry all of it, and %d may be lost -> %d machines%s",
                plan.carrying(),
                spares,
                plan.machines(),
                zones == 1 ? "" : ", " + plan.machinesOfZone() + " in each of " + zones + " zones");
        printFirstLimit(plan);
        printPrice(plan);
        out("");
        printUse("in use:  ", plan, plan.machines());
        if (spares > 0) {
            printUse("one lost:", plan, plan.machines() - 1);
        }
        if (zones > 1) {
            printZoneLost(plan);
        }
        out("");
        out(
                "members:  --memory native --heap %dg --native-size %dg --backups %d --shards %d --min-members %d",
                plan.heapGib(), plan.nativeGib(), backups, plan.shards(), plan.leastMembers());
        out("          A source and a monitor take machines of their own.");
        out(
                "limits:   what a transaction costs is %s; a real network was not measured (docs/rounds/scale-out.md).",
                plan.isCostMeasured()
                        ? "within what was measured, on one machine of two cores"
                        : "extrapolated, because these were not measured: "
                                + String.join(", ", plan.costNotMeasured()));
        if (plan.costBackups() != backups) {
            out(
                    "          The cost is that of %d backup(s): it was not measured what a transaction costs with %d; expect %s.",
                    plan.costBackups(), backups, backups > plan.costBackups() ? "more" : "less");
        }
        out(
                "          The model of this cost differs from a measured cluster by %.0f %% at most.",
                100 * plan.cost().greatestError());
    }

    private void printMemory(ClusterPlan plan) {
        out(
                "memory:   %,d cards x %d bytes x %d copies = %.1f GiB of histories (%d bytes a card when just loaded)",
                cards, bytesPerCard, 1 + backups, plan.historyBytes() / GIB, ClusterPlan.BYTES_PER_CARD_FRESH);
        out(
                "          %d GiB machine: heap %d GiB, native %d GiB (3/4 of the rest), histories %.1f GiB (4/5 of native)",
                plan.kind().memoryGib(), plan.heapGib(), plan.nativeGib(), plan.machineHistoryBytes() / GIB);
        out(
                "          %.1f / %.1f -> %d machines",
                plan.historyBytes() / GIB, plan.machineHistoryBytes() / GIB, plan.machinesForMemory());
    }

    private void printLoad(ClusterPlan plan) {
        out(
                "cores:    %.1f us of a core a transaction in a cluster of %d with %d backup(s) x %,d TPS%s = %.1f cores busy;"
                        + " 60 %% of %d cores a machine -> %d machines",
                plan.cpuUs(plan.carrying()),
                plan.carrying(),
                plan.costBackups(),
                tps,
                clients == 0 ? "" : ", and the clients",
                plan.coresBusy(plan.carrying()),
                plan.kind().cores(),
                plan.machinesForCores());
        if (clients > 0) {
            out(
                    "clients:  %,d connections with TLS, each a record each %,d ms = %,.0f batches a second x %.0f us beside their transactions"
                            + " = %.1f cores; 60 %% of a core carries %,d of them, at %.0f us with their transactions",
                    clients,
                    clientInterval.toMillis(),
                    plan.clients().batchesPerSecond(),
                    plan.clients().besideTransactionUs(plan.cost()),
                    plan.clients().coresBusy(plan.cost()),
                    plan.connectionsPerCore(),
                    plan.clients().batchUs());
        }
        out(
                "network:  at most %.0f bytes a transaction, 60 %% of %s Gbit/s%s = %,.0f TPS a machine -> %d machines",
                plan.wireBytesPerTransaction(),
                plan.machineGbit(),
                gbit == 0
                        ? ""
                        : " (measured " + gbit + ", lasting " + plan.kind().networkGbit() + ")",
                plan.machineWireTps(),
                plan.machinesForNetwork());
        if (packets > 0) {
            out(
                    "packets:  about %.1f packets a transaction, in and out; 60 %% of %,d a second a machine -> %d machines",
                    plan.packetsPerTransaction(plan.carrying()), packets, plan.machinesForPackets());
        }
        if (roundTripMs > 0) {
            out(
                    "answers:  wait for %d round trip(s) between members x %s ms = %.2f ms at most, and for the client's own",
                    plan.answerRoundTrips(), roundTripMs, plan.answerRoundTripsMs());
        }
    }

    private void printFirstLimit(ClusterPlan plan) {
        String parts = Stream.of(Limit.values())
                .filter(limit -> packets > 0 || limit != Limit.PACKETS)
                .map(limit -> String.format(
                        Locale.ROOT, "%s %.0f %%", limit.name().toLowerCase(Locale.ROOT), 100 * plan.partInUse(limit)))
                .collect(Collectors.joining(", "));
        out(
                "first:    limit of a higher load: %s; of what is planned with, these %d machines use: %s%s",
                plan.firstLimit().name().toLowerCase(Locale.ROOT),
                plan.carrying(),
                parts,
                packets > 0 ? "" : "; packets a second were not measured (--packets)");
    }

    private void printPrice(ClusterPlan plan) {
        out(
                "price:    %d x %.4f USD = %.2f USD an hour on demand, %s; no disks, no other traffic",
                plan.machines(), plan.kind().usdPerHour(), plan.usdPerHour(), InstanceKind.PRICES_OF);
        if (zones > 1) {
            out(
                    "          and at most %.0f bytes between zones a transaction, at 0.02 USD a GB = %.2f USD an hour at %,d TPS",
                    plan.zoneBytesPerTransaction(), plan.zoneTrafficUsdPerHour(), tps);
        }
        if (wireguard != Placement.WireGuard.NONE) {
            out(
                    "wireguard: %s (docs/rounds/wireguard.md)",
                    wireguard == Placement.WireGuard.KERNEL
                            ? "in the kernel; what it costs was not measured, and nothing is added for it"
                            : "in user space; about half of the throughput, so each transaction counts twice");
        }
    }

    private void printZoneLost(ClusterPlan plan) {
        int left = plan.machines() - plan.machinesOfZone();
        out(
                "zone lost: %.0f %% of the history memory, %.0f %% of the cores, %d machine(s), %d of %d copies%s%s",
                100 * plan.memoryUseWithoutZone(),
                100 * plan.coreUseWithoutZone(),
                left,
                plan.copiesWithoutZone(),
                1 + backups,
                plan.scoresWithoutZone() ? "" : "; fewer than --min-members, so nothing is scored",
                plan.machinesToLoseZone() == plan.machines()
                        ? ""
                        : "; for all of it without a zone take " + plan.machinesToLoseZone() + " machines");
    }

    private void printUse(String label, ClusterPlan plan, int machines) {
        boolean canCopy = machines > backups;
        out(
                "%s %.0f %% of the history memory, %.0f %% of the cores, %d machine(s)%s",
                label,
                100 * plan.memoryUse(machines),
                100 * plan.coreUse(machines),
                machines,
                canCopy ? "" : ": too few for the copies");
    }

    private void out(String format, Object... values) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, format + "%n", values);
    }
}
