package com.hazelcast.certification.cli;

import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.process.LocalCluster;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** A member alone in its cluster, with the settings of the command that starts one, and what commands to it end with. */
final class CommandedMember implements AutoCloseable {
    private final String cluster;
    private final String address;
    private final FraudMember member;

    /**
     * Starts it, with a thousand cards and no backups.
     *
     * @param name its cluster's name begins with that
     * @param options more of them
     */
    CommandedMember(String name, String... options) throws IOException {
        int controlPort = LocalCluster.freePort();
        cluster = "--cluster-name=" + name + "-" + System.nanoTime();
        address = "--address=127.0.0.1:" + controlPort;
        List<String> words = new ArrayList<>(List.of(
                "member",
                cluster,
                "--port=" + LocalCluster.freePort(),
                "--control-port=" + controlPort,
                "--http-port=0",
                "--cards=1000",
                "--backups=0"));
        words.addAll(List.of(options));
        String[] call = words.toArray(String[]::new);
        MemberCommand command = (MemberCommand) Fraud.commandLine(call)
                .parseArgs(call)
                .subcommand()
                .commandSpec()
                .userObject();
        member = FraudMember.start(command.options.toConfig(), Clock.systemUTC());
    }

    FraudMember member() {
        return member;
    }

    /** These words, and the options that lead to the member. */
    String[] command(String... words) {
        List<String> call = new ArrayList<>(List.of(words));
        call.add(cluster);
        call.add(address);
        return call.toArray(String[]::new);
    }

    @Override
    public void close() {
        member.close();
    }
}
