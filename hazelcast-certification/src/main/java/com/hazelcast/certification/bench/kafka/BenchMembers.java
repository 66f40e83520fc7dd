package com.hazelcast.certification.bench.kafka;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.process.FraudProcess;
import com.hazelcast.certification.process.LocalBrokers;
import com.hazelcast.certification.process.LocalCluster;
import com.hazelcast.certification.source.SourceClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The members of a row, each a process. Used by one thread. */
final class BenchMembers {
    static final String OUT = "members-out";
    static final String DEAD = "bench-dead";
    static final String GROUP = "members";

    private final LocalCluster processes;
    private final KafkaBenchRow row;
    private final KafkaBench.Settings settings;
    private final List<FraudProcess> members = new ArrayList<>();
    private final List<String> more = new ArrayList<>();

    BenchMembers(LocalCluster processes, KafkaBenchRow row, KafkaBench.Settings settings) {
        this.processes = processes;
        this.row = row;
        this.settings = settings;
    }

    /** They read the topic. */
    BenchMembers readingFrom(LocalBrokers brokers, int rateMax) {
        more.addAll(List.of(
                "--kafka",
                brokers.addresses(),
                "--kafka-in",
                PaymentsTopic.NAME,
                "--kafka-out",
                OUT,
                "--kafka-dead-letters",
                DEAD,
                "--kafka-group",
                GROUP,
                "--kafka-format",
                row.formLabel(),
                "--kafka-out-format",
                row.form() == InputForm.RECORD ? "compact" : row.formLabel(),
                "--kafka-rate-max",
                Integer.toString(rateMax),
                "--kafka-commit-every",
                row.commitEvery().toMillis() + "ms"));
        return this;
    }

    /** They find the schemas of records there, if these have any. */
    BenchMembers withSchemasOf(BenchRegistry registry) {
        if (row.form().hasSchemas()) {
            more.addAll(List.of("--kafka-registry", registry.address()));
        }
        return this;
    }

    /** Records have their times by that clock. */
    BenchMembers withClock(SourceClock clock) {
        if (clock.speed() > 1) {
            more.addAll(List.of("--source-clock", clock.text()));
        }
        return this;
    }

    /** They keep their shards on disk. */
    BenchMembers withFolder(Path folder) {
        more.addAll(List.of("--data-dir", folder.toString()));
        return this;
    }

    /** They send the verdicts of all ways in to that topic; they need a folder. */
    BenchMembers sendingAllTo(LocalBrokers brokers, String topic) {
        more.addAll(List.of("--kafka", brokers.addresses(), "--kafka-verdicts", topic));
        return this;
    }

    /** Starts them without a gateway. */
    void start() throws IOException, InterruptedException {
        for (int i = 0; i < row.members(); i++) {
            startMember(List.of());
        }
        startToScore();
    }

    /** Starts one with a gateway; returns where that is. */
    InetSocketAddress startWithGateway() throws IOException, InterruptedException {
        int port = LocalCluster.freePort();
        startMember(List.of(
                "--gateway-port", Integer.toString(port), "--gateway-plain", "--gateway-clients-without-certificate"));
        startToScore();
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private void startMember(List<String> gateway) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--cards",
                Integer.toString(settings.cards()),
                "--history",
                Integer.toString(settings.history()),
                "--members",
                Integer.toString(row.members()),
                "--backups",
                Integer.toString(row.backups()),
                "--heap",
                settings.heap()));
        arguments.addAll(gateway);
        arguments.addAll(more);
        members.add(processes.startMember(LocalCluster.freePort(), LocalCluster.freePort(), arguments));
    }

    private void startToScore() throws InterruptedException {
        try (var cluster = processes.connect()) {
            cluster.load(Optional.empty());
            do {
                Thread.sleep(200);
            } while (cluster.whyNotStart().isPresent() || cluster.loadState().running());
            if (!cluster.start()) {
                throw new IllegalStateException("the members did not start to score, although they are loaded");
            }
        }
    }

    /** Processor time that they have had. */
    long cpuNs() {
        return members.stream()
                .mapToLong(member -> ProcessHandle.of(member.pid())
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElseThrow()
                        .toNanos())
                .sum();
    }
}
