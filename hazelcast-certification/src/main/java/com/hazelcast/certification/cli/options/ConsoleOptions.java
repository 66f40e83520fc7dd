package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.console.http.AccessToken;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.member.MemberLimits;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of a member's HTTP port, a part of {@link MemberOptions}. Not thread-safe. */
final class ConsoleOptions {
    private static final String VIEWER = "console-viewer-token";
    private static final String ANALYST = "console-analyst-token";
    private static final String OPERATOR = "console-operator-token";

    @Option(
            names = "--http-host",
            defaultValue = "127.0.0.1",
            paramLabel = "ADDRESS",
            description = "Address of /metrics and the console; beyond loopback they need TLS and a viewer's token"
                    + " (default: ${DEFAULT-VALUE}).")
    String host = "";

    @Option(
            names = "--http-port",
            defaultValue = "7777",
            paramLabel = "PORT",
            description = "Port of /metrics and the console (default: ${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--http-cert",
            paramLabel = "FILE",
            description = "Certificate chain of that port, PEM. TLS 1.3 only.")
    @Nullable
    Path certificate;

    @Option(
            names = "--http-key",
            paramLabel = "FILE",
            description = "Key of that certificate, PKCS#8 PEM without a password.")
    @Nullable
    Path key;

    @Option(
            names = "--" + VIEWER,
            defaultValue = "${env:FRAUD_CONSOLE_VIEWER_TOKEN}",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            paramLabel = "TOKEN",
            description =
                    "Token that may see /metrics and the console; better given as FRAUD_CONSOLE_VIEWER_TOKEN or in"
                            + " the file of --config, where no list of processes shows it.")
    @Nullable
    String viewerToken;

    @Option(
            names = "--" + ANALYST,
            defaultValue = "${env:FRAUD_CONSOLE_ANALYST_TOKEN}",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            paramLabel = "TOKEN",
            description =
                    "Token that may look cards up by their numbers as well; none: only the operator's may. Better given as"
                            + " FRAUD_CONSOLE_ANALYST_TOKEN or in the file of --config.")
    @Nullable
    String analystToken;

    @Option(
            names = "--" + OPERATOR,
            defaultValue = "${env:FRAUD_CONSOLE_OPERATOR_TOKEN}",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            paramLabel = "TOKEN",
            description =
                    "Token that may control the cluster from the console and look cards up by number; none: nobody may control. Better given as"
                            + " FRAUD_CONSOLE_OPERATOR_TOKEN or in the file of --config.")
    @Nullable
    String operatorToken;

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description =
                    "Users of the console with their roles and hashed secrets, made by 'fraud users add'; read again when it changes.")
    @Nullable
    Path users;

    @Option(
            names = "--audit-log",
            paramLabel = "FILE",
            description =
                    "File of sign-ins, look-ups of cards and actions, a chained JSON line each; checked by 'ctl audit verify'.")
    @Nullable
    Path auditLog;

    /**
     * The checked settings.
     *
     * @throws IllegalArgumentException naming the key and what it may be
     */
    ConsoleSettings toSettings() {
        return new ConsoleSettings(
                host,
                OptionValues.within("http-port", port, 0, MemberLimits.PORT_MAX),
                tls(),
                token(VIEWER, viewerToken),
                token(ANALYST, analystToken),
                token(OPERATOR, operatorToken),
                Optional.ofNullable(users),
                Optional.ofNullable(auditLog));
    }

    private Optional<ConsoleSettings.Tls> tls() {
        if (certificate != null && key != null) {
            return Optional.of(new ConsoleSettings.Tls(certificate, key));
        }
        if (certificate != null || key != null) {
            throw new IllegalArgumentException(
                    "TLS needs a certificate and its key; give both: http-cert=" + certificate + " http-key=" + key);
        }
        return Optional.empty();
    }

    private static Optional<AccessToken> token(String name, @Nullable String text) {
        return text == null || text.isEmpty() ? Optional.empty() : Optional.of(AccessToken.of(name, text));
    }
}
