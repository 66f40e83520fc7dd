package com.hazelcast.certification.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Brokers of Kafka on this machine, each a process that is its own controller as well (KRaft), without TLS and on loopback. Their jars
 * are no part of the product: the build takes them from the package registry and writes their class path down (module {@code
 * kafka-broker}). Closed by a shutdown hook too, so that Ctrl-C leaves nothing running. Used by one thread at a time.
 */
public final class LocalBrokers implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final long START_SECONDS = 120;
    private static final int CALL_MS = 5_000;
    private static final int COORDINATOR_PARTITIONS = 4;

    private final String classPath;
    private final Path folder;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Integer> controllerPorts = new ArrayList<>();
    private final List<FraudProcess> brokers = new CopyOnWriteArrayList<>();
    private final Thread hook = new Thread(this::endAll, "fraud-local-brokers");
    private final Map<String, String> properties;

    /**
     * Brokers that run and answer.
     *
     * @param classPathFile written by the build
     * @param folder for what they store and for their output
     * @param properties further ones of each broker
     * @throws IllegalStateException when the file is missing, or they do not start; says why
     */
    public LocalBrokers(int count, Path classPathFile, Path folder, Map<String, String> properties)
            throws IOException, InterruptedException {
        if (!Files.isReadable(classPathFile)) {
            throw new IllegalStateException(
                    "the jars of the Kafka broker are no part of the product; fetch them with mvn -pl kafka-broker generate-resources: missing="
                            + classPathFile);
        }
        this.classPath = Files.readString(classPathFile).strip();
        this.folder = Files.createDirectories(folder);
        this.properties = properties;
        for (int i = 0; i < count; i++) {
            ports.add(LocalCluster.freePort());
            controllerPorts.add(LocalCluster.freePort());
        }
        Runtime.getRuntime().addShutdownHook(hook);
        boolean isUp = false;
        try {
            format();
            for (int i = 0; i < count; i++) {
                brokers.add(startBroker(i));
            }
            awaitAnswers();
            isUp = true;
        } finally {
            if (!isUp) {
                close();
            }
        }
    }

    private void format() throws IOException {
        String clusterId = Uuid.randomUuid().toString();
        for (int i = 0; i < ports.size(); i++) {
            Files.write(propertiesFile(i), propertiesOf(i));
            try (FraudProcess format = FraudProcess.startCommand(
                    folder,
                    "kafka-format-" + i,
                    java(
                            "64m",
                            List.of("-XX:TieredStopAtLevel=1"),
                            "kafka.tools.StorageTool",
                            "format",
                            "-t",
                            clusterId,
                            "-c",
                            propertiesFile(i).toString()))) {
                format.awaitSuccess();
            }
        }
    }

    /** The file of the class path, beside the launcher of this process. */
    public static Path classPathFile() {
        return ProgramFiles.launcherOfThisProcess()
                .resolveSibling("kafka-broker")
                .resolve("target")
                .resolve("class-path.txt");
    }

    private Path propertiesFile(int broker) {
        return folder.resolve("kafka-" + broker + ".properties");
    }

    private List<String> propertiesOf(int broker) {
        int copies = Math.min(3, ports.size());
        String voters = IntStream.range(0, ports.size())
                .mapToObj(i -> i + 1 + "@" + HOST + ":" + controllerPorts.get(i))
                .collect(Collectors.joining(","));
        List<String> lines = new ArrayList<>(List.of(
                "process.roles=broker,controller",
                "node.id=" + (broker + 1),
                "controller.quorum.voters=" + voters,
                "controller.listener.names=CONTROLLER",
                "listeners=PLAINTEXT://" + HOST + ":" + ports.get(broker) + ",CONTROLLER://" + HOST + ":"
                        + controllerPorts.get(broker),
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs=" + folder.resolve("kafka-" + broker),
                "auto.create.topics.enable=false",
                "group.initial.rebalance.delay.ms=0",
                "offsets.topic.num.partitions=" + COORDINATOR_PARTITIONS,
                "offsets.topic.replication.factor=" + copies,
                "transaction.state.log.num.partitions=" + COORDINATOR_PARTITIONS,
                "transaction.state.log.replication.factor=" + copies,
                "transaction.state.log.min.isr=" + (copies + 1) / 2,
                "transaction.abort.timed.out.transaction.cleanup.interval.ms=1000"));
        properties.forEach((name, value) -> lines.add(name + "=" + value));
        return lines;
    }

    private List<String> java(String heap, List<String> options, String... call) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heap, "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath));
        command.addAll(List.of(call));
        return command;
    }

    /** Of the options that a person or a build gives to members, those of the compiler: what is too brief for C2 is too brief for brokers as well. */
    static List<String> compilerOptions(String furtherOptions) {
        return Stream.of(furtherOptions.split("\\s+", -1))
                .filter(option -> option.startsWith("-XX:TieredStopAtLevel="))
                .toList();
    }

    private FraudProcess startBroker(int broker) throws IOException {
        return FraudProcess.startCommand(
                folder,
                "kafka-broker-" + broker,
                java(
                        "384m",
                        compilerOptions(System.getenv().getOrDefault("FRAUD_JVM_OPTS", "")),
                        "kafka.Kafka",
                        propertiesFile(broker).toString()));
    }

    /** Where clients find them. */
    public String addresses() {
        return ports.stream().map(port -> HOST + ":" + port).collect(Collectors.joining(","));
    }

    /** Waits until all answer. */
    public void awaitAnswers() throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        try (Admin admin = admin()) {
            while (true) {
                try {
                    if (admin.describeCluster().nodes().get().size() == ports.size()) {
                        return;
                    }
                } catch (ExecutionException e) {
                    requireRetriable(e);
                }
                if (System.nanoTime() > deadlineNs) {
                    throw new IllegalStateException(
                            "the brokers do not answer; see kafka-broker-0.log: folder=" + folder);
                }
                Thread.sleep(50);
            }
        }
    }

    private static void requireRetriable(ExecutionException failure) {
        if (!(failure.getCause() instanceof RetriableException)) {
            throw new IllegalStateException("the brokers answer with an error", failure);
        }
    }

    /** A client that controls them. */
    public Admin admin() {
        return Admin.create(Map.of(
                "bootstrap.servers",
                addresses(),
                "default.api.timeout.ms",
                CALL_MS,
                "request.timeout.ms",
                CALL_MS / 2));
    }

    /** Makes topics with so many partitions. */
    public void createTopics(int partitions, Collection<String> names) throws InterruptedException {
        createTopics(partitions, names, Map.of());
    }

    /** As above, with that configuration. */
    public void createTopics(int partitions, Collection<String> names, Map<String, String> configuration)
            throws InterruptedException {
        short copies = (short) Math.min(3, ports.size());
        try (Admin admin = admin()) {
            admin.createTopics(names.stream()
                            .map(name -> new NewTopic(name, partitions, copies).configs(configuration))
                            .toList())
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("topics cannot be made: topics=" + names, e);
        }
    }

    /** Which of them run, and the last lines that they have written: for whoever has waited for them in vain. */
    public String describe() {
        return brokers.stream().map(FraudProcess::describe).collect(Collectors.joining("; "));
    }

    /** Ends a broker at once, as {@code kill -9} does. */
    public void kill(int broker) {
        brokers.get(broker).kill();
    }

    /** Starts a broker that has ended, with what it had stored. */
    public void restart(int broker) throws IOException {
        brokers.set(broker, startBroker(broker));
    }

    private void endAll() {
        brokers.forEach(FraudProcess::kill);
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
