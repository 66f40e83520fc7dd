package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.source.SourceTls;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The keys of TLS to the sources, a part of {@link MemberOptions}. Not thread-safe. */
public final class SourceTlsOptions {
    @Option(
            names = "--source-tls-trust",
            paramLabel = "FILE",
            description =
                    "Authorities, PEM, one of which must have signed the certificate of each source; TLS 1.3 only. None: no TLS.")
    @Nullable
    Path trust;

    @Option(
            names = "--source-tls-cert",
            paramLabel = "FILE",
            description = "Certificate chain of this member for sources that require one, PEM.")
    @Nullable
    Path certificate;

    @Option(
            names = "--source-tls-key",
            paramLabel = "FILE",
            description = "Key of that certificate, PKCS#8 PEM without a password.")
    @Nullable
    Path key;

    /** TLS to the sources, if there is any. */
    Optional<SourceTls> toTls() {
        if (trust == null) {
            if (certificate != null || key != null) {
                throw new IllegalArgumentException(
                        "without source-tls-trust there is no TLS to the sources; give it too, or leave the certificate out: source-tls-cert="
                                + certificate);
            }
            return Optional.empty();
        }
        return Optional.of(SourceTls.ofReader(trust, identity(certificate, key, "source-tls-cert", "source-tls-key")));
    }

    /** A certificate with its key, both or none. */
    public static Optional<SourceTls.Identity> identity(
            @Nullable Path certificate, @Nullable Path key, String certificateName, String keyName) {
        if (certificate == null && key == null) {
            return Optional.empty();
        }
        if (certificate == null || key == null) {
            throw new IllegalArgumentException("a certificate and its key come together: " + certificateName + "="
                    + certificate + " " + keyName + "=" + key);
        }
        return Optional.of(new SourceTls.Identity(certificate, key));
    }
}
