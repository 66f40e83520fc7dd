package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.ClusterReach;
import com.hazelcast.certification.cluster.ClusterSecret;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a running cluster is, as {@code ctl} has it. */
public final class ClusterOptions {
    @Option(
            names = "--address",
            defaultValue = "127.0.0.1:5801",
            paramLabel = "HOST:PORT",
            description =
                    "The control port of any member, which is its member port and 100 (default: ${DEFAULT-VALUE}).")
    String address;

    @Option(
            names = "--cluster-name",
            defaultValue = "fraud",
            paramLabel = "NAME",
            description = "Name of the cluster (default: ${DEFAULT-VALUE}).")
    String clusterName;

    @Option(
            names = "--cluster-secret-file",
            paramLabel = "FILE",
            description = "The file that the members have, if they have one.")
    @Nullable
    Path secretFile;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description =
                    "The user of the members who acts; the secret is FRAUD_USER_SECRET, or else a line of standard input. Members with control-users require it for every change.")
    @Nullable
    String user;

    @Option(
            names = "--timeout",
            defaultValue = "10s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "How long to try to connect (default: ${DEFAULT-VALUE}).")
    Duration timeout;

    /**
     * Connects.
     *
     * @param err receives what a user is to know while it takes long
     * @throws IllegalStateException when the cluster cannot be reached: says what was tried and what to check
     */
    public ClusterControl connect(PrintWriter err) {
        OptionValues.address("address", address);
        Optional<ClusterSecret> secret = Optional.ofNullable(secretFile).map(ClusterSecret::read);
        return new ClusterReach(clusterName, secret, address, timeout, notice -> err.println("fraud: " + notice))
                .connect(UserSecret.caller(user));
    }
}
