package com.hazelcast.certification.gateway;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** The TLS of a gateway: version 1.3 only, by the JDK's own provider. */
final class GatewayTls {
    private static final String VERSION = "TLSv1.3";

    private GatewayTls() {}

    /** @throws IllegalArgumentException when a file cannot be read or is not what it should be; names the key */
    static SslContext context(GatewaySettings.Tls settings) {
        requireReadable("gateway-tls-cert", settings.certificate());
        requireReadable("gateway-tls-key", settings.key());
        settings.clientAuthorities().ifPresent(file -> requireReadable("gateway-tls-client-ca", file));
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(
                            settings.certificate().toFile(), settings.key().toFile())
                    .sslProvider(SslProvider.JDK)
                    .protocols(VERSION);
            settings.clientAuthorities()
                    .ifPresent(file -> builder.trustManager(file.toFile()).clientAuth(ClientAuth.REQUIRE));
            return builder.build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "cannot use the gateway's certificate; give a PEM chain and its PKCS#8 PEM key without a password: gateway-tls-cert="
                            + settings.certificate() + " gateway-tls-key=" + settings.key() + ": " + e.getMessage(),
                    e);
        }
    }

    /** The certificate that the client has shown; empty when there is no TLS, or clients need none. */
    static Optional<Certificate> clientCertificate(ChannelPipeline pipeline) {
        SslHandler handler = pipeline.get(SslHandler.class);
        if (handler == null || !handler.engine().getNeedClientAuth()) {
            return Optional.empty();
        }
        try {
            return Optional.of(handler.engine().getSession().getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException e) {
            throw new IllegalStateException("a client without a certificate has passed TLS, which asks for one", e);
        }
    }

    private static void requireReadable(String key, Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("no such file, or not readable; give its path: " + key + "=" + file);
        }
    }
}
