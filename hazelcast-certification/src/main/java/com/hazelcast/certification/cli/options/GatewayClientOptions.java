package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.client.TlsOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command reaches the gateways of members. Not thread-safe. */
public final class GatewayClientOptions {
    @Option(
            names = "--member",
            split = ",",
            required = true,
            paramLabel = "HOST:PORT",
            description = "Gateway of a member; may be given several times: the next one is tried when one fails.")
    List<String> members = new ArrayList<>();

    @Option(
            names = "--tls-trust",
            paramLabel = "FILE",
            description = "Certificates to trust, PEM or a key store; none: those that the JDK trusts.")
    @Nullable
    Path trust;

    @Option(names = "--tls-trust-password", paramLabel = "TEXT", description = "Password, if that is a key store.")
    @Nullable
    String trustPassword;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "Certificate of this client, PEM.")
    @Nullable
    Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Its key, PKCS#8 PEM without a password.")
    @Nullable
    Path key;

    @Option(
            names = "--tls-any-host",
            description = "Take a member's certificate though it does not name the host that was connected to.")
    boolean anyHost;

    @Option(names = "--plain", description = "No TLS: cards travel readable.")
    boolean plain;

    /** The members that were given, not yet resolved. */
    public List<InetSocketAddress> addresses() {
        return members.stream()
                .map(text -> OptionValues.address("member", text))
                .toList();
    }

    /**
     * TLS to the members; empty: none.
     *
     * @throws IllegalArgumentException when TLS is requested and forbidden at once, or half of it is missing
     */
    public Optional<TlsOptions> tls() {
        if (!plain) {
            return Optional.of(new TlsOptions(
                    Optional.ofNullable(trust),
                    Optional.ofNullable(trustPassword),
                    Optional.ofNullable(certificate),
                    Optional.ofNullable(key),
                    !anyHost));
        }
        if (trust != null || certificate != null || key != null) {
            throw new IllegalArgumentException("there is no TLS with --plain; leave out one of them: plain=true");
        }
        return Optional.empty();
    }
}
