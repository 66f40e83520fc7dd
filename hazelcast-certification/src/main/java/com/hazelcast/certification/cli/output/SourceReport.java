package com.hazelcast.certification.cli.output;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.DriverWorkFile;
import com.hazelcast.certification.cli.options.JsonOption;
import com.hazelcast.certification.source.TransactionSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The last lines of a source, from whichever thread is there first; the other waits until they are printed. Until then it writes down what
 * the source's process does, if there is a file for it. Thread-safe.
 */
public final class SourceReport implements Runnable {
    private static final double NS_PER_MS = 1e6;

    private final TransactionSource source;
    private final PrintWriter out;
    private final DriverWork begin;
    private final Optional<DriverWorkFile> written;

    private final boolean isJson;

    @GuardedBy("this")
    private boolean isPrinted;

    /**
     * Begins to watch.
     *
     * @param isJson whether one JSON object is printed instead of lines
     * @param file of what the process does; empty: it is not written down
     * @throws IOException when the file cannot be written
     */
    public SourceReport(TransactionSource source, PrintWriter out, boolean isJson, Optional<Path> file)
            throws IOException {
        this.source = source;
        this.out = out;
        this.isJson = isJson;
        this.begin = work(source);
        this.written =
                file.isPresent() ? Optional.of(new DriverWorkFile(file.get(), () -> work(source))) : Optional.empty();
    }

    private static DriverWork work(TransactionSource source) {
        return DriverWork.now(source.connectionCount(), source.lateNs());
    }

    @Override
    public synchronized void run() {
        if (isPrinted) {
            return;
        }
        isPrinted = true;
        DriverWork work = work(source).since(begin);
        if (isJson) {
            JsonOption.print(out, json(source.sentCount(), 0, work.timeNs(), work.bound()));
        } else {
            out.printf(Locale.ROOT, "source sent %,d transactions%n", source.sentCount());
            if (!work.bound().isEmpty()) {
                out.printf("bounded by the driver: %s%n", work.bound());
            }
        }
        try {
            if (written.isPresent()) {
                written.get().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what the source did could not be written down", e);
        }
    }

    /**
     * The object that {@code docs/reference/json.md} describes.
     *
     * @param sent transactions, over all connections
     * @param written records, into a file
     */
    public static ObjectNode json(long sent, long written, long timeNs, String driverBound) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("sent", sent)
                .put("written", written)
                .put("timeMs", timeNs / NS_PER_MS)
                .put("driverBound", driverBound);
    }
}
