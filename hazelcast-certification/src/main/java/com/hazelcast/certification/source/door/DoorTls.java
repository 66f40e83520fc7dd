package com.hazelcast.certification.source.door;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;

/** The TLS of a door: version 1.3 only, by the JDK's own provider. */
final class DoorTls {
    private static final String VERSION = "TLSv1.3";

    private DoorTls() {}

    /** @throws IllegalArgumentException when a file cannot be read or is not what it should be; names the key */
    static SslContext context(DoorSettings.Tls settings) {
        requireReadable("door-tls-cert", settings.certificate());
        requireReadable("door-tls-key", settings.key());
        settings.clientAuthorities().ifPresent(file -> requireReadable("door-tls-client-ca", file));
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
                    "cannot use the door's certificate; give a PEM chain and its PKCS#8 PEM key without a password: door-tls-cert="
                            + settings.certificate() + " door-tls-key=" + settings.key() + ": " + e.getMessage(),
                    e);
        }
    }

    private static void requireReadable(String key, Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("no such file, or not readable; give its path: " + key + "=" + file);
        }
    }
}
