package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.TlsOptions;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.source.SourceTls;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Certificates for a test, made anew: an authority, a member's and a client's certificate by it, and a stranger's. */
public final class GatewayCertificates {
    public final Path authority;
    public final Path strangeAuthority;
    private final Path member;
    private final Path memberKey;
    private final Path client;
    private final Path clientKey;

    public GatewayCertificates(Path folder) throws Exception {
        X509Bundle ca = new CertificateBuilder()
                .subject("CN=test authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        X509Bundle memberBundle = new CertificateBuilder()
                .subject("CN=member")
                .addSanDnsName("localhost")
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(ca);
        X509Bundle clientBundle = new CertificateBuilder().subject("CN=client").buildIssuedBy(ca);
        X509Bundle stranger = new CertificateBuilder()
                .subject("CN=stranger")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        authority = write(folder, "ca.pem", ca.getCertificatePEM());
        strangeAuthority = write(folder, "stranger.pem", stranger.getCertificatePEM());
        member = write(folder, "member.pem", memberBundle.getCertificatePathPEM());
        memberKey = write(folder, "member.key", memberBundle.getPrivateKeyPEM());
        client = write(folder, "client.pem", clientBundle.getCertificatePathPEM());
        clientKey = write(folder, "client.key", clientBundle.getPrivateKeyPEM());
    }

    private static Path write(Path folder, String name, String pem) {
        try {
            return Files.writeString(folder.resolve(name), pem);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    GatewaySettings.Tls forGateway(boolean asksClients) {
        return new GatewaySettings.Tls(member, memberKey, asksClients ? Optional.of(authority) : Optional.empty());
    }

    public ConsoleSettings.Tls forConsole() {
        return new ConsoleSettings.Tls(member, memberKey);
    }

    public SourceTls forSource() {
        return SourceTls.ofSource(new SourceTls.Identity(member, memberKey), Optional.of(authority));
    }

    /** A reader that trusts this authority and shows the client's certificate. */
    public SourceTls forReader(Path trusted) {
        return SourceTls.ofReader(trusted, Optional.of(new SourceTls.Identity(client, clientKey)));
    }

    /** A reader that shows no certificate. */
    public SourceTls forNamelessReader() {
        return SourceTls.ofReader(authority, Optional.empty());
    }

    TlsOptions forClient() {
        return TlsOptions.trusting(authority);
    }

    TlsOptions forClientWithCertificate() {
        return new TlsOptions(
                Optional.of(authority), Optional.empty(), Optional.of(client), Optional.of(clientKey), true);
    }
}
