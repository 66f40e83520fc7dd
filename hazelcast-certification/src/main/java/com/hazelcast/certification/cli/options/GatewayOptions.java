package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.client.protocol.GatewaysFrame;
import com.hazelcast.certification.client.protocol.ProtocolException;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.member.MemberLimits;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of a member's gateway, a part of {@link MemberOptions}. Not thread-safe. */
final class GatewayOptions {
    @Option(
            names = "--gateway-port",
            defaultValue = "0",
            paramLabel = "PORT",
            description =
                    "Port where clients hand in batches and get answers; 0: no gateway (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--gateway-host",
            defaultValue = "127.0.0.1",
            paramLabel = "ADDRESS",
            description = "Address that the gateway is bound to (default: ${DEFAULT-VALUE}).")
    String host = "";

    @Option(
            names = "--gateway-public-address",
            paramLabel = "HOST:PORT",
            description =
                    "Where clients reach the gateway, which members send to clients; by default the address and port it is bound to, or the member's own address when it is bound to all.")
    @Nullable
    String publicAddress;

    @Option(
            names = "--gateway-tls-cert",
            paramLabel = "FILE",
            description = "Certificate chain of the gateway, PEM. TLS 1.3 only.")
    @Nullable
    Path certificate;

    @Option(
            names = "--gateway-tls-key",
            paramLabel = "FILE",
            description = "Key of that certificate, PKCS#8 PEM without a password.")
    @Nullable
    Path key;

    @Option(
            names = "--gateway-tls-client-ca",
            paramLabel = "FILE",
            description =
                    "Authorities, PEM, one of which must have signed a client's certificate; required beyond loopback.")
    @Nullable
    Path clientAuthorities;

    @Option(
            names = "--gateway-clients-without-certificate",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false",
            description =
                    "Allow a gateway beyond loopback whose clients show no certificate: anyone who reaches it may send (default: ${DEFAULT-VALUE}).")
    boolean clientsWithoutCertificate;

    @Option(
            names = "--gateway-plain",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false",
            description = "Allow a gateway without TLS: cards travel readable (default: ${DEFAULT-VALUE}).")
    boolean plain;

    @Option(
            names = "--gateway-connections-max",
            defaultValue = "4096",
            paramLabel = "N",
            description = "Most connections to the gateway; more are closed at once (default: ${DEFAULT-VALUE}).")
    int connectionsMax;

    @Option(
            names = "--gateway-connections-per-address",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description =
                    "Most connections from one address, of IPv6 its first 64 bits; more are closed at once; auto: a quarter of all (default: ${DEFAULT-VALUE}).")
    String connectionsPerAddress = "";

    @Option(
            names = "--gateway-connections-per-certificate",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description =
                    "Most connections with one client certificate; more are closed after the handshake; auto: a quarter of all (default: ${DEFAULT-VALUE}).")
    String connectionsPerCertificate = "";

    @Option(
            names = "--gateway-new-cards-per-second",
            defaultValue = "100",
            paramLabel = "N",
            description =
                    "Cards without a history that one client may open a second at this member; 0: no bound (default: ${DEFAULT-VALUE}).")
    int newCardsPerSecond;

    @Option(
            names = "--gateway-new-cards-burst",
            defaultValue = "10000",
            paramLabel = "N",
            description =
                    "How many new cards a client may open at once, after a time without (default: ${DEFAULT-VALUE}).")
    int newCardsBurst;

    @Option(
            names = "--gateway-batches-in-flight",
            defaultValue = "8",
            paramLabel = "N",
            description =
                    "Batches of a connection without an answer, beyond which it is not read (default: ${DEFAULT-VALUE}).")
    int batchesInFlight;

    @Option(
            names = "--gateway-threads",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description =
                    "Threads that read and answer connections; auto: a quarter of the processors, at least four or all of fewer (default: ${DEFAULT-VALUE}).")
    String threads = "";

