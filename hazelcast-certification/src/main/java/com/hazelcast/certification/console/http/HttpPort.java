package com.hazelcast.certification.console.http;

import com.hazelcast.certification.gateway.AdmittingTransport;
import com.hazelcast.certification.gateway.HttpLimits;
import io.prometheus.metrics.exporter.common.PrometheusScrapeHandler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The member's HTTP port: HTTP/1.1, with TLS 1.3 where it has a certificate; bounded in connections, in the size of what they
 * send, and in how long they may say nothing. {@link ConnectionTable} says who gives way when all places are taken. One event
 * loop, and a few workers for requests that wait for others.
 */
public final class HttpPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);

    private static final long SWEEP_PERIOD_MS = 500;

    private final ConsoleSettings settings;
    private final Vertx vertx;
    private final HttpServer server;

    private HttpPort(ConsoleSettings settings, HttpConnections connections, Function<Vertx, ConsoleRoutes> routes) {
        this.settings = settings;
        HttpServerOptions options = options();
        this.vertx = Vertx.builder()
                .with(new VertxOptions()
                        .setEventLoopPoolSize(1)
                        .setWorkerPoolSize(1)
                        .setInternalBlockingPoolSize(1)
                        .setUseDaemonThread(true)
                        // No files are served, so none need be unpacked.
                        .setFileSystemOptions(new FileSystemOptions()
                                .setClassPathResolvingEnabled(false)
                                .setFileCachingEnabled(false)))
                .withTransport(new AdmittingTransport(connections::admit))
                .build();
        try {
            this.server = listen(options, connections, routes.apply(vertx).router());
        } catch (RuntimeException | Error e) {
            // Its threads would stay.
            close();
            throw e;
        }
    }

    /**
     * Opens the port.
     *
     * @param access who may do what
     * @param content what it serves beside its pages and the metrics
     * @param streams take the clients that follow the events
     * @param scrapes answer {@code /metrics}
     * @param consoles of the members that are or were in the cluster, as origins
     * @throws IllegalArgumentException when a TLS file cannot be used
     * @throws UncheckedIOException when the port cannot be opened
     */
    public static HttpPort open(
            ConsoleSettings settings,
            ConsoleAccess access,
            ConsoleContent content,
            EventStreams streams,
            PrometheusScrapeHandler scrapes,
            Supplier<Collection<String>> consoles) {
        HttpConnections connections = new HttpConnections();
        return new HttpPort(
                settings,
                connections,
                vertx -> new ConsoleRoutes(
                        vertx, access, content, streams, scrapes, new ResponseHeaders(consoles), connections));
    }

    private HttpServerOptions options() {
        HttpServerOptions options = new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setUseAlpn(false)
                .setMaxHeaderSize(HttpLimits.HEADERS_BYTES_MAX)
                .setMaxInitialLineLength(HttpLimits.REQUEST_LINE_BYTES_MAX)
                .setTcpKeepAlive(true);
        settings.tls()
                .ifPresent(tls -> options.setSsl(true)
                        .setSslHandshakeTimeout(ConnectionTable.FIRST_REQUEST_MAX_MS)
                        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                        .setEnabledSecureTransportProtocols(Set.of("TLSv1.3"))
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .addCertValue(read("http-cert", tls.certificate()))
                                .addKeyValue(read("http-key", tls.key()))));
        return options;
    }

    private static Buffer read(String key, Path file) {
        try {
            return Buffer.buffer(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("no such file, or not readable; give its path: " + key + "=" + file, e);
        }
    }

    private HttpServer listen(HttpServerOptions options, HttpConnections connections, Router router) {
        HttpServer created = vertx.createHttpServer(options);
        created.requestHandler(request -> {
            connections.began(request);
            router.handle(request);
        });
        long unusedTimer = vertx.setPeriodic(SWEEP_PERIOD_MS, sweep -> connections.closeOverdue());
        created.exceptionHandler(failure -> LOG.debug("a connection to the HTTP port failed", failure));
        try {
            return created.listen(
                            SocketAddress.inetSocketAddress(new InetSocketAddress(settings.address(), settings.port())))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(HttpLimits.START_TIMEOUT_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw failure(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the HTTP port was opened", e);
        }
    }

    private RuntimeException failure(Throwable cause) {
        if (settings.tls().isPresent() && !(cause instanceof IOException)) {
            return new IllegalArgumentException(
                    "cannot use the HTTP port's certificate; give a PEM chain and its PKCS#8 PEM key without a password:"
                            + " http-cert=" + settings.tls().get().certificate() + " http-key="
                            + settings.tls().get().key() + ": " + cause.getMessage(),
                    cause);
        }
        return new UncheckedIOException(
                "cannot serve metrics and console; is the port in use? Choose another with --http-port: http-host="
                        + settings.host() + " http-port=" + settings.port(),
                cause instanceof IOException io ? io : new IOException(cause));
    }

    /**
     * Takes the files of its certificate as they are, for connections from then on. Blocks.
     *
     * @throws IllegalArgumentException when they cannot be used; then it keeps those that it has
     * @throws Exception when the port does not take them in time; the same
     */
    public void reloadCertificate() throws Exception {
        var unused = server.updateSSLOptions(options().getSslOptions())
                .toCompletionStage()
                .toCompletableFuture()
                .get(HttpLimits.START_TIMEOUT_S, TimeUnit.SECONDS);
    }

    /** The port that is open. */
    public int port() {
        return server.actualPort();
    }

    @Override
    public void close() {
        try {
            vertx.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(HttpLimits.CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the HTTP port did not close in time: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
