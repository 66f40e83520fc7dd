package com.hazelcast.certification.console.http;

import com.hazelcast.certification.access.oidc.OidcSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of the HTTP port, checked.
 *
 * @param host address that the port is bound to
 * @param port 0: any free one
 * @param tls empty: no TLS, on a loopback address only
 * @param viewer token that may see; empty: none is needed, on a loopback address only
 * @param analyst token that may look cards up by number as well; empty: only the operator's may
 * @param operator token that may control as well; empty: only users who are operators may
 * @param users file of users; empty: there are none
 * @param auditLog file of what people did; empty: none
 * @param oidc the provider that signs people in beside the file; empty: there is none
 */
public record ConsoleSettings(
        String host,
        int port,
        Optional<Tls> tls,
        Optional<AccessToken> viewer,
        Optional<AccessToken> analyst,
        Optional<AccessToken> operator,
        Optional<Path> users,
        Optional<Path> auditLog,
        Optional<OidcSettings> oidc) {
    /** Property of Hazelcast's configuration with the cluster's name as people know it. */
    public static final String CLUSTER_NAME = "fraud.cluster.name";

    /**
     * How the port proves itself.
     *
     * @param certificate chain, PEM
     * @param key of the certificate, PKCS#8 PEM without a password
     */
    public record Tls(Path certificate, Path key) {}

    /** @throws IllegalArgumentException when the port would be reachable by others without TLS or without a token */
    public ConsoleSettings {
        if (!resolve(host).isLoopbackAddress()
                && (tls.isEmpty() || viewer.isEmpty() && users.isEmpty() && oidc.isEmpty())) {
            throw new IllegalArgumentException(
                    "beyond loopback the HTTP port needs TLS and a token or users; give http-cert, http-key and console-viewer-token or users,"
                            + " or leave it on 127.0.0.1: http-host=" + host);
        }
        requireDifferent("console-viewer-token", viewer, "console-analyst-token", analyst);
        requireDifferent("console-viewer-token", viewer, "console-operator-token", operator);
        requireDifferent("console-analyst-token", analyst, "console-operator-token", operator);
    }

    /** Without an analyst's token. */
    public ConsoleSettings(
            String host, int port, Optional<Tls> tls, Optional<AccessToken> viewer, Optional<AccessToken> operator) {
        this(host, port, tls, viewer, Optional.empty(), operator);
    }

    /** Without users. */
    public ConsoleSettings(
            String host,
            int port,
            Optional<Tls> tls,
            Optional<AccessToken> viewer,
            Optional<AccessToken> analyst,
            Optional<AccessToken> operator) {
        this(host, port, tls, viewer, analyst, operator, Optional.empty(), Optional.empty());
    }

    /** Without a provider that signs people in. */
    public ConsoleSettings(
            String host,
            int port,
            Optional<Tls> tls,
            Optional<AccessToken> viewer,
            Optional<AccessToken> analyst,
            Optional<AccessToken> operator,
            Optional<Path> users,
            Optional<Path> auditLog) {
        this(host, port, tls, viewer, analyst, operator, users, auditLog, Optional.empty());
    }

    private static void requireDifferent(
            String key, Optional<AccessToken> token, String other, Optional<AccessToken> otherToken) {
        if (token.isPresent() && otherToken.isPresent() && token.get().isSameAs(otherToken.get())) {
            throw new IllegalArgumentException(
                    "a token has one role; give " + key + " and " + other + " different values");
        }
    }

    /** The address to bind. */
    public InetAddress address() {
        return resolve(host);
    }

    /** Whether only this machine reaches the port. */
    boolean isLoopback() {
        return address().isLoopbackAddress();
    }

    private static InetAddress resolve(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("no such host; give an address of this machine: http-host=" + host, e);
        }
    }
}
