package com.hazelcast.certification.cli;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.process.JvmOptions;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.process.ProgramFiles;
import com.hazelcast.certification.process.ScoringMemory;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.source.TransactionSource;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * {@code ./fraud aot-cache}: a training run for the JVM's ahead-of-time cache (JEP 483 and 515). Three members in this one
 * process load, score, and take in and hand over shards; their JVM writes down at its end which classes that took. A member that
 * starts with the cache joins a loaded machine in less time.
 *
 * <p>The training run is a process of its own, because its JVM has the options of a member and those that make the cache.
 */
@Command(
        name = "aot-cache",
        mixinStandardHelpOptions = true,
        description = {
            "Make the JVM's ahead-of-time cache beside the jar, by some seconds of a small cluster in one process.",
            "Members that find it start faster and disturb the others less. Needs JDK 25 or later."
        })
final class AotCacheCommand implements Callable<Integer> {
    private static final String HOST = "127.0.0.1";
    private static final int CARDS = 100_000;
    private static final GeneratedStream STREAM = new GeneratedStream(Traffic.NATURAL, CARDS, 1);

    /** Of the training run. */
    static final ScoringMemory MEMORY = new ScoringMemory(2L << 30, 0);

    /** Of each member; together they share one heap. */
    private static final String HISTORY_MEMORY = "200m";

    private static final String CLUSTER = "aot-cache-" + ProcessHandle.current().pid();

    /** Enough for every class of scoring to be there; the cache has no profiles, which would take more. */
    private static final long TRANSACTIONS_A_MEMBER = 200_000;

    /** The longest a step may take. */
    private static final long STEP_NS = TimeUnit.MINUTES.toNanos(1);

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final String TRAINING = "--training";

    private final Deque<FraudMember> members = new ArrayDeque<>();
    private final List<String> join = new ArrayList<>();

    @Option(
            names = TRAINING,
            hidden = true,
            paramLabel = "FILE",
            description = "Be the training run, whose JVM writes the cache to this file.")
    @Nullable
    Path training;

    @Override
    public Integer call() throws IOException {
        if (training == null) {
            make();
        } else {
            train();
        }
        return 0;
    }

    /** Puts the cache in place when the training run has come to its end. */
    private static void make() throws IOException {
        requireCacheIn(Runtime.version().feature());
        Path cache = ProgramFiles.ofThisProcess().aotCache();
        Path fresh = cache.resolveSibling(
                cache.getFileName() + "." + ProcessHandle.current().pid());
        try (LocalCluster processes = new LocalCluster()) {
            processes.run("aot-cache", List.of("aot-cache", TRAINING, fresh.toString()));
            if (Files.notExists(fresh)) {
                throw new IllegalStateException(
                        "the training run has ended well, and its JVM has written no cache: " + fresh);
            }
            Files.move(fresh, cache, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
            // What the JVM writes before it makes the cache.
            Files.deleteIfExists(fresh.resolveSibling(fresh.getFileName() + ".config"));
        }
        System.out.printf("made %s (%d MiB); members that start from now on use it%n", cache, Files.size(cache) >> 20);
    }

    /** @throws IllegalStateException when a JDK of that version has no such cache */
    static void requireCacheIn(int javaVersion) {
        if (javaVersion < JvmOptions.AOT_CACHE_JAVA) {
            throw new IllegalStateException("the ahead-of-time cache needs Java " + JvmOptions.AOT_CACHE_JAVA
                    + " or later, and this is Java " + javaVersion + " (" + System.getProperty("java.home") + ")");
        }
    }

    private void train() throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(HOST), 0);
        try (TransactionSource source =
                TransactionSource.generated(address, STREAM, TransactionSource.Rate.of(0), 0, Clock.systemUTC())) {
            Thread sending = new Thread(() -> run(source), "fraud-source");
            sending.setDaemon(true);
            sending.start();
            train(source.port());
        } finally {
            members.descendingIterator().forEachRemaining(FraudMember::close);
        }
    }

    private void train(int sourcePort) throws IOException {
        start(sourcePort);
        start(sourcePort);
        ClusterControl control = ClusterControl.lent(members.getFirst().hazelcast());
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
                "--traffic=" + STREAM.traffic().label(),
                "--members=3",
                "--min-members=1",
                "--history-memory=" + HISTORY_MEMORY));
        arguments.addAll(join);
        join.add("--join=" + HOST + ":" + port);
        String[] all = arguments.toArray(String[]::new);
        ParseResult parsed = Fraud.commandLine(all).parseArgs(all);
        MemberCommand command = parsed.subcommand().commandSpec().commandLine().getCommand();
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
