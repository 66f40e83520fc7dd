package com.hazelcast.certification.importing;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs a number of threads to their end. The failure of one stops the others. */
final class Workers {
    private Workers() {}

    /** What one of them does. */
    interface Work {
        void run(int worker) throws SQLException, IOException;
    }

    /**
     * Runs them; returns when all have ended.
     *
     * @param stop is called to stop the others when one has failed, or when the caller is interrupted
     */
    static void run(String name, int count, Consumer<String> stop, Work work) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int worker = 0; worker < count; worker++) {
                int number = worker;
                ends.add(threads.submit(() -> {
                    try {
                        work.run(number);
                    } catch (SQLException | IOException | RuntimeException | Error e) {
                        stop.accept("another thread of the import has failed: " + e.getMessage());
                        throw e;
                    }
                    return null;
                }));
            }
            await(ends, stop);
        } finally {
            threads.shutdown();
        }
    }

    private static void await(List<Future<?>> ends, Consumer<String> stop) throws IOException, InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        for (Future<?> end : ends) {
            try {
                end.get();
            } catch (ExecutionException e) {
                failures.add(e.getCause());
            } catch (InterruptedException e) {
                stop.accept("the import was interrupted");
                throw e;
            }
        }
        // What made the others stop comes before their being stopped.
        Throwable first = failures.stream()
                .filter(failure -> !(failure instanceof ImportStoppedException))
                .findFirst()
                .orElse(failures.isEmpty() ? null : failures.get(0));
        if (first instanceof IOException failure) {
            throw failure;
        }
        if (first instanceof RuntimeException failure) {
            throw failure;
        }
        if (first instanceof Error failure) {
            throw failure;
        }
        if (first instanceof SQLException failure) {
            throw new IllegalStateException("the source cannot be read: " + FileSource.firstLine(failure), failure);
        }
        if (first != null) {
            throw new IllegalStateException(first);
        }
    }
}
