package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.DecisionSettings;
import com.hazelcast.certification.api.decisions.StandInTable;
import com.hazelcast.certification.api.http.ApiSettings;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.mapping.MappingFile;
import com.hazelcast.certification.member.MemberLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of a member's HTTP API, a part of {@link MemberOptions}. Not thread-safe. */
final class ApiOptions {
    @Option(
            names = "--api-port",
            defaultValue = "0",
            paramLabel = "PORT",
            description = "Port of the HTTP API; 0: none (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--api-host",
            defaultValue = "127.0.0.1",
            paramLabel = "ADDRESS",
            description = "Address that the API is bound to (default: ${DEFAULT-VALUE}).")
    String host = "";

    @Option(
            names = "--api-tls-cert",
            paramLabel = "FILE",
            description = "Certificate chain of the API, PEM. TLS 1.3 only.")
    @Nullable
    Path certificate;

    @Option(
            names = "--api-tls-key",
            paramLabel = "FILE",
            description = "Key of that certificate, PKCS#8 PEM without a password.")
    @Nullable
    Path key;

    @Option(
            names = "--api-tls-client-ca",
            paramLabel = "FILE",
            description =
                    "Authorities, PEM, one of which must have signed a certificate that a client shows instead of a token.")
    @Nullable
    Path clientAuthorities;

    @Option(
            names = "--api-plain",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false",
            description =
                    "Allow an API without TLS beyond loopback: cards and tokens travel readable (default: ${DEFAULT-VALUE}).")
    boolean plain;

    @Option(
            names = "--api-tokens",
            paramLabel = "FILE",
            description =
                    "Tokens: a line each of name, roles (score,read,operate,label), SHA-256, and rate=N concurrency=N expires=TIME where required; read again when it changes.")
    @Nullable
    Path tokens;

    @Option(
            names = "--api-clients-without-token",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            paramLabel = "true|false",
            description =
                    "Allow an API beyond loopback whose clients show neither token nor certificate: anyone who reaches it may call everything (default: ${DEFAULT-VALUE}).")
    boolean clientsWithoutToken;

    @Option(
            names = "--api-deadline",
            defaultValue = "25ms",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description =
                    "When a stand-in answers, if the request has no deadline, at most 10s (default: ${DEFAULT-VALUE}).")
    Duration deadline = Duration.ZERO;

    @Option(
            names = "--api-stand-in",
            paramLabel = "FILE",
            description =
                    "Table of what is answered when the deadline passes: MCC, currency, greatest amount in minor units, action (default: approve up to 5000, else review).")
    @Nullable
    Path standIn;

    @Option(
            names = "--api-map",
            paramLabel = "FILE",
            description =
                    "How JSON of another shape becomes transactions: a mapping as for 'load' (default: the shape of /openapi.yaml).")
    @Nullable
    Path map;

    @Option(
            names = "--api-flagged-action",
            defaultValue = "decline",
            paramLabel = "review|decline",
            description =
                    "Action for what the rules decline; other actions are answered as they are (default: ${DEFAULT-VALUE}).")
    String flaggedAction = "";

    @Option(
            names = "--api-queue",
            defaultValue = "4096",
            paramLabel = "N",
            description =
                    "Most transactions of single calls without an answer; more are answered 503 (default: ${DEFAULT-VALUE}).")
    int queue;

    @Option(
            names = "--api-queue-per-client",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description = "As much of one client; auto: half of all (default: ${DEFAULT-VALUE}).")
    String queuePerClient = "";

    @Option(
            names = "--api-connections-max",
            defaultValue = "4096",
            paramLabel = "N",
            description = "Most connections to the API; more are answered 503 (default: ${DEFAULT-VALUE}).")
    int connectionsMax;

    @Option(
            names = "--api-threads",
            defaultValue = "auto",
            paramLabel = "N|auto",
            description =
                    "Threads that read and answer connections to the API; auto: a quarter of the processors, at least four or all of fewer (default: ${DEFAULT-VALUE}).")
    String threads = "";

    @Option(
            names = "--api-new-cards-per-second",
            defaultValue = "100",
            paramLabel = "N",
            description =
                    "Cards without a history that one client may open a second by transactions; 0: no bound (default: ${DEFAULT-VALUE}).")
    int newCardsPerSecond;

    @Option(
            names = "--api-new-cards-burst",
            defaultValue = "10000",
            paramLabel = "N",
            description =
                    "How many new cards a client may open at once, after a time without (default: ${DEFAULT-VALUE}).")
    int newCardsBurst;

