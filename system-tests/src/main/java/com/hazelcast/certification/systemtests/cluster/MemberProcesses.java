package com.hazelcast.certification.systemtests.cluster;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.process.FraudProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The processes of members on this machine, each in a place with ports of its own. Used by one thread. */
abstract class MemberProcesses implements AutoCloseable {
    /** Of members that nobody asks by HTTP: what an API does when its member begins to score takes a second of a processor. */
    public static final String NO_API = "--api-port=0";

    /** Of members that nobody asks by HTTP for metrics either. */
    private static final String ANY_HTTP_PORT = "--http-port=0";

    /** Begins the option that gives gateways a certificate; without it they have no TLS. */
    public static final String CERTIFICATE = "--gateway-tls-cert=";

    /** In an option: the place of the member. */
    public static final String PLACE = "{place}";

    static final long START_SECONDS = 120;
    private static final int HISTORY = 10;

    /** Of a member, unless its cluster has another one. Half of it is for the histories and the audit, which reads whole shards. */
    private static final String HEAP = System.getProperty("fraud.member-heap", "2g");

    private final String name = "system-" + ProcessHandle.current().pid() + "-" + System.nanoTime() % 1_000_000;
    private final List<Integer> controlPorts = new ArrayList<>();
    /** The hook reads it while the test goes on. */
    private final List<@Nullable FraudProcess> members = new CopyOnWriteArrayList<>();

    private final Hosts hosts;
    private final Path launcher = Path.of(System.getProperty("fraud.launcher", "./fraud"));
    private final Path folder;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Integer> gatewayPorts = new ArrayList<>();
    private List<String> options;
    private final MemberApis apis = new MemberApis();

    /** Whoever ends this process ends the members. */
    private final Thread hook = new Thread(this::endAll, "end-members");

    private int starts;
    private volatile boolean isEnding;

