package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.cluster.ClusterSecret;
import com.hazelcast.certification.member.MemberLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of the port of {@code ctl} and of the cluster's secret, a part of {@link MemberOptions}. Not thread-safe. */
final class ControlOptions {
    /** A member's port for {@code ctl} is its member port and so much more, unless another is given. */
    static final int PORT_OFFSET = 100;

    private static final String AUTO = "auto";

    @Option(
            names = "--control-host",
            defaultValue = "127.0.0.1",
            paramLabel = "ADDRESS",
            description = "Address of the port for ctl and Management Center (default: ${DEFAULT-VALUE}).")
    String host = "";

    @Option(
            names = "--control-port",
            defaultValue = AUTO,
            paramLabel = "PORT|auto",
            description =
                    "Port for ctl and Management Center; auto: the member port and 100; 0: none (default: ${DEFAULT-VALUE}).")
    String port = "";

    @Option(
            names = "--cluster-secret-file",
            paramLabel = "FILE",
            description =
                    "File with what members and ctl must have beside the cluster's name, 32 characters or more; readable for its user alone.")
    @Nullable
    Path secretFile;

    @Option(
            names = "--cluster-name-only",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false",
            description =
                    "Allow member and control ports beyond loopback without a secret: anyone who reaches them joins.")
    boolean isNameEnough;

    @Option(
            names = "--control-users",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false",
            description =
                    "Whether changes by ctl, rules, lists or labels, and readings of texts of rules, need a user of the key users with a role for it; the same on all members (default: ${DEFAULT-VALUE}).")
    boolean isUserNeeded;

    /** Whether who acts by {@code ctl} has to be a user. */
    boolean needsUser(@Nullable Path users) {
        if (isUserNeeded && users == null) {
            throw new IllegalArgumentException(
                    "with control-users members check who acts, and have nobody to compare with; give them users, a file that"
                            + " 'fraud users add' makes");
        }
        return isUserNeeded;
    }

    /** Where the port for {@code ctl} is; empty: nowhere. */
    Optional<InetSocketAddress> address(int memberPort) {
        int chosen = port.equals(AUTO) ? memberPort + PORT_OFFSET : number();
        if (chosen > MemberLimits.PORT_MAX) {
            throw new IllegalArgumentException("the member port and " + PORT_OFFSET
                    + " is no port; give control-port one: control-port=auto port=" + memberPort);
        }
        if (chosen == memberPort) {
            throw new IllegalArgumentException(
                    "members and clients take ports of their own; give them two: control-port=" + chosen + " port="
                            + memberPort);
        }
        return chosen == 0
                ? Optional.empty()
                : Optional.of(InetSocketAddress.createUnresolved(
                        host, OptionValues.within("control-port", chosen, 1, MemberLimits.PORT_MAX)));
    }

    private int number() {
        try {
            return OptionValues.within("control-port", Integer.parseInt(port), 0, MemberLimits.PORT_MAX);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("control-port must be a number or auto: control-port=" + port, e);
        }
    }

    /** The cluster's secret, which a member beyond loopback needs unless it may do without. */
    Optional<ClusterSecret> secret(String memberHost) {
        if (secretFile != null) {
            return Optional.of(ClusterSecret.read(secretFile));
        }
        if (!isNameEnough) {
            requireLoopback("host", memberHost);
            requireLoopback("control-host", host);
        }
        return ClusterSecret.NONE;
    }

    private static void requireLoopback(String key, String address) {
        if (!isLoopback(key, address)) {
            throw new IllegalArgumentException(
                    "beyond loopback a member needs cluster-secret-file, the same on all members, made with 'openssl rand -hex 32';"
                            + " cluster-name-only does without, and anyone who reaches the port can then join: " + key
                            + "="
                            + address);
        }
    }

    private static boolean isLoopback(String key, String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "no such host; give an address of this machine: " + key + "=" + address, e);
        }
    }
}
