package com.hazelcast.certification.bench.watch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what a load tool has done, a line at the start and four times a second, on a thread of its own, so that its bench can read it
 * from another process. Thread-safe.
 */
public final class DriverWorkFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DriverWorkFile.class);
    private static final long STEP_MS = 250;

    private final Path file;
    private final Writer out;
    private final Supplier<DriverWork> work;
    private final ScheduledExecutorService timer;

    @GuardedBy("out")
    private boolean isClosed;

    /**
     * Begins to write.
     *
     * @param work since the start of the process
     * @throws IOException when the file cannot be written
     */
    public DriverWorkFile(Path file, Supplier<DriverWork> work) throws IOException {
        this.file = file;
        this.work = work;
        this.out = Files.newBufferedWriter(file);
        write(DriverWork.HEAD + "\n" + work.get().line() + "\n");
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "fraud-own-work");
            thread.setDaemon(true);
            return thread;
        });
        var unused = timer.scheduleWithFixedDelay(this::writeNext, STEP_MS, STEP_MS, TimeUnit.MILLISECONDS);
    }

    private void writeNext() {
        try {
            write(work.get().line() + "\n");
        } catch (IOException e) {
            LOG.warn("what this process itself does is no longer written down: file={}", file, e);
            timer.shutdown();
        }
    }

    private void write(String lines) throws IOException {
        synchronized (out) {
            if (!isClosed) {
                out.write(lines);
                out.flush();
            }
        }
    }

    /**
     * The last whole line of such a file.
     *
     * @throws IOException when the file cannot be read, or has none
     */
    public static DriverWork last(Path file) throws IOException {
        String written = Files.readString(file);
        int end = written.lastIndexOf('\n');
        int begin = written.lastIndexOf('\n', end - 1) + 1;
        if (begin == 0) {
            throw new IOException("a load tool has not written down what it does: file=" + file);
        }
        return DriverWork.parse(written.substring(begin, end));
    }

    @Override
    public void close() throws IOException {
        timer.shutdown();
        synchronized (out) {
            isClosed = true;
            out.close();
        }
    }
}
