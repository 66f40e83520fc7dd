package com.hazelcast.certification.cli;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.MemberConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./fraud member}: runs a member until it is told to stop. */
@Command(
        name = "member",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run a member of the cluster.",
        footer = "%nEvery option is also a key of the file given with --config, without the dashes.")
final class MemberCommand implements Callable<Integer> {
    @Option(names = "--config", paramLabel = "FILE", description = "YAML file with any of the keys below.")
    @Nullable
    Path config;

    @Mixin
    MemberOptions options;

    @Override
    public Integer call() throws InterruptedException {
        MemberConfig member = options.toConfig();
        FraudMember running = FraudMember.start(member, Clock.systemUTC());
        Runtime.getRuntime().addShutdownHook(new Thread(running::close, "fraud-shutdown"));
        System.out.printf(
                "member %s:%d is up: cluster=%s shards=%d backups=%d memory=%s metrics=%s/metrics console=%s%n",
                member.host(),
                member.port(),
                member.clusterName(),
                member.shards(),
                member.backups(),
                member.memory().label(),
                running.consoleUrl(),
                running.consoleUrl());
        member.door()
                .ifPresent(door -> System.out.printf(
                        "the door is open on %s:%d: %s%n",
                        door.host(),
                        running.doorPort().orElse(door.port()),
                        door.tls().isPresent() ? "TLS 1.3" : "no TLS"));
        if (member.load()) {
            LoadBar.show(running::loadState);
        }
        // A signal ends the member, through the hook; a member whose Hazelcast has died must not stay, or nobody starts
        // it again.
        return running.awaitEnd() ? 0 : 1;
    }
}
