package com.hazelcast.certification.cli;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.source.TransactionSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * {@code ./fraud aot-cache}: a training run for the JVM's ahead-of-time cache (JEP 483 and 515). Three members in this one
 * process load, score, and take in and hand over shards; the JVM, told so by the launcher, writes down at its end which
 * classes that took and which methods were hot. A member that starts with the cache joins a loaded machine in less time.
 */
@Command(
        name = "aot-cache",
        mixinStandardHelpOptions = true,
        description = {
            "Make the JVM's ahead-of-time cache beside the jar, by half a minute of a small cluster in one process.",
            "Members that find it start faster and disturb the others less. Needs JDK 25 or later."
        })
final class AotCacheCommand implements Callable<Integer> {
    private static final String HOST = "127.0.0.1";
    private static final int CARDS = 100_000;

    /** Of each member; together they share one heap of 2 GB. */
    private static final String HISTORY_MEMORY = "200m";

    private static final String CLUSTER = "aot-cache-" + ProcessHandle.current().pid();

    /** Enough for the compiler to have seen every path. */
    private static final long TRANSACTIONS_A_MEMBER = 1_000_000;

    /** The longest a step may take. */
    private static final long STEP_NS = TimeUnit.MINUTES.toNanos(1);

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Deque<FraudMember> members = new ArrayDeque<>();
    private final List<String> join = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(HOST), 0);
        try (TransactionSource source =
                TransactionSource.generated(address, CARDS, 1, TransactionSource.Rate.of(0), 0, Clock.systemUTC())) {
            Thread sending = new Thread(() -> run(source), "fraud-source");
            sending.setDaemon(true);
            sending.start();
            train(source.port());
        } finally {
            members.descendingIterator().forEachRemaining(FraudMember::close);
        }
        return 0;
    }

    private void train(int sourcePort) throws IOException {
        start(sourcePort);
        start(sourcePort);
        ClusterControl control = new ClusterControl(members.getFirst().hazelcast());
        control.load(Optional.empty());
        await("load", () -> control.loadState().progress().isDone());
        control.start();
        awaitScored(members.getFirst());
        for (int i = 0; i < 2; i++) {
            start(sourcePort);
            awaitScored(members.getLast());
            members.removeLast().close();
        }
    }

    private static void run(TransactionSource source) {
        try {
            source.run();
        } catch (IOException e) {
            throw new UncheckedIOException("the source of the training run failed", e);
        }
    }

    private void start(int sourcePort) throws IOException {
        int port = LocalCluster.freePort();
        List<String> arguments = new ArrayList<>(List.of(
                "member",
                "--cluster-name=" + CLUSTER,
                "--port=" + port,
                "--control-port=0",
                "--http-port=" + LocalCluster.freePort(),
                "--gateway-port=" + LocalCluster.freePort(),
                "--gateway-plain",
                "--source=" + HOST + ":" + sourcePort,
                "--readers=1",
                "--cards=" + CARDS,
                "--members=3",
                "--min-members=1",
                "--history-memory=" + HISTORY_MEMORY));
        arguments.addAll(join);
        join.add("--join=" + HOST + ":" + port);
        CommandLine all = Fraud.commandLine();
        all.parseArgs(arguments.toArray(String[]::new));
        MemberCommand command =
                all.getParseResult().subcommand().commandSpec().commandLine().getCommand();
        members.addLast(FraudMember.start(command.options.toConfig(), Clock.systemUTC()));
    }

    private static void awaitScored(FraudMember member) {
        await(
                TRANSACTIONS_A_MEMBER + " scored transactions",
                () -> member.status().accounting().scored() >= TRANSACTIONS_A_MEMBER);
    }

    private static void await(String what, BooleanSupplier condition) {
        long endNs = System.nanoTime() + STEP_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNs) {
                throw new IllegalStateException("the training run has waited in vain: step=" + what + ", minutes="
                        + TimeUnit.NANOSECONDS.toMinutes(STEP_NS));
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