    /** No processes yet; their output will be in that folder. */
    MemberProcesses(Path folder, Hosts hosts, String... options) {
        this.folder = folder;
        this.hosts = hosts;
        this.options = List.of(options);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public int size() {
        return members.size();
    }

    /** A further place for a member, which {@link #start} fills. */
    public int addPlace() throws IOException {
        ports.add(hosts.freePort());
        controlPorts.add(hosts.freePort());
        gatewayPorts.add(hosts.freePort());
        members.add(null);
        return members.size() - 1;
    }

    /** Takes the last place away; no member may run there. */
    public void removeLastPlace() {
        int last = members.size() - 1;
        members.remove(last);
        ports.remove(last);
        controlPorts.remove(last);
        gatewayPorts.remove(last);
    }

    /** These options, and those of members that nobody asks by HTTP. */
    public static String[] withoutHttp(String... options) {
        return Stream.concat(Stream.of(NO_API, ANY_HTTP_PORT), Stream.of(options))
                .toArray(String[]::new);
    }

    /** Starts the member of that place; returns when it is up. */
    public void start(int index) throws IOException {
        begin(index);
        awaitUp(index);
    }

    /** Waits until the member of that place is up. */
    public void awaitUp(int index) throws IOException {
        member(index).awaitOutput("is up:", START_SECONDS);
    }

    /** How often that text is in the output of the member of that place since its start. The member may have ended since. */
    public long outputCount(int index, String text) {
        FraudProcess member = members.get(index);
        try {
            return member == null ? 0 : member.countOutput(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the member of that place, and does not wait. */
    public void begin(int index) throws IOException {
        List<String> command = new ArrayList<>(hosts.prefix(index));
        command.add(launcher.toString());
        command.addAll(List.of(
                "member",
                "--host=" + hosts.address(index),
                "--gateway-host=" + hosts.address(index),
                "--cluster-name=" + name,
                "--port=" + ports.get(index),
                "--control-host=" + hosts.address(index),
                "--control-port=" + controlPorts.get(index),
                // Hosts of their own are namespaces on this machine.
                "--cluster-name-only",
                "--gateway-port=" + gatewayPorts.get(index),
                "--gateway-clients-without-certificate",
                option("--cards=", Integer.toString(SystemCluster.CARDS)),
                option("--history=", Integer.toString(HISTORY)),
                option("--traffic=", "challenge"),
                option("--shards=", "13"),
                option("--backups=", "1"),
                // What a card's own bound drops is not lost, and ten minutes at full load reach the usual one.
                option("--entries-per-card=", Integer.toString(HistoryLimits.ENTRIES_PER_CARD_CEILING)),
                option("--heap=", HEAP)));
        if (options.stream().noneMatch(option -> option.startsWith(CERTIFICATE))) {
            command.add("--gateway-plain");
        }
        if (!options.contains(NO_API)) {
            command.addAll(apis.options(index));
        }
        for (int other = 0; other < ports.size(); other++) {
            if (other != index) {
                command.add("--join=" + hosts.reach(other, ports.get(other)));
            }
        }
        command.addAll(hosts.options(index, ports.get(index)));
        options.stream()
                .map(option -> option.replace(PLACE, Integer.toString(index)))
                .filter(option -> !command.contains(option))
                .forEach(command::add);
        FraudProcess member =
                FraudProcess.start(Path.of(command.remove(0)), folder, "member-" + index + "-" + ++starts, command);
        members.set(index, member);
        if (isEnding) {
            member.kill();
        }
    }

    /** The cluster's own option of that name, or this value. */
    private String option(String name, String value) {
        return options.stream()
                .filter(option -> option.startsWith(name))
                .findFirst()
                .orElse(name + value);
    }

    /** Whether a member's process is there, be it frozen. */
    public boolean isRunning(int index) {
        FraudProcess member = members.get(index);
        return member != null && member.isAlive();
    }

    /** Places in which no member runs: it has ended, or was never started. */
    public List<Integer> emptyPlaces() {
        return IntStream.range(0, members.size())
                .filter(index -> !isRunning(index))
                .boxed()
                .toList();
    }

    /** How many members run, be they frozen. */
    long runningCount() {
        return members.stream()
                .filter(member -> member != null && member.isAlive())
                .count();
    }

    private FraudProcess member(int index) {
        FraudProcess member = members.get(index);
        if (member == null || !member.isAlive()) {
            throw new IllegalStateException("no member runs there: place=" + index);
        }
        return member;
    }

    /** {@code kill -9}. */
    public void kill(int index) {
        member(index).kill();
    }

    /** {@code kill -9} of all members that run, in one moment. */
    public void killAll() throws IOException {
        List<FraudProcess> all = new ArrayList<>();
        List<String> command = new ArrayList<>(List.of("kill", "-KILL"));
        for (int index = 0; index < members.size(); index++) {
            all.add(member(index));
            command.add(Long.toString(member(index).pid()));
        }
        Network.run(command.toArray(String[]::new));
        all.forEach(FraudProcess::kill);
    }

    /** Starts a member in every place. */
    public void startAgain() throws IOException {
        // The first begins the cluster, the others join it at once.
        start(0);
        beginFrom(1);
    }

    /** As above, all in the same moment, as hosts do whose power comes back: none finds a cluster that it could join. */
    public void startTogether() throws IOException {
        beginFrom(0);
    }

    private void beginFrom(int first) throws IOException {
        for (int index = first; index < members.size(); index++) {
            begin(index);
        }
        for (int index = first; index < members.size(); index++) {
            awaitUp(index);
        }
    }

    /**
     * Starts so many members with those options, where the first places are, after all members have ended. They have no histories and
     * do not score.
     */
    public void startElsewhere(int count, String... options) throws IOException {
        while (members.size() > count) {
            removeLastPlace();
        }
        while (members.size() < count) {
            addPlace();
        }
        this.options = List.of(options);
        startAgain();
    }

    /** {@code SIGTERM}, and waits until the member has left in order. */
    public void stop(int index) {
        member(index).close();
    }

    /** {@code SIGSTOP}. */
    public void pause(int index) throws IOException {
        signal(index, "STOP");
    }

    /** {@code SIGCONT}. */
    public void resume(int index) throws IOException {
        signal(index, "CONT");
    }

    /** Sends a signal to the member's process, for example {@code TERM}, and does not wait. */
    public void signal(int index, String signal) throws IOException {
        try {
            int status = new ProcessBuilder(
                            "kill", "-" + signal, Long.toString(member(index).pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IOException("kill -" + signal + " failed: status=" + status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The name of the members' cluster. */
    String name() {
        return name;
    }

    /** Where the member of that place is controlled. */
    String controlAddress(int index) {
        return hosts.address(index) + ":" + controlPorts.get(index);
    }

    /** The place whose member is controlled at that port; -1 when none is. */
    int placeOfControl(int port) {
        return controlPorts.indexOf(port);
    }

    /** The HTTP APIs of all places. */
    public MemberApis apis() {
        return apis;
    }

    /** The gateways of all places, the one of that place first. */
    public List<InetSocketAddress> gateways(int first) {
        List<InetSocketAddress> gateways = new ArrayList<>();
        for (int i = 0; i < gatewayPorts.size(); i++) {
            int index = (first + i) % gatewayPorts.size();
            gateways.add(new InetSocketAddress(hosts.address(index), gatewayPorts.get(index)));
        }
        return gateways;
    }

    @Override
    public void close() {
        endProcesses();
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down; the hook has run or finds nothing to do.
            return;
        }
    }

    private void endAll() {
        isEnding = true;
        endProcesses();
    }

    private void endProcesses() {
        members.parallelStream()
                .filter(member -> member != null && member.isAlive())
                .forEach(FraudProcess::kill);
    }
}
