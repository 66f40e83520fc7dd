package com.hazelcast.certification.cli;

import com.hazelcast.certification.cli.options.MemberOptions;
import com.hazelcast.certification.cli.output.LoadBar;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.member.MemoryExhausted;
import com.hazelcast.certification.process.Ports;
import com.hazelcast.certification.supervision.ServiceWatchdog;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./fraud member}: runs a member until it is stopped. */
@Command(
        name = "member",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run a member of the cluster.",
        footer = "%nEvery option is also a key of the file given with --config, without the dashes.")
final class MemberCommand implements Callable<Integer> {
    /** How long the end of a process may take without Hazelcast; then it is halted. */
    private static final long END_MAX_NS = 15_000_000_000L;

    @Option(names = "--config", paramLabel = "FILE", description = "YAML file with any of the keys below.")
    @Nullable
    Path config;

    @Mixin
    MemberOptions options;

    /** Without Hazelcast the shutdown may wait for what never comes. */
    private static void haltIfStillHere() {
        Thread thread = new Thread(
                () -> {
                    long deadlineNs = System.nanoTime() + END_MAX_NS;
                    while (System.nanoTime() < deadlineNs) {
                        LockSupport.parkNanos(deadlineNs - System.nanoTime());
                    }
                    Runtime.getRuntime().halt(1);
                },
                "fraud-halt");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            // No thread can be made: the process ends without this one, or not at all.
            System.err.println("fraud: nothing watches the end of this process: " + e.getMessage());
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        MemberConfig member = options.toConfig();
        requireFreePorts(member);
        MemoryExhausted.endsTheProcess();
        FraudMember running = start(member);
        ServiceWatchdog watchdog = ServiceWatchdog.begin(running::silentShards);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            watchdog.close();
                            running.close();
                        },
                        "fraud-shutdown"));
        MemberConfig.Network network = member.network();
        System.out.printf(
                "member %s:%d is up: cluster=%s shards=%d backups=%d memory=%s metrics=%s/metrics console=%s%n",
                network.host(),
                network.port(),
                network.clusterName(),
                member.shards().count(),
                member.shards().backups(),
                member.histories().memory().label(),
                running.consoleUrl(),
                running.consoleUrl());
        member.gateway()
                .ifPresent(gateway -> System.out.printf(
                        "the gateway is open on %s:%d: %s%n",
                        gateway.host(),
                        running.gatewayPort().orElse(gateway.port()),
                        gateway.tls().isPresent() ? "TLS 1.3" : "no TLS"));
        if (member.atStart().load()) {
            boolean unused = LoadBar.show(running::loadState);
        }
        // A signal ends the member, through the hook; a member whose Hazelcast has died must not stay, or nobody starts
        // it again.
        if (running.awaitEnd()) {
            if (running.refusal().isPresent()) {
                System.err.println("fraud: this member ends with status 2: "
                        + running.refusal().get());
                return 2;
            }
            return 0;
        }
        System.err.println(
                "fraud: Hazelcast has ended by itself, so this member ends with status 1; the lines above have the reason");
        haltIfStillHere();
        return 1;
    }

    /**
     * After an error of the JVM the process ends, also when a thread that it could not end would keep it alive. Nothing watches before what was
     * open has been closed, so a close that hangs keeps the process.
     */
    private static FraudMember start(MemberConfig member) {
        try {
            return FraudMember.start(member, Clock.systemUTC());
        } catch (RuntimeException e) {
            if (e.getCause() instanceof Error) {
                haltIfStillHere();
            }
            throw e;
        }
    }

    /** Before anything is started: a member that has joined and leaves at once costs the others a migration. */
    private static void requireFreePorts(MemberConfig member) {
        List<OwnPort> ports = new ArrayList<>();
        MemberConfig.Network network = member.network();
        ports.add(new OwnPort("--port", network.port(), "--host", network.host()));
        ports.add(new OwnPort(
                "--http-port",
                member.console().port(),
                "--http-host",
                member.console().host()));
        network.control()
                .ifPresent(control -> ports.add(
                        new OwnPort("--control-port", control.getPort(), "--control-host", control.getHostString())));
        member.gateway()
                .ifPresent(gateway ->
                        ports.add(new OwnPort("--gateway-port", gateway.port(), "--gateway-host", gateway.host())));
        member.api().ifPresent(api -> ports.add(new OwnPort("--api-port", api.port(), "--api-host", api.host())));
        for (OwnPort port : ports) {
            port.requireOther(ports);
            Ports.requireFree(port.option, port.port, port.hostOption, port.host);
        }
    }

    /** A port that the member is to open. */
    private record OwnPort(String option, int port, String hostOption, String host) {
        void requireOther(List<OwnPort> all) {
            for (OwnPort other : all) {
                if (!other.equals(this) && port != 0 && port == other.port && host.equals(other.host)) {
                    throw new IllegalArgumentException(
                            "two ports of a member cannot be one; choose another for one of these: " + option + "="
                                    + port + " " + other.option + "=" + other.port);
                }
            }
        }
    }
}
