package com.hazelcast.certification.process;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterSecret;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A source, brokers of Kafka and members on this machine, each a process. Closing it ends them all, members first, and removes their output.
 * Closed by a shutdown hook too, so that Ctrl-C leaves nothing running.
 */
public final class LocalCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    /** A member takes some seconds; on a machine that is full with other work, minutes. */
    private static final long START_SECONDS = 180;

    /** Members get their partitions with a heartbeat, and the default of five seconds is long for somebody who waits. */
    private static final Map<String, String> GROUP_PROPERTIES =
            Map.of("group.consumer.min.heartbeat.interval.ms", "500", "group.consumer.heartbeat.interval.ms", "1000");

    private static final int CONTROL_OFFSET = 100;
    private static final int FIRST_PORT = 10_240;
    private static final int FIRST_OUTGOING_PORT = 32_768;

    /**
     * Processes of tests that run beside each other name ports of a share each: one that is free for two of them is not free any more for
     * the second that listens.
     */
    private static final int PORT_SHARES = 4;

    private static final @Nullable Integer PORT_SHARE = Integer.getInteger("fraud.port-share");
    private static final Set<Integer> NAMED_PORTS = ConcurrentHashMap.newKeySet();

    private final Path launcher;
    private final Path folder;
    private final String clusterName;
    private final List<FraudProcess> sources = new ArrayList<>();
    private final List<FraudProcess> members = new ArrayList<>();
    private final List<LocalBrokers> brokers = new ArrayList<>();
    private final Thread hook = new Thread(this::endAll, "fraud-local-cluster");
    private volatile int firstMemberPort;
    private volatile int firstControlPort;
    private boolean ended;

    /** A cluster without processes yet; its name keeps it apart from others on the machine. */
    public LocalCluster() throws IOException {
        this.launcher = ProgramFiles.launcherOfThisProcess();
        this.folder = Files.createTempDirectory("fraud-");
        this.clusterName = "fraud-" + ProcessHandle.current().pid();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * A port that is free now, another one at each call. It is below those that systems give to outgoing connections
     * (32768 on Linux, 49152 on macOS): one of these may be taken before the caller listens.
     */
    public static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, FIRST_OUTGOING_PORT);
            if (PORT_SHARE != null) {
                port += PORT_SHARE % PORT_SHARES - port % PORT_SHARES;
            }
            if (NAMED_PORTS.add(port) && isFree(port)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(HOST))) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        }
    }

    /**
     * Refuses a port of this machine's loopback that is in use.
     *
     * @throws IllegalArgumentException naming the option
     */
    public static void requireFree(String option, int port) {
        Ports.requireFree(option, port, "", HOST);
    }

    /** Runs a {@code ./fraud} command to its end. */
    public void run(String name, List<String> arguments) throws IOException {
        FraudProcess process = FraudProcess.start(launcher, folder, name, arguments);
        process.awaitSuccess();
    }

    /** Starts a source and waits until it listens. */
    public FraudProcess startSource(int port, List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("source", "--port", Integer.toString(port)));
        all.addAll(arguments);
        FraudProcess source = FraudProcess.start(launcher, folder, "source-" + port, all);
        synchronized (this) {
            sources.add(source);
        }
        source.awaitOutput("listening", START_SECONDS);
        return source;
    }

    /** Starts a broker of Kafka and waits until it answers. */
    public LocalBrokers startBroker() throws IOException, InterruptedException {
        LocalBrokers broker = new LocalBrokers(1, LocalBrokers.classPathFile(), file("kafka"), GROUP_PROPERTIES);
        synchronized (this) {
            brokers.add(broker);
        }
        return broker;
    }

    /** The port at which {@code ctl} looks for a member by default, or another when that is in use. */
    private static int controlPort(int memberPort) throws IOException {
        try (ServerSocket socket = new ServerSocket(memberPort + CONTROL_OFFSET, 1, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            return freePort();
        }
    }

    /** Starts a member, which joins the first one, and waits until it is up. */
    public FraudProcess startMember(int port, int httpPort, List<String> arguments) throws IOException {
        return startMember(port, httpPort, arguments, Map.of());
    }

    /** The same with more in its environment, where no list of processes shows it. */
    public FraudProcess startMember(int port, int httpPort, List<String> arguments, Map<String, String> environment)
            throws IOException {
        int controlPort = controlPort(port);
        List<String> all = new ArrayList<>(List.of(
                "member",
                "--control-port",
                Integer.toString(controlPort),
                "--cluster-name",
                clusterName,
                "--port",
                Integer.toString(port),
                "--http-port",
                Integer.toString(httpPort)));
        synchronized (this) {
            if (members.isEmpty()) {
                firstMemberPort = port;
                firstControlPort = controlPort;
            } else {
                all.addAll(List.of("--join", HOST + ":" + firstMemberPort));
            }
        }
        all.addAll(arguments);
        FraudProcess member = FraudProcess.start(launcher, folder, "member-" + port, all, environment);
        synchronized (this) {
            members.add(member);
        }
        member.awaitOutput("is up:", START_SECONDS);
        return member;
    }

    /**
     * Starts Prometheus with the project's configuration and waits until it serves.
     *
     * @param scrapeSeconds how often it scrapes and evaluates its rules
     * @param httpPorts of the members
     * @param jmxPorts of the members' JMX exporters; may be empty
     * @throws IOException when it is not installed, or its files cannot be written
     */
    public FraudProcess startPrometheus(int port, int scrapeSeconds, List<Integer> httpPorts, List<Integer> jmxPorts)
            throws IOException {
        Path configuration = PrometheusFiles.write(
                launcher.resolveSibling("observability"), folder, scrapeSeconds, httpPorts, jmxPorts);
        FraudProcess prometheus = FraudProcess.startCommand(
                folder,
                "prometheus",
                List.of(
                        "prometheus",
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("prometheus-data"),
                        "--web.listen-address=" + HOST + ":" + port));
        synchronized (this) {
            sources.add(prometheus);
        }
        prometheus.awaitOutput("ready to receive web requests", START_SECONDS);
        return prometheus;
    }

    /** Whether there is a {@code prometheus} on the path. */
    public static boolean hasPrometheus() {
        return PrometheusFiles.isInstalled();
    }

    /** A client of the cluster. */
    public ClusterControl connect() {
        return ClusterControl.connect(
                clusterName, ClusterSecret.NONE, HOST + ":" + firstControlPort, START_SECONDS * 1_000);
    }

    /** Options by which a command finds the cluster, such as {@code load}. */
    public List<String> controlOptions() {
        return List.of(
                "--address",
                HOST + ":" + firstControlPort,
                "--cluster-name",
                clusterName,
                "--timeout",
                START_SECONDS + "s");
    }

    /** A file beside the processes' output, removed with it. */
    public Path file(String name) {
        return folder.resolve(name);
    }

    private synchronized void endAll() {
        if (ended) {
            return;
        }
        ended = true;
        // Brokers and sources last: a member that leaves hands its partitions back, and asks its source to end the
        // stream.
        members.parallelStream().forEach(FraudProcess::close);
        brokers.forEach(LocalBrokers::close);
        sources.forEach(FraudProcess::close);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("could not remove " + folder + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down; the hook has run or finds nothing to do.
            return;
        }
    }
}
