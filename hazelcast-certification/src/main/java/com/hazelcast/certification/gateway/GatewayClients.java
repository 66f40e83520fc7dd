package com.hazelcast.certification.gateway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The clients of a gateway. A client is the fingerprint of its certificate when it has shown one, otherwise its address; of an
 * IPv6 address the first 64 bits, because the others are the client's to choose. One that has disconnected is kept until its quota is
 * full again and its records are answered, so that it cannot renew either by connecting anew. Thread-safe; asked once or twice a connection.
 */
final class GatewayClients {
    /** Most clients that are kept without a connection: some ten megabytes. Those with records in flight are kept beyond: the gate bounds them. */
    private static final int KEPT_MAX = 16_384;

    private static final int NETWORK_BYTES = 8;

    private final int recordsMax;
    private final GatewaySettings.ClientLimits limits;
    private final LongSupplier clockNs;

    @GuardedBy("this")
    private final Map<String, GatewayClient> clients = new HashMap<>();

    /**
     * A table without clients.
     *
     * @param recordsMax records in flight of one client
     * @param clockNs as {@code System.nanoTime()}
     */
    GatewayClients(GatewaySettings.ClientLimits limits, int recordsMax, LongSupplier clockNs) {
        this.limits = limits;
        this.recordsMax = recordsMax;
        this.clockNs = clockNs;
    }

    /** Counts a connection from that address; null when there are as many as there may be. */
    @Nullable
    GatewayClient fromAddress(SocketAddress address) {
        return enter(addressKey(address), limits.connectionsPerAddress());
    }

    /** Counts a connection with that certificate; null when there are as many as there may be. */
    @Nullable
    GatewayClient ofCertificate(Certificate certificate) {
        return enter(certificateKey(certificate), limits.connectionsPerCertificate());
    }

    private synchronized @Nullable GatewayClient enter(String key, int connectionsMax) {
        GatewayClient client = clients.get(key);
        if (client == null) {
            if (clients.size() >= KEPT_MAX) {
                forgetThoseWithoutConnection();
            }
            client = new GatewayClient(
                    key, recordsMax, new NewCardQuota(limits.newCardsPerSecond(), limits.newCardsBurst(), clockNs));
            clients.put(key, client);
        }
        if (client.connections() >= connectionsMax) {
            return null;
        }
        client.addConnections(1);
        return client;
    }

    /** A connection of that client has closed. */
    synchronized void left(GatewayClient client) {
        client.addConnections(-1);
        if (isAsNew(client)) {
            clients.remove(client.key());
        }
    }

    /** Whether one that connects for the first time has no more than it. */
    private static boolean isAsNew(GatewayClient client) {
        return isAway(client) && client.newCards().isFull();
    }

    private static boolean isAway(GatewayClient client) {
        return client.connections() == 0 && client.records().inFlight() == 0;
    }

    /** First those whose quota is full again; all of them if that does not help. */
    @GuardedBy("this")
    private void forgetThoseWithoutConnection() {
        clients.values().removeIf(GatewayClients::isAsNew);
        Iterator<GatewayClient> all = clients.values().iterator();
        while (clients.size() >= KEPT_MAX && all.hasNext()) {
            if (isAway(all.next())) {
                all.remove();
            }
        }
    }

    private static String addressKey(SocketAddress address) {
        if (address instanceof InetSocketAddress internet && internet.getAddress() instanceof Inet6Address six) {
            return HexFormat.of().formatHex(six.getAddress(), 0, NETWORK_BYTES) + "/64";
        }
        return address instanceof InetSocketAddress internet && internet.getAddress() != null
                ? internet.getAddress().getHostAddress()
                : address.toString();
    }

    private static String certificateKey(Certificate certificate) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return "certificate " + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
            throw new IllegalStateException("a certificate that TLS has taken has no fingerprint", e);
        }
    }

    /** Whose a connection is: its address's at first, and its certificate's as soon as it has shown one. Used on its event loop. */
    static final class Owner {
        private final GatewayClients clients;
        private final GatewayClient address;
        private GatewayClient client;

        /** @param address has counted the connection already */
        Owner(GatewayClients clients, GatewayClient address) {
            this.clients = clients;
            this.address = address;
            this.client = address;
        }

        GatewayClient client() {
            return client;
        }

        /** The connection has shown a certificate; returns whether that may have one more. */
        boolean show(Certificate certificate) {
            GatewayClient known = clients.ofCertificate(certificate);
            if (known != null) {
                client = known;
            }
            return known != null;
        }

        /** The connection has closed. */
        void leave() {
            if (client != address) {
                clients.left(client);
            }
            clients.left(address);
        }
    }
}
