package com.hazelcast.certification.gateway;

import java.security.cert.Certificate;

/** Whose a connection is: its address's at first, and its certificate's as soon as it has shown one. Used on its event loop. */
final class ConnectionOwner {
    private final GatewayClients clients;
    private final GatewayClient address;
    private GatewayClient client;

    /** @param address has counted the connection already */
    ConnectionOwner(GatewayClients clients, GatewayClient address) {
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
