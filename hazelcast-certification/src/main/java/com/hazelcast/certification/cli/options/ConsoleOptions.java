package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.access.Role;
import com.hazelcast.certification.access.oidc.ClientSecret;
import com.hazelcast.certification.access.oidc.OidcSettings;
import com.hazelcast.certification.console.http.AccessToken;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.member.MemberLimits;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
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
                    "Token that may control the cluster from the console and look cards up by number; none: control is off. Better given as"
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

    @Mixin
    Oidc oidc;

    /** The keys of the provider that signs people in. Not thread-safe. */
    static final class Oidc {
        private static final String ISSUER = "console-oidc-issuer";
        private static final String SECRET = "console-oidc-client-secret";
        private static final String SECRET_VARIABLE = "FRAUD_CONSOLE_OIDC_CLIENT_SECRET";
        private static final List<String> SCOPES = List.of("openid", "profile");
        private static final String NAME = "preferred_username";
        private static final String ROLES = "groups";

        @Option(
                names = "--" + ISSUER,
                paramLabel = "URL",
                description =
                        "Provider of OpenID Connect that signs people in to the console beside users and tokens, as its tokens name it; none: only those"
                                + " sign in.")
        @Nullable
        URI issuer;

        @Option(
                names = "--console-oidc-client-id",
                paramLabel = "ID",
                description = "What the provider calls the members, which are one client.")
        String clientId = "";

        @Option(
                names = "--" + SECRET,
                defaultValue = "${env:" + SECRET_VARIABLE + "}",
                showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
                paramLabel = "SECRET",
                description = "Secret of that client, the same on all members. Better given as " + SECRET_VARIABLE
                        + " or in the file of --config.")
        @Nullable
        String secret;

        @Option(
                names = "--console-oidc-address",
                paramLabel = "URL",
                description =
                        "This member's console as browsers reach it, without a path; the provider sends them back there (default: where its port is).")
        @Nullable
        URI address;

        @Option(
                names = "--console-oidc-scopes",
                split = ",",
                paramLabel = "SCOPE",
                description = "What the provider is asked for (default: openid,profile).")
        List<String> scopes = new ArrayList<>();

        @Option(
                names = "--console-oidc-name",
                paramLabel = "CLAIM",
                description = "Claim of the ID token with the person's name (default: " + NAME + ").")
        String name = "";

        @Option(
                names = "--console-oidc-roles",
                paramLabel = "CLAIM",
                description =
                        "Claim of the ID token with the values that give a role, for example realm_access.roles (default: "
                                + ROLES + ").")
        String roles = "";

        @Option(
                names = "--console-oidc-viewer",
                split = ",",
                paramLabel = "VALUE",
                description = "Value of that claim that makes a viewer; may be given several times.")
        List<String> viewer = new ArrayList<>();

        @Option(
                names = "--console-oidc-analyst",
                split = ",",
                paramLabel = "VALUE",
                description = "Value of that claim that makes an analyst; may be given several times.")
        List<String> analyst = new ArrayList<>();

        @Option(
                names = "--console-oidc-operator",
                split = ",",
                paramLabel = "VALUE",
                description = "Value of that claim that makes an operator; may be given several times.")
        List<String> operator = new ArrayList<>();

        private boolean isAnyGiven() {
            boolean isOfThisMember = secret != null
                    && !secret.isEmpty()
                    // The variable may be there for other processes of its user.
                    && !secret.equals(System.getenv(SECRET_VARIABLE));
            return isOfThisMember
                    || address != null
                    || Stream.of(clientId, name, roles).anyMatch(text -> !text.isEmpty())
                    || Stream.of(scopes, viewer, analyst, operator).anyMatch(values -> !values.isEmpty());
        }

        Optional<OidcSettings> toSettings() {
            if (issuer == null) {
                if (isAnyGiven()) {
                    throw new IllegalArgumentException("keys of a provider need the provider; give " + ISSUER);
                }
                return Optional.empty();
            }
            if (secret == null || secret.isEmpty()) {
                throw new IllegalArgumentException(
                        ISSUER + " needs the secret of the client, as the provider has it; give " + SECRET + " or "
                                + SECRET_VARIABLE);
            }
            return Optional.of(new OidcSettings(
                    issuer,
                    clientId,
                    ClientSecret.of(SECRET, secret),
                    Optional.ofNullable(address),
                    scopes.isEmpty() ? SCOPES : scopes,
                    name.isEmpty() ? NAME : name,
                    roles.isEmpty() ? ROLES : roles,
                    Map.of(Role.VIEWER, viewer, Role.ANALYST, analyst, Role.OPERATOR, operator)));
        }
    }

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
                Optional.ofNullable(auditLog),
                oidc.toSettings());
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
