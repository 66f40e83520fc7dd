package com.hazelcast.certification.client;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;

/**
 * How a client proves members and itself. TLS 1.3 only.
 *
 * @param trust certificates to trust, as PEM or a key store (PKCS#12, JKS); empty: those that the JDK trusts
 * @param trustPassword of the key store; empty for PEM
 * @param certificate of the client, PEM, where members ask for one
 * @param key of that certificate, PKCS#8 PEM without a password
 * @param verifiesHost whether the member's certificate must name the host that is connected to
 */
public record TlsOptions(
        Optional<Path> trust,
        Optional<String> trustPassword,
        Optional<Path> certificate,
        Optional<Path> key,
        boolean verifiesHost) {
    static final String VERSION = "TLSv1.3";

    /** @throws IllegalArgumentException when there is a certificate without a key, or the other way round */
    public TlsOptions {
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException(
                    "a client certificate needs its key, and a key its certificate; give both: certificate="
                            + certificate.map(Path::toString).orElse("") + " key="
                            + key.map(Path::toString).orElse(""));
        }
    }

    /** Trusts the certificates in a file, PEM, and checks the host. */
    public static TlsOptions trusting(Path pem) {
        return new TlsOptions(Optional.of(pem), Optional.empty(), Optional.empty(), Optional.empty(), true);
    }

    /**
     * The context of all connections.
     *
     * @throws IllegalArgumentException when a file cannot be read, or is not what it should be
     */
    public SslContext toContext() {
        try {
            SslContextBuilder builder =
                    SslContextBuilder.forClient().sslProvider(SslProvider.JDK).protocols(VERSION);
            builder.endpointIdentificationAlgorithm(verifiesHost ? "HTTPS" : null);
            if (trustPassword.isPresent() && trust.isPresent()) {
                builder.trustManager(trustStore(trust.get(), trustPassword.get()));
            } else if (trust.isPresent()) {
                builder.trustManager(trust.get().toFile());
            }
            if (certificate.isPresent() && key.isPresent()) {
                builder.keyManager(certificate.get().toFile(), key.get().toFile());
            }
            return builder.build();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "cannot use the TLS files; certificates and PKCS#8 keys are PEM, a key store needs its password: trust="
                            + trust.map(Path::toString).orElse("") + " certificate="
                            + certificate.map(Path::toString).orElse("") + ": " + e.getMessage(),
                    e);
        }
    }

    private static TrustManagerFactory trustStore(Path file, String password)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password.toCharArray());
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }
}
