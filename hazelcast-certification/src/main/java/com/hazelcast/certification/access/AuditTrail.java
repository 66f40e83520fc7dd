package com.hazelcast.certification.access;

import com.hazelcast.certification.logs.LogEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who did what on a member: a chained JSON line an event, in a file that a thread of its own writes. At most {@value #WAITING_MAX} events
 * wait. No thread that scores ever comes here. Thread-safe.
 *
 * <p>When the file cannot be written, {@link #write} fails, and what it was to record is refused. What was turned away anyway is handed
 * over by {@link #offer}; if that is lost, a later line says how many. Where what a crash left of a line was cut off, the next line says so.
 */
public final class AuditTrail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

    /** Events that wait for the writer; when there are more, what they are about is refused. */
    private static final int WAITING_MAX = 1_024;

    /** Events that are written with one sync of the file. */
    private static final int AT_ONCE_MAX = 256;

    /** The longest that an action waits for its line. */
    private static final long WRITE_MAX_MS = 2_000;

    private static final long POLL_MS = 100;
    private static final long CLOSE_MS = 2_000;

    private final @Nullable Path file;
    private final Clock clock;
    private final BlockingQueue<Waiting> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicLong lost = new AtomicLong();
    private final Thread writer = new Thread(this::run, "fraud-audit");
    private volatile boolean isClosed;

    /** Used by the writer alone, once it runs; null: to be opened again. */
    private volatile @Nullable AuditFile out;

    private record Waiting(String json, CompletableFuture<Void> done) {}

    private AuditTrail(Optional<Path> file, Clock clock) {
        this.file = file.orElse(null);
        this.clock = clock;
    }

    /** A trail that keeps nothing. */
    public static AuditTrail none() {
        // Without a file no event gets a time.
        return new AuditTrail(Optional.empty(), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    }

    /**
     * Opens the file, whose chain goes on.
     *
     * @param file empty: nothing is kept
     * @throws IllegalArgumentException when it cannot be used; says why
     */
    public static AuditTrail open(Optional<Path> file, Clock clock) {
        AuditTrail trail = new AuditTrail(file, clock);
        if (file.isPresent()) {
            try {
                trail.out = trail.openFile(file.get());
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "the audit log cannot be used: audit-log=" + file.get() + ": " + e.getMessage(), e);
            }
            trail.writer.setDaemon(true);
            trail.writer.start();
        }
        return trail;
    }

    /** Goes on with the chain; what is no whole line any more gets a line in its place. */
    private AuditFile openFile(Path path) throws IOException {
        AuditFile opened = new AuditFile(path, AuditFile.SIZE_BYTES_MAX);
        if (opened.cutBytes() == 0) {
            return opened;
        }
        String detail = "the last line was not whole and nothing was answered for it: " + opened.cutBytes()
                + " bytes of it were cut off";
        try {
            opened.append(List.of(new AuditEvent("-", "", "-", "cut-off", "", detail, "cut_off").json(clock.millis())));
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Writes an event; returns when it is on disk. Blocks, at most {@value #WRITE_MAX_MS} ms.
     *
     * @throws IllegalStateException when it is not; what the event is about must then be refused
     */
    public void write(AuditEvent event) {
        if (file == null) {
            return;
        }
        Waiting line = new Waiting(event.json(clock.millis()), new CompletableFuture<>());
        try {
            if (isClosed || !waiting.offer(line, WRITE_MAX_MS, TimeUnit.MILLISECONDS)) {
                throw refused(null);
            }
            line.done.get(WRITE_MAX_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw refused(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused(e);
        }
    }

    /**
     * Hands an event over, and blocks nobody.
     *
     * @return done when it is on disk; fails when it is not within {@value #WRITE_MAX_MS} ms, and what the event is about must then be
     *     refused
     */
    public CompletableFuture<Void> submit(AuditEvent event) {
        if (file == null) {
            return CompletableFuture.completedFuture(null);
        }
        Waiting line = new Waiting(event.json(clock.millis()), new CompletableFuture<>());
        if (isClosed || !waiting.offer(line)) {
            return CompletableFuture.failedFuture(refused(null));
        }
        return line.done.orTimeout(WRITE_MAX_MS, TimeUnit.MILLISECONDS);
    }

    private IllegalStateException refused(@Nullable Exception cause) {
        return new IllegalStateException(
                "the audit log cannot be written, so this is refused; look at its disk and its rights: audit-log="
                        + file,
                cause);
    }

    /** Hands an event over and waits for nothing. */
    public void offer(AuditEvent event) {
        if (file != null && !waiting.offer(new Waiting(event.json(clock.millis()), new CompletableFuture<>()))) {
            long unused = lost.incrementAndGet();
        }
    }

    private void run() {
        List<Waiting> taken = new ArrayList<>();
        try {
            while (!isClosed || !waiting.isEmpty()) {
                Waiting first = waiting.poll(POLL_MS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    taken.add(first);
                    int unused = waiting.drainTo(taken, AT_ONCE_MAX);
                    put(taken);
                    taken.clear();
                }
            }
            end();
        } catch (InterruptedException e) {
            end();
        }
    }

    private void put(List<Waiting> lines) {
        long lostNow = lost.getAndSet(0);
        List<String> contents = new ArrayList<>();
        if (lostNow > 0) {
            contents.add(new AuditEvent("-", "", "-", "lost", "", lostNow + " events were not written", "lost")
                    .json(clock.millis()));
        }
        lines.forEach(line -> contents.add(line.json));
        try {
            AuditFile to = out;
            if (to == null) {
                to = openFile(Objects.requireNonNull(file));
                out = to;
            }
            to.append(contents);
            lines.forEach(line -> line.done.complete(null));
        } catch (IOException | RuntimeException e) {
            LogEvent.AUDIT_LOG_FAILED
                    .at(LOG)
                    .setCause(e)
                    .log("the audit log cannot be written, and what needs it is refused: audit-log={}", file);
            end();
            long unused = lost.addAndGet(lostNow + lines.size());
            lines.forEach(line -> line.done.completeExceptionally(e));
        }
    }

    /** Has the next line fail, as when its disk is gone. For tests. */
    void breakFile() throws IOException {
        AuditFile broken = out;
        if (broken != null) {
            broken.close();
        }
    }

    private void end() {
        AuditFile closing = out;
        out = null;
        if (closing != null) {
            try {
                closing.close();
            } catch (IOException e) {
                LOG.warn("the audit log was not closed in order: audit-log={}", file, e);
            }
        }
    }

    /** Writes what waits and ends. */
    @Override
    public void close() {
        isClosed = true;
        try {
            writer.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
