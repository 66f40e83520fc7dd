package com.hazelcast.certification.source;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** TLS 1.3 between a source and its readers: the end of the source, or that of a reader. Thread-safe. */
public final class SourceTls {
    private static final String[] VERSIONS = {"TLSv1.3"};

    /** A peer that does not finish its handshake within that time is given up. */
    private static final int HANDSHAKE_MAX_MS = 10_000;

    private final SSLContext context;
    private final boolean isServer;
    private final boolean asksClients;

    private SourceTls(SslContextBuilder builder, boolean isServer, boolean asksClients) throws SSLException {
        // Netty reads PEM; the connections themselves are the JDK's.
        this.context = ((JdkSslContext)
                        builder.sslProvider(SslProvider.JDK).protocols(VERSIONS).build())
                .context();
        this.isServer = isServer;
        this.asksClients = asksClients;
    }

    /**
     * A certificate and its key.
     *
     * @param certificate chain, PEM
     * @param key PKCS#8 PEM without a password
     */
    public record Identity(Path certificate, Path key) {}

    /**
     * The end of a source.
     *
     * @param clientAuthorities who must have signed a reader's certificate; empty: readers need none
     * @throws IllegalArgumentException when a file cannot be used; names it
     */
    public static SourceTls ofSource(Identity identity, Optional<Path> clientAuthorities) {
        requireReadable(identity.certificate());
        requireReadable(identity.key());
        clientAuthorities.ifPresent(SourceTls::requireReadable);
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(
                    identity.certificate().toFile(), identity.key().toFile());
            clientAuthorities.ifPresent(
                    file -> builder.trustManager(file.toFile()).clientAuth(ClientAuth.REQUIRE));
            return new SourceTls(builder, true, clientAuthorities.isPresent());
        } catch (SSLException | IllegalArgumentException e) {
            throw unusable(e);
        }
    }

    /**
     * The end of a reader, which compares the source's certificate with the name or address that it connects to.
     *
     * @param authorities one of which must have signed the source's certificate, PEM
     * @throws IllegalArgumentException when a file cannot be used; names it
     */
    public static SourceTls ofReader(Path authorities, Optional<Identity> identity) {
        requireReadable(authorities);
        identity.ifPresent(own -> {
            requireReadable(own.certificate());
            requireReadable(own.key());
        });
        try {
            SslContextBuilder builder = SslContextBuilder.forClient().trustManager(authorities.toFile());
            identity.ifPresent(own ->
                    builder.keyManager(own.certificate().toFile(), own.key().toFile()));
            return new SourceTls(builder, false, false);
        } catch (SSLException | IllegalArgumentException e) {
            throw unusable(e);
        }
    }

    private static void requireReadable(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    "no such file, or not readable; give the path of a PEM file: file=" + file);
        }
    }

    private static IllegalArgumentException unusable(Exception e) {
        return new IllegalArgumentException(
                "cannot use the certificates of the source's TLS; give PEM chains, and PKCS#8 PEM keys without a password: "
                        + e.getMessage(),
                e);
    }

    /**
     * Begins TLS on a connection and waits until both ends agree.
     *
     * @throws IOException when they do not, or not in time
     */
    SourceLink secure(SocketChannel channel, InetSocketAddress peer) throws IOException {
        SSLSocket socket = (SSLSocket)
                context.getSocketFactory().createSocket(channel.socket(), peer.getHostString(), peer.getPort(), true);
        socket.setUseClientMode(!isServer);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(VERSIONS);
        if (isServer) {
            parameters.setNeedClientAuth(asksClients);
        } else {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(HANDSHAKE_MAX_MS);
        socket.startHandshake();
        socket.setSoTimeout(0);
        return SourceLink.secured(channel, socket);
    }
}
