package com.hazelcast.certification.gateway;

import com.hazelcast.certification.client.TlsOptions;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.source.SourceTls;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Certificates for a test, made anew: an authority, a member's and a client's certificate by it, and a stranger's. */
public final class GatewayCertificates {
    public final Path authority;
    public final Path strangeAuthority;
    private final Path member;
    private final Path memberKey;
    private final Path client;
    private final Path clientKey;
    private final X509Bundle authorityBundle;
    private final X509Bundle clientBundle;
    private final X509Bundle strangerBundle;

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
        clientBundle = new CertificateBuilder().subject("CN=client").buildIssuedBy(ca);
        authorityBundle = ca;
        X509Bundle stranger = new CertificateBuilder()
                .subject("CN=stranger")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        strangerBundle = stranger;
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

    /** Of the JDK: trusts the authority, and shows the client's certificate or none. */
    public SSLContext context(String protocol, boolean showsCertificate) throws Exception {
        return context(
                protocol, showsCertificate ? clientBundle.toKeyManagerFactory().getKeyManagers() : null);
    }

    /** Shows a certificate of another authority, also to who does not take it. */
    public SSLContext strangersContext() throws Exception {
        X509ExtendedKeyManager stranger =
                (X509ExtendedKeyManager) strangerBundle.toKeyManagerFactory().getKeyManagers()[0];
        return context("TLS", new KeyManager[] {new Insistent(stranger)});
    }

    private SSLContext context(String protocol, KeyManager[] shown) throws Exception {
        SSLContext context = SSLContext.getInstance(protocol);
        context.init(shown, authorityBundle.toTrustManagerFactory().getTrustManagers(), null);
        return context;
    }

    /** Shows its certificate whatever authorities the other side names. */
    private static final class Insistent extends X509ExtendedKeyManager {
        private final X509ExtendedKeyManager keys;

        Insistent(X509ExtendedKeyManager keys) {
            this.keys = keys;
        }

        @Override
        public String chooseEngineClientAlias(String[] kinds, Principal[] issuers, SSLEngine engine) {
            return keys.chooseEngineClientAlias(kinds, null, engine);
        }

        @Override
        public String chooseClientAlias(String[] kinds, Principal[] issuers, Socket socket) {
            return keys.chooseClientAlias(kinds, null, socket);
        }

        @Override
        public String[] getClientAliases(String kind, Principal[] issuers) {
            return keys.getClientAliases(kind, null);
        }

        @Override
        public String[] getServerAliases(String kind, Principal[] issuers) {
            return keys.getServerAliases(kind, issuers);
        }

        @Override
        public String chooseServerAlias(String kind, Principal[] issuers, Socket socket) {
            return keys.chooseServerAlias(kind, issuers, socket);
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return keys.getCertificateChain(alias);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return keys.getPrivateKey(alias);
        }
    }

    /** The SHA-256 of the client's certificate. */
    public String clientFingerprint() throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256")
                        .digest(clientBundle.getCertificate().getEncoded()));
    }

    public GatewaySettings.Tls forGateway(boolean asksClients) {
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
