package com.hazelcast.certification.api.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.Decision;
import com.hazelcast.certification.api.decisions.IsoTimes;
import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.shard.LineLimit;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access log: a JSON line a request, written by a thread of its own. Its buffer holds {@value #LINES_MAX} lines; when it is full, a
 * request waits for room, or its line is dropped and counted. A path is never written, because a card or a token may stand in it.
 * Thread-safe.
 */
final class AccessLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    static final int LINES_MAX = 65_536;
    private static final int LINES_AT_ONCE = 4_096;
    private static final long POLL_MS = 100;

    /** Between two looks for lines: the writer is not woken for each, which would cost the request more than its line. */
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long CLOSE_MS = 2_000;

    private final ApiSettings.Log settings;
    private final IntConsumer dropped;
    private final BlockingQueue<Line> lines = new ArrayBlockingQueue<>(LINES_MAX);
    private final LineLimit failures = new LineLimit(System::nanoTime);
    private final Thread writer = new Thread(this::write, "fraud-api-access-log");
    private volatile boolean isClosed;
    private @Nullable OutputStream out;
    private long sizeBytes;

    /** Larger than the settings have it while the file cannot be rotated. */
    private long rotateAtBytes;

    /**
     * How a request has ended.
     *
     * @param decision action, or the code of a problem
     * @param source what has decided the action; null: it is a problem
     */
    record Outcome(String decision, @Nullable String source) {
        /** Whether the request was turned away. */
        boolean isTurnedAway() {
            return source == null && TurnedAway.Reason.isCode(decision);
        }

        /** Null when there is no decision, or it has no action. */
        static @Nullable Outcome of(@Nullable Decision decision) {
            if (decision == null) {
                return null;
            }
            Action action = decision.action();
            return action == null ? null : new Outcome(action.label(), decision.source());
        }
    }

    /** @param outcome null: neither an action nor a problem */
    record Line(
            long timeMs,
            String client,
            Call call,
            int status,
            long bytes,
            long tookNs,
            @Nullable Outcome outcome) {}

    /**
     * Opens the file and begins to write.
     *
     * @param dropped receives how many lines were lost
     * @throws IllegalArgumentException when the file cannot be written
     */
    AccessLog(ApiSettings.Log settings, IntConsumer dropped) {
        this.settings = settings;
        this.dropped = dropped;
        this.rotateAtBytes = settings.sizeBytes();
        try {
            Path folder = settings.file().toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            out = open();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the access log cannot be written; give another file, or none: api-access-log=" + settings.file(),
                    e);
        }
        writer.setDaemon(true);
        writer.start();
    }

    private OutputStream open() throws IOException {
        sizeBytes = Files.exists(settings.file()) ? Files.size(settings.file()) : 0;
        return Files.newOutputStream(settings.file(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Adds a line. Blocks only when the buffer is full and requests are to wait. */
    void add(Line line) {
        if (lines.offer(line)) {
            return;
        }
        try {
            while (settings.waits() && !isClosed) {
                if (lines.offer(line, POLL_MS, TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        dropped.accept(1);
    }

    /** Lines that wait to be written. */
    int waiting() {
        return lines.size();
    }

    private void write() {
        List<Line> taken = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        while (!isClosed || !lines.isEmpty()) {
            if (lines.drainTo(taken, LINES_AT_ONCE) == 0) {
                LockSupport.parkNanos(PAUSE_NS);
                continue;
            }
            taken.forEach(line -> append(line, text));
            put(text, taken.size());
            taken.clear();
            text.setLength(0);
        }
    }

    private void put(StringBuilder text, int count) {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        try {
            OutputStream opened = out;
            if (opened != null && sizeBytes > 0 && sizeBytes + bytes.length > rotateAtBytes && hasRotated()) {
                out = null;
                opened.close();
                opened = null;
            }
            if (opened == null) {
                // As well when it could not be opened before.
                opened = open();
                out = opened;
            }
            opened.write(bytes);
            sizeBytes += bytes.length;
        } catch (IOException e) {
            dropped.accept(count);
            forget();
            logFailure(e, count);
        }
    }

    /** One that cannot be written any more, as of a file server that was away, is opened again. */
    private void forget() {
        OutputStream failed = out;
        out = null;
        if (failed != null) {
            try {
                failed.close();
            } catch (IOException e) {
                LOG.debug("the access log was not closed in order: api-access-log={}", settings.file(), e);
            }
        }
    }

    /** Writes come many times a second, and a disk that is full stays so for long. */
    private void logFailure(IOException failure, int count) {
        long lost = failures.add(count);
        if (lost > 0) {
            LogEvent.ACCESS_LOG_FAILED
                    .at(LOG)
                    .setCause(failure)
                    .log(
                            "the access log cannot be written, {} line(s) are dropped: api-access-log={}",
                            lost,
                            settings.file());
        }
    }

    /**
     * Renames the file, so that a new one is written. When that cannot be done, the one that is open is written on, which is logged once; it is tried
     * again when the file has grown by as much once more.
     */
    private boolean hasRotated() {
        try {
            rename();
            rotateAtBytes = settings.sizeBytes();
            return true;
        } catch (IOException e) {
            if (rotateAtBytes == settings.sizeBytes()) {
                LogEvent.ACCESS_LOG_FAILED
                        .at(LOG)
                        .setCause(e)
                        .log(
                                "the access log cannot be rotated and grows; let the member rename and replace files in its folder:"
                                        + " api-access-log={}",
                                settings.file());
            }
            rotateAtBytes = sizeBytes + settings.sizeBytes();
            return false;
        }
    }

    /** Only up to the first number that is free, so that a try after one that ended halfway replaces no file. */
    private void rename() throws IOException {
        int free = 0;
        while (free < settings.files() - 1 && Files.exists(numbered(free))) {
            free++;
        }
        for (int i = free; i >= 1; i--) {
            var unused = Files.move(numbered(i - 1), numbered(i), StandardCopyOption.REPLACE_EXISTING);
        }
        if (settings.files() == 1) {
            Files.deleteIfExists(settings.file());
        }
    }

    /** @param number 0: of the one that is written */
    private Path numbered(int number) {
        return number == 0
                ? settings.file()
                : settings.file().resolveSibling(settings.file().getFileName() + "." + number);
    }

    private static void append(Line line, StringBuilder text) {
        text.append("{\"time\":\"");
        IsoTimes.append(line.timeMs, text);
        text.append("\",\"client\":\"");
        JsonStringEncoder.getInstance().quoteAsString(line.client, text);
        text.append("\",\"call\":\"")
                .append(line.call.label())
                .append("\",\"status\":")
                .append(line.status)
                .append(",\"bytes\":")
                .append(line.bytes)
                .append(",\"micros\":")
                .append(line.tookNs / 1_000);
        Outcome outcome = line.outcome;
        if (outcome != null) {
            text.append(",\"decision\":\"").append(outcome.decision).append('"');
            if (outcome.source != null) {
                text.append(",\"source\":\"").append(outcome.source).append('"');
            }
        }
        text.append("}\n");
    }

    /** Writes what is there and ends. */
    @Override
    public void close() {
        isClosed = true;
        try {
            writer.join(CLOSE_MS);
            OutputStream opened = out;
            if (opened != null) {
                opened.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("the access log was not closed in order: api-access-log={}", settings.file(), e);
        }
    }
}
