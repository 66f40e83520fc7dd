package com.hazelcast.certification.systemtests.crowd;

import com.hazelcast.certification.client.TlsOptions;
import com.hazelcast.certification.systemtests.cluster.MemberProcesses;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An authority of its own, and a certificate of the loopback address by it. ECDSA with P-256 keys.
 *
 * @param folder where the files are
 */
public record CrowdCertificates(Path folder) {
    private static final String AUTHORITY = "authority.pem";
    private static final String MEMBER = "gateway.pem";
    private static final String KEY = "gateway.key";

    /** Makes them. */
    public static CrowdCertificates in(Path folder) throws IOException {
        try {
            X509Bundle authority = new CertificateBuilder()
                    .algorithm(CertificateBuilder.Algorithm.ecp256)
                    .subject("CN=authority of a system test")
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned();
            X509Bundle member = new CertificateBuilder()
                    .algorithm(CertificateBuilder.Algorithm.ecp256)
                    .subject("CN=member of a system test")
                    .addSanIpAddress("127.0.0.1")
                    .buildIssuedBy(authority);
            Files.writeString(folder.resolve(AUTHORITY), authority.getCertificatePEM());
            Files.writeString(folder.resolve(MEMBER), member.getCertificatePathPEM());
            Files.writeString(folder.resolve(KEY), member.getPrivateKeyPEM());
            return new CrowdCertificates(folder);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("no certificate could be made: folder=" + folder, e);
        }
    }

    /** Of members, so that so many connections come from one address. */
    List<String> memberOptions(int connectionsMax) {
        return List.of(
                "--min-members=2",
                MemberProcesses.CERTIFICATE + folder.resolve(MEMBER).toAbsolutePath(),
                "--gateway-tls-key=" + folder.resolve(KEY).toAbsolutePath(),
                "--gateway-connections-max=" + connectionsMax,
                "--gateway-connections-per-address=" + connectionsMax);
    }

    /** Of a client. */
    TlsOptions forClient() {
        return TlsOptions.trusting(folder.resolve(AUTHORITY));
    }
}
