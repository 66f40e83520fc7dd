package com.hazelcast.certification.certificates;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files by which a port proves itself.
 *
 * @param port its name, for messages and as a label: {@code gateway}
 * @param certificate chain, PEM
 * @param key of the certificate, PKCS#8 PEM without a password
 * @param clientAuthorities of whom clients' certificates must be, PEM; empty: none are asked for
 */
public record CertificateFiles(String port, Path certificate, Path key, Optional<Path> clientAuthorities) {
    private static final Pattern PEM_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private static final byte[] SIGNED = {1, 2, 3, 4, 5, 6, 7, 8};

    /** Time of change and size of each file; others when a file has changed. Blocks. */
    List<String> stamp() throws IOException {
        List<String> stamp = new ArrayList<>();
        for (Path file : Stream.concat(Stream.of(certificate, key), clientAuthorities.stream())
                .toList()) {
            stamp.add(Files.exists(file) ? Files.getLastModifiedTime(file) + " " + Files.size(file) : "missing");
        }
        return List.copyOf(stamp);
    }

    /**
     * Requires that the key is the certificate's, which ports find out when a client comes. Blocks.
     *
     * @return when the first certificate of the chain ends
     * @throws IOException when a file cannot be read
     * @throws GeneralSecurityException when files do not fit; says which
     */
    Instant endOfMatching() throws IOException, GeneralSecurityException {
        List<X509Certificate> chain = chain();
        PublicKey shown = chain.get(0).getPublicKey();
        Matcher pem = PEM_KEY.matcher(Files.readString(key));
        if (!pem.find()) {
            throw new GeneralSecurityException("not a PKCS#8 PEM key without a password: " + key);
        }
        PrivateKey own = KeyFactory.getInstance(shown.getAlgorithm())
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1))));
        String algorithm = switch (shown.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> shown.getAlgorithm();
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(own);
        signature.update(SIGNED);
        byte[] signed = signature.sign();
        signature.initVerify(shown);
        signature.update(SIGNED);
        if (!signature.verify(signed)) {
            throw new GeneralSecurityException("the key is not the certificate's: " + certificate + " " + key);
        }
        return endOf(chain);
    }

    /** When the first certificate of the chain ends. Blocks. */
    Instant end() throws IOException, GeneralSecurityException {
        return endOf(chain());
    }

    private static Instant endOf(List<X509Certificate> chain) {
        return chain.stream()
                .map(X509Certificate::getNotAfter)
                .map(Date::toInstant)
                .min(Instant::compareTo)
                .orElseThrow();
    }

    private List<X509Certificate> chain() throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(certificate)) {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (chain.isEmpty()) {
                throw new GeneralSecurityException("no PEM certificate: " + certificate);
            }
            return chain;
        }
    }
}