    @Option(
            names = "--api-answers-kept",
            defaultValue = "100000",
            paramLabel = "N",
            description =
                    "Most submitted transactions whose decision can be read later, and as many of those that were decided in their call; each takes 100 bytes of the heap from the start (default: ${DEFAULT-VALUE}).")
    int answersKept;

    @Option(
            names = "--api-answers-kept-for",
            defaultValue = "10m",
            converter = DurationConverter.class,
            paramLabel = "TIME",
            description = "How long a decision can be read later (default: ${DEFAULT-VALUE}).")
    Duration answersKeptFor = Duration.ZERO;

    @Option(
            names = "--api-access-log",
            defaultValue = "auto",
            paramLabel = "FILE|auto|none",
            description =
                    "Where requests are logged, a JSON line each; auto: api-access-PORT.log (default: ${DEFAULT-VALUE}).")
    String accessLog = "";

    @Option(
            names = "--api-access-log-size",
            defaultValue = "64m",
            paramLabel = "SIZE",
            description = "The access log is rotated when it has this size (default: ${DEFAULT-VALUE}).")
    String accessLogSize = "";

    @Option(
            names = "--api-access-log-files",
            defaultValue = "5",
            paramLabel = "N",
            description = "Files of the access log that are kept (default: ${DEFAULT-VALUE}).")
    int accessLogFiles;

    @Option(
            names = "--api-access-log-full",
            defaultValue = "drop",
            paramLabel = "drop|wait",
            description =
                    "When the access log's buffer is full: drop the line and count it, or let the request wait (default: ${DEFAULT-VALUE}).")
    String accessLogFull = "";

    /**
     * The checked settings; empty when there is no API.
     *
     * @throws IllegalArgumentException naming the key, its value and what it may be
     */
    Optional<ApiSettings> toSettings() {
        OptionValues.within("api-port", port, 0, MemberLimits.PORT_MAX);
        if (port == 0) {
            return Optional.empty();
        }
        PortKeys keys = new PortKeys("api", "the API", host, certificate, key, clientAuthorities, plain);
        Optional<GatewaySettings.Tls> tls = keys.tls(keys.isLoopback());
        boolean needsIdentity = tokens != null || clientAuthorities != null;
        keys.requireIdentities(
                needsIdentity, clientsWithoutToken, "api-tokens or --api-tls-client-ca", "api-clients-without-token");
        DecisionSettings decisions = new DecisionSettings(
                deadline,
                queue,
                flaggedAction("api-flagged-action", flaggedAction),
                Optional.ofNullable(standIn).map(StandInTable::read).orElse(StandInTable.USUAL),
                answersKept,
                answersKeptFor,
                Optional.ofNullable(map).map(MappingFile::readForScoring));
        return Optional.of(new ApiSettings(
                host,
                port,
                tls,
                Optional.ofNullable(tokens),
                needsIdentity,
                connectionsMax,
                OptionValues.numberOrAuto(
                        "api-threads",
                        threads,
                        GatewaySettings.usualThreads(Runtime.getRuntime().availableProcessors())),
                OptionValues.numberOrAuto("api-queue-per-client", queuePerClient, Math.max(1, queue / 2)),
                newCardsPerSecond,
                newCardsBurst,
                decisions,
                accessLog()));
    }

    /** The action of that name; that of a flagged transaction is never to approve. */
    static Action flaggedAction(String key, String value) {
        if (value.equals(Action.REVIEW.label()) || value.equals(Action.DECLINE.label())) {
            return Action.of(value);
        }
        throw new IllegalArgumentException(key + " must be review or decline: " + key + "=" + value);
    }

    private Optional<ApiSettings.Log> accessLog() {
        if (!accessLogFull.equals("drop") && !accessLogFull.equals("wait")) {
            throw new IllegalArgumentException(
                    "api-access-log-full must be drop or wait: api-access-log-full=" + accessLogFull);
        }
        if (accessLog.equals("none")) {
            return Optional.empty();
        }
        Path file = Path.of(accessLog.equals("auto") ? "api-access-" + port + ".log" : accessLog);
        return Optional.of(new ApiSettings.Log(
                file,
                MemorySize.parse("api-access-log-size", accessLogSize),
                accessLogFiles,
                accessLogFull.equals("wait")));
    }
}
