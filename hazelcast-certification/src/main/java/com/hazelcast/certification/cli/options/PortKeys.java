package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.gateway.GatewaySettings.Tls;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the keys of the gateway and of the API have alike: where their port is, and how it is secured. Immutable.
 *
 * @param part with which the keys begin
 * @param name of the part in messages
 * @param plain whether it is to have no TLS, or may have none
 */
record PortKeys(
        String part,
        String name,
        String host,
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path clientAuthorities,
        boolean plain) {
    /** A name that nobody knows is not: it is said later that the port cannot be bound to it. */
    boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /**
     * How the member proves itself; empty: there is no TLS.
     *
     * @param mayBePlain whether there may be none although that is not said
     * @throws IllegalArgumentException when there may not, or files are missing
     */
    Optional<Tls> tls(boolean mayBePlain) {
        if (certificate != null && key != null) {
            if (plain) {
                throw new IllegalArgumentException(
                        name + " has a certificate and is to be plain; leave out one of them: " + part + "-plain=true "
                                + part + "-tls-cert=" + certificate);
            }
            return Optional.of(new Tls(certificate, key, Optional.ofNullable(clientAuthorities)));
        }
        if (certificate != null || key != null || clientAuthorities != null) {
            throw new IllegalArgumentException("TLS needs a certificate and its key; give both: " + part + "-tls-cert="
                    + certificate + " " + part + "-tls-key=" + key);
        }
        if (!plain && !mayBePlain) {
            throw new IllegalArgumentException(name + " has no certificate; give --" + part + "-tls-cert and --" + part
                    + "-tls-key, or allow readable cards with --" + part + "-plain: " + part + "-host=" + host);
        }
        return Optional.empty();
    }

    /** Checks that clients either show who they are or need not, and that beyond loopback this was said. */
    void requireIdentities(boolean hasIdentities, boolean needNone, String identityKeys, String noneKey) {
        if (needNone && hasIdentities) {
            throw new IllegalArgumentException("clients must show who they are and need not; leave out one of them: "
                    + noneKey + "=true --" + identityKeys);
        }
        if (!hasIdentities && !needNone && !isLoopback()) {
            throw new IllegalArgumentException("beyond loopback the clients of " + name
                    + " must show who they are; give --" + identityKeys + ", or let anyone who reaches it send with --"
                    + noneKey
                    + ": " + part + "-host=" + host);
        }
    }
}
