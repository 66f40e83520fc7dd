package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.gateway.AdmittingTransport;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.gateway.HttpLimits;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port of the API: HTTP/1.1 with keep-alive and pipelining, and HTTP/2, on event loops of its own. Bounded in connections, in the size
 * of what they send, and in how long that may take. Thread-safe.
 */
public final class ApiPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiPort.class);
    private static final int BACKLOG = 4_096;
    private static final long LOOK_MS = 1_000;
    private static final long REHEARSAL_LOOK_MS = 50;
    private static final long HANDSHAKE_MS = 10_000;

    /** So much is read of a connection before it is another's turn. */
    private static final int READ_BYTES_MAX = 16 << 10;

    /**
     * Requests of one connection of HTTP/2 that its client may give up in a second, as those that are late for it: a hundred at a time, each after
     * ten milliseconds. Beyond it the connection is closed. What is given up is bounded as what is answered: a transaction keeps its place in the
     * queue until it is decided.
     */
    private static final int GIVEN_UP_PER_SECOND_MAX = 10_000;

    private static final RecvByteBufAllocator READS =
            new AdaptiveRecvByteBufAllocator(512, 2_048, READ_BYTES_MAX).maxMessagesPerRead(1);

    private final ApiSettings settings;
    private final ApiParts parts;
    private final Vertx vertx;
    private final Rehearsal rehearsal;
    private final @Nullable AccessLog accessLog;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final Queue<ApiLoop> loops = new ConcurrentLinkedQueue<>();
    private final NewConnections fresh;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "fraud-api-looks");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Opens the port.
     *
     * @throws IllegalArgumentException when a file of the settings cannot be used
     * @throws UncheckedIOException when the port cannot be opened
     */
    public ApiPort(ApiSettings settings, ApiParts parts) {
        this.settings = settings;
        this.parts = parts;
        ApiClients clients = new ApiClients(settings);
        HttpServerOptions options = options();
        this.accessLog = settings.accessLog()
                .map(log -> new AccessLog(log, parts.meter()::accessLinesDropped))
                .orElse(null);
        this.fresh = new NewConnections(settings.connectionsMax(), System::nanoTime);
        this.vertx = Vertx.builder()
                .with(new VertxOptions()
                        .setEventLoopPoolSize(settings.threads())
                        .setWorkerPoolSize(1)
                        .setInternalBlockingPoolSize(1)
                        .setUseDaemonThread(true)
                        // No files are served, so none need be unpacked.
                        .setFileSystemOptions(new FileSystemOptions()
                                .setClassPathResolvingEnabled(false)
                                .setFileCachingEnabled(false)))
                .withTransport(new AdmittingTransport(this::admit))
                .build();
        this.rehearsal = new Rehearsal(vertx, settings, clients, parts.clock());
        parts.others().answerBy((client, name) -> TransactionReads.answer(parts, client, name));
        open(clients, options);
        var unusedLooks = looks.scheduleWithFixedDelay(
                this::rehearseWhenServing, REHEARSAL_LOOK_MS, REHEARSAL_LOOK_MS, TimeUnit.MILLISECONDS);
        Runnable look = () -> {
            fresh.closeOverdue();
            clients.look();
        };
        var unused = looks.scheduleWithFixedDelay(look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    /** A connection whose requests are answered at once must not keep those of its loop waiting for as much as it has sent. */
    private boolean admit(Channel channel) {
        ChannelConfig unused = channel.config().setRecvByteBufAllocator(READS);
        boolean isAdmitted = fresh.admit(channel);
        if (!isAdmitted && channel.remoteAddress() != null) {
            parts.desk().turnedAway(TurnedAway.Reason.TOO_MANY_CONNECTIONS);
        }
        return isAdmitted;
    }

    private HttpServerOptions options() {
        HttpServerOptions options = new HttpServerOptions()
                .setMaxHeaderSize(HttpLimits.HEADERS_BYTES_MAX)
                .setMaxInitialLineLength(HttpLimits.REQUEST_LINE_BYTES_MAX)
                .setAcceptBacklog(BACKLOG)
                // Nobody speaks WebSocket here, and its handler ends connections with many requests on their way.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setHttp2RstFloodMaxRstFramePerWindow(GIVEN_UP_PER_SECOND_MAX)
                .setHttp2RstFloodWindowDuration(1)
                .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS)
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true);
        settings.tls().ifPresent(tls -> secure(options, tls));
        return options;
    }

    private static void secure(HttpServerOptions options, GatewaySettings.Tls tls) {
        options.setSsl(true)
                .setUseAlpn(true)
                .setSslHandshakeTimeout(HANDSHAKE_MS)
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setEnabledSecureTransportProtocols(Set.of("TLSv1.3"))
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addCertValue(read("api-tls-cert", tls.certificate()))
                        .addKeyValue(read("api-tls-key", tls.key())));
        tls.clientAuthorities()
                .ifPresent(file -> options.setClientAuth(ClientAuth.REQUEST)
                        .setTrustOptions(new PemTrustOptions().addCertValue(read("api-tls-client-ca", file))));
    }

    private static Buffer read(String key, Path file) {
        try {
            return Buffer.buffer(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("no such file, or not readable; give its path: " + key + "=" + file, e);
        }
    }

    private void open(ApiClients clients, HttpServerOptions options) {
        AtomicInteger batches = new AtomicInteger();
        observe(batches);
        SocketAddress address =
                SocketAddress.inetSocketAddress(new InetSocketAddress(settings.host(), settings.port()));
        try {
            vertx.deployVerticle(
                            () -> {
                                ApiLoop loop = new ApiLoop(
                                        parts, clients, options, address, fresh, batches, accessLog, rehearsal::isOver);
                                loops.add(loop);
                                return loop;
                            },
                            new DeploymentOptions().setInstances(settings.threads()))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(HttpLimits.START_TIMEOUT_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            close();
            throw failure(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the API's port was opened", e);
        }
    }

    private void observe(AtomicInteger batches) {
        ApiMeter meter = parts.meter();
        meter.observe(
                ApiMeter.Gauge.CONNECTIONS,
                () -> fresh.served().taken() + fresh.refused().taken());
        meter.observe(ApiMeter.Gauge.CONNECTIONS_LIMIT, settings::connectionsMax);
        meter.observe(ApiMeter.Gauge.QUEUE, parts.desk()::queued);
        meter.observe(ApiMeter.Gauge.QUEUE_LIMIT, settings.decisions()::queueMax);
        meter.observe(ApiMeter.Gauge.BATCHES, batches::get);
        meter.observe(ApiMeter.Gauge.ACCESS_LINES, () -> accessLog == null ? 0 : accessLog.waiting());
    }

    private RuntimeException failure(Throwable cause) {
        if (settings.tls().isPresent() && !(cause instanceof IOException)) {
            return new IllegalArgumentException(
                    "cannot use the API's certificate; give a PEM chain and its PKCS#8 PEM key without a password:"
                            + " api-tls-cert=" + settings.tls().get().certificate() + " api-tls-key="
                            + settings.tls().get().key() + ": " + cause.getMessage(),
                    cause);
        }
        return new UncheckedIOException(
                "cannot open the API; is the port in use? Choose another with --api-port, or an address of this machine"
                        + " with --api-host: api-host=" + settings.host() + " api-port=" + settings.port(),
                cause instanceof IOException io ? io : new IOException(cause));
    }

    private void rehearseWhenServing() {
        if (parts.desk().isServing()) {
            rehearsal.begin(port());
        }
    }

    /** How it proves itself; empty: not at all. */
    public Optional<GatewaySettings.Tls> tls() {
        return settings.tls();
    }

    /**
     * Takes the files of its certificate as they are, for connections from then on. Blocks.
     *
     * @throws IllegalArgumentException when they cannot be used; then it keeps those that it has
     * @throws Exception when an event loop does not take them in time
     */
    public void reloadCertificate() throws Exception {
        ServerSSLOptions changed = options().getSslOptions();
        for (ApiLoop loop : loops) {
            var unused = loop.useCertificate(changed)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(HttpLimits.START_TIMEOUT_S, TimeUnit.SECONDS);
        }
    }

    /** Keeps no answer any longer that is about that card. */
    public void forget(long card) {
        parts.desk().forget(card);
    }

    /** The port that is open. */
    public int port() {
        ApiLoop first = loops.peek();
        return first == null ? 0 : first.port();
    }

    @Override
    public void close() {
        if (isClosed.getAndSet(true)) {
            return;
        }
        looks.shutdownNow();
        parts.others().close();
        try {
            vertx.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(HttpLimits.CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("the API did not close in time: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        parts.desk().close();
        if (accessLog != null) {
            accessLog.close();
        }
    }
}
