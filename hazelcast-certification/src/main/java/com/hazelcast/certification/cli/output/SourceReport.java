package com.hazelcast.certification.cli.output;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.bench.watch.DriverWork;
import com.hazelcast.certification.bench.watch.DriverWorkFile;
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
    private final TransactionSource source;
    private final PrintWriter out;
    private final DriverWork begin;
    private final Optional<DriverWorkFile> written;

    @GuardedBy("this")
    private boolean isPrinted;

    /**
     * Begins to watch.
     *
     * @param file of what the process does; empty: it is not written down
     * @throws IOException when the file cannot be written
     */
    public SourceReport(TransactionSource source, PrintWriter out, Optional<Path> file) throws IOException {
        this.source = source;
        this.out = out;
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
        out.printf(Locale.ROOT, "source sent %,d transactions%n", source.sentCount());
        String bound = work(source).since(begin).bound();
        if (!bound.isEmpty()) {
            out.printf("bounded by the driver: %s%n", bound);
        }
        try {
            if (written.isPresent()) {
                written.get().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what the source did could not be written down", e);
        }
    }
}