    @Option(
            names = "--gateway-handshake-threads",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description =
                    "Handshakes of TLS that are served at a time, so that other connections are answered meanwhile; auto: half of gateway-threads, at least one (default: ${DEFAULT-VALUE}).")
    String handshakeThreads = "";

    @Option(
            names = "--gateway-handshake-timeout",
            defaultValue = "10s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Time until a client has sent its hello (default: ${DEFAULT-VALUE}).")
    Duration handshakeTimeout = Duration.ZERO;

    @Option(
            names = "--gateway-frame-timeout",
            defaultValue = "30s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Time from the first byte of a frame to its last (default: ${DEFAULT-VALUE}).")
    Duration frameTimeout = Duration.ZERO;

    @Option(
            names = "--gateway-wait-timeout",
            defaultValue = "60s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description =
                    "Time that a batch waits for room in the member before its client is sent to another (default: ${DEFAULT-VALUE}).")
    Duration waitTimeout = Duration.ZERO;

    @Option(
            names = "--gateway-write-timeout",
            defaultValue = "30s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Time in which a client takes an answer (default: ${DEFAULT-VALUE}).")
    Duration writeTimeout = Duration.ZERO;

    @Option(
            names = "--gateway-idle-timeout",
            defaultValue = "60s",
            converter = DurationConverter.Positive.class,
            paramLabel = "TIME",
            description = "Time without a frame after which a connection is ended (default: ${DEFAULT-VALUE}).")
    Duration idleTimeout = Duration.ZERO;

    /**
     * The checked settings; empty when there is no gateway.
     *
     * @throws IllegalArgumentException naming the key, its value and what it may be
     */
    Optional<GatewaySettings> toSettings() {
        OptionValues.within("gateway-port", port, 0, MemberLimits.PORT_MAX);
        if (port == 0) {
            return Optional.empty();
        }
        PortKeys keys = new PortKeys("gateway", "the gateway", host, certificate, key, clientAuthorities, plain);
        Optional<GatewaySettings.Tls> tls = keys.tls(false);
        keys.requireIdentities(
                clientAuthorities != null,
                clientsWithoutCertificate,
                "gateway-tls-client-ca",
                "gateway-clients-without-certificate");
        int loops = OptionValues.numberOrAuto(
                "gateway-threads",
                threads,
                GatewaySettings.usualThreads(Runtime.getRuntime().availableProcessors()));
        return Optional.of(GatewaySettings.of(host, port, tls, connectionsMax, batchesInFlight)
                .withTimeouts(new GatewaySettings.Timeouts(
                        handshakeTimeout, frameTimeout, waitTimeout, writeTimeout, idleTimeout))
                .withClients(new GatewaySettings.ClientLimits(
                        perClient("gateway-connections-per-address", connectionsPerAddress),
                        perClient("gateway-connections-per-certificate", connectionsPerCertificate),
                        newCardsPerSecond,
                        newCardsBurst))
                .withPublicAddress(publicAddress())
                .withThreads(new GatewaySettings.Threads(
                        loops,
                        OptionValues.numberOrAuto(
                                "gateway-handshake-threads",
                                handshakeThreads,
                                GatewaySettings.usualHandshakeThreads(loops)))));
    }

    /** @throws IllegalArgumentException when clients cannot be sent there */
    private Optional<InetSocketAddress> publicAddress() {
        if (publicAddress == null) {
            return Optional.empty();
        }
        InetSocketAddress address = OptionValues.address("gateway-public-address", publicAddress);
        try {
            return Optional.of(new GatewaysFrame(List.of(address), Optional.of(0))
                    .gateways()
                    .get(0));
        } catch (ProtocolException e) {
            throw new IllegalArgumentException(
                    "clients cannot connect to that; give a name or an address of theirs and a port: gateway-public-address="
                            + publicAddress,
                    e);
        }
    }

    private int perClient(String key, String value) {
        return OptionValues.numberOrAuto(
                key, value, GatewaySettings.ClientLimits.usual(connectionsMax).connectionsPerAddress());
    }
}
