package com.hazelcast.certification.cli;

import com.hazelcast.certification.loading.LoadSpec;
import com.hazelcast.certification.member.ClusterControl;
import com.hazelcast.certification.member.MemberStatus;
import com.hazelcast.certification.member.ThroughputReport;
import com.hazelcast.certification.member.Verification;
import com.hazelcast.certification.metrics.Books;
import com.hazelcast.certification.scoring.ShardSurvey;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./fraud ctl}: tells and asks a running cluster, as a Hazelcast client. */
@Command(
        name = "ctl",
        mixinStandardHelpOptions = true,
        description = "Control a running cluster.",
        synopsisSubcommandLabel = "COMMAND")
final class CtlCommand {
    private static final int PROBLEMS_SHOWN = 20;

    /** Two independent counts of the same throughput may differ by what is in flight at the ends. */
    private static final double AGREEMENT = 0.02;

    @Option(
            names = "--address",
            defaultValue = "127.0.0.1:5701",
            paramLabel = "HOST:PORT",
            description = "Any member (default: ${DEFAULT-VALUE}).")
    String address = "";

    @Option(
            names = "--cluster-name",
            defaultValue = "fraud",
            paramLabel = "NAME",
            description = "Name of the cluster (default: ${DEFAULT-VALUE}).")
    String clusterName = "";

    @Option(
            names = "--timeout",
            defaultValue = "10s",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "How long to try to connect (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ZERO;

    private int with(ToIntFunction<ClusterControl> action) {
        MemberOptions.address("address", address);
        try (ClusterControl cluster = ClusterControl.connect(clusterName, address, timeout.toMillis())) {
            return action.applyAsInt(cluster);
        }
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
                    long seed) {
        Optional<LoadSpec> spec = Optional.ofNullable(cards)
                .map(n -> new LoadSpec(n, history, seed, Clock.systemUTC().millis()));
        return with(cluster -> {
            cluster.load(spec);
            return LoadBar.show(cluster::loadState).isDone() ? 0 : 1;
        });
    }

    @Command(name = "start", mixinStandardHelpOptions = true, description = "Start the readers of all members.")
    int start() {
        return with(cluster -> {
            cluster.start();
            System.out.println("started: all members read their sources");
            return 0;
        });
    }

    @Command(
            name = "stop",
            mixinStandardHelpOptions = true,
            description = "Stop the readers of all members; returns when what they had read is answered.")
    int stop() {
        return with(cluster -> {
            cluster.stop();
            System.out.println("stopped: no member reads, nothing is in flight");
            return 0;
        });
    }

    @Command(
            name = "expect",
            mixinStandardHelpOptions = true,
            description = "Go on with that many members and as many copies as they can hold, after others were lost.")
    int expect(@Parameters(paramLabel = "N", description = "Members.") int members) {
        if (members < 1) {
            throw new IllegalArgumentException("a cluster has at least one member: N=" + members);
        }
        return with(cluster -> {
            cluster.expect(members);
            System.out.printf("the cluster expects %d member(s) from now on%n", members);
            return 0;
        });
    }

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = "Show members, shards, cards, transactions held and state.")
    int status() {
        return with(cluster -> {
            printStatus(cluster.statuses(), cluster.shardCount());
            return 0;
        });
    }

    private static void printStatus(List<MemberStatus> members, int shardCount) {
        System.out.printf("%-22s %-8s %13s %13s %15s %12s%n", "member", "state", "shards", "cards", "held", "memory");
        ShardSurvey sum = ShardSurvey.NONE;
        Books books = Books.NONE;
        int loaded = 0;
        for (MemberStatus member : members) {
            System.out.printf(
                    Locale.ROOT,
                    "%-22s %-8s %6d of %3d %,13d %,15d %,8d MiB%n",
                    member.address(),
                    member.state().name().toLowerCase(Locale.ROOT),
                    member.shardsLoaded(),
                    member.shardsOwned(),
                    member.owned().cards(),
                    member.owned().held(),
                    member.memoryUsedBytes() >> 20);
            sum = sum.plus(member.owned());
            books = books.plus(member.books());
            loaded += member.shardsLoaded();
        }
        System.out.printf(
                Locale.ROOT,
                "%d member(s), %d of %d shards loaded, %,d cards, %,d transactions held%n",
                members.size(),
                loaded,
                shardCount,
                sum.cards(),
                sum.held());
        System.out.printf(
                Locale.ROOT,
                "received %,d = scored %,d + duplicate %,d + refused %,d + in flight %,d%n",
                books.received(),
                books.scored(),
                books.duplicate(),
                books.refused(),
                books.inFlight());
        System.out.printf(
                Locale.ROOT,
                "dropped from histories: %,d older than 90 days, %,d by the bound a card, %,d for lack of memory%n",
                sum.expired(),
                sum.droppedByBound(),
                sum.droppedByMemory());
    }

    @Command(
            name = "report",
            mixinStandardHelpOptions = true,
            description = "Throughput of the next 10 s, counted in the data itself and by the counters.")
    int report(
            @Option(
                            names = "--duration",
                            defaultValue = "10s",
                            converter = DurationConverter.class,
                            paramLabel = "TIME",
                            description = "How long to watch (default: ${DEFAULT-VALUE}).")
                    Duration duration) {
        return with(cluster -> {
            ThroughputReport report = ThroughputReport.watch(cluster, duration);
            System.out.printf(
                    Locale.ROOT,
                    "counted in the data: %,.0f TPS (%,d transactions in %.1f s)%n",
                    report.dataTps(),
                    report.dataTransactions(),
                    report.dataSeconds());
            System.out.printf(Locale.ROOT, "by the counters:     %,.0f TPS%n", report.counterTps());
            System.out.printf(Locale.ROOT, "difference:          %.2f %%%n", 100 * report.difference());
            return report.difference() <= AGREEMENT ? 0 : 1;
        });
    }

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = "Compare every shard's owner with its backups; exit status 1 when something is wrong.")
    int verify() {
        return with(cluster -> {
            Verification verification = cluster.verify();
            print(verification);
            return verification.isGood() ? 0 : 1;
        });
    }

    static void print(Verification verification) {
        verification.problems().stream().limit(PROBLEMS_SHOWN).forEach(problem -> System.out.println("  " + problem));
        System.out.printf(
                Locale.ROOT,
                "verify: %s: %d shards, %d backup(s) each, %,d cards, %,d transactions, %d problem(s)%n",
                verification.isGood() ? "good" : "NOT GOOD",
                verification.shardCount(),
                verification.backupsWanted(),
                verification.cards(),
                verification.transactionsHeld(),
                verification.problems().size());
    }
}
