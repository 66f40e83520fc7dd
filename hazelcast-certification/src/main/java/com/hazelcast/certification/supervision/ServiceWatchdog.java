package com.hazelcast.certification.supervision;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.logs.LogEvent.Fields;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the service manager's watchdog fed while this member's shards answer. A member that stands still, or one of whose partition
 * threads hangs, is not fed any more: the manager ends it and starts it again, and meanwhile the others go on with its copies. Does nothing
 * where no service manager asks for it. Thread-safe.
 */
public final class ServiceWatchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceWatchdog.class);

    /** So often within the watchdog's time. */
    private static final int SIGNS_OF_LIFE = 4;

    /** Frames of a thread that the log shows. */
    private static final int FRAMES = 12;

    private final Optional<ServiceManager> manager;
    private final Function<Duration, List<Integer>> silentShards;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "fraud-watchdog");
        made.setDaemon(true);
        return made;
    });

    @GuardedBy("this")
    private boolean isHeldBack;

    ServiceWatchdog(Optional<ServiceManager> manager, Function<Duration, List<Integer>> silentShards) {
        this.manager = manager;
        this.silentShards = silentShards;
    }

    /**
     * Says that this process is up, and begins.
     *
     * @param silentShards the shards of this member that have not answered for so long; asks them, and does not wait
     */
    public static ServiceWatchdog begin(Function<Duration, List<Integer>> silentShards) {
        ServiceWatchdog watchdog = new ServiceWatchdog(
                ServiceManager.of(System.getenv(), ProcessHandle.current().pid()), silentShards);
        watchdog.begin();
        return watchdog;
    }

    void begin() {
        manager.ifPresent(notified -> {
            thread.execute(() -> send(notified, "READY=1"));
            notified.watchdog().ifPresent(time -> {
                long periodNs = time.dividedBy(SIGNS_OF_LIFE).toNanos();
                var unused = thread.scheduleAtFixedRate(() -> look(notified, time), 0, periodNs, TimeUnit.NANOSECONDS);
            });
        });
    }

    /** Feeds the watchdog if every shard has answered within its time. */
    synchronized void look(ServiceManager notified, Duration time) {
        try {
            List<Integer> silent = silentShards.apply(time);
            if (silent.isEmpty()) {
                isHeldBack = false;
                send(notified, "WATCHDOG=1");
            } else if (!isHeldBack) {
                isHeldBack = true;
                LogEvent.SHARDS_SILENT
                        .at(LOG)
                        .addKeyValue(Fields.COUNT, silent.size())
                        .log(
                                "shards {} of this member have not answered for {} s, so the service manager ends it within another {} s"
                                        + " unless they do; their threads: {}",
                                silent,
                                time.toSeconds(),
                                time.toSeconds(),
                                partitionThreads());
            }
        } catch (RuntimeException e) {
            // A timer that throws is never called again, and the member would be ended for it.
            LOG.warn("the watchdog could not look at the shards, and looks again: {}", e.toString());
        }
    }

    private static void send(ServiceManager notified, String notification) {
        try {
            notified.send(notification);
        } catch (IOException e) {
            LOG.warn("the service manager was not sent {}: {}", notification, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String partitionThreads() {
        StringBuilder threads = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> thread :
                Thread.getAllStackTraces().entrySet()) {
            if (thread.getKey().getName().contains("partition-operation")) {
                threads.append(System.lineSeparator())
                        .append(thread.getKey().getName())
                        .append(' ')
                        .append(thread.getKey().getState());
                for (int i = 0; i < Math.min(FRAMES, thread.getValue().length); i++) {
                    threads.append(System.lineSeparator()).append("    at ").append(thread.getValue()[i]);
                }
            }
        }
        return threads.toString();
    }

    /** Says that this process ends, so that the manager waits for it. */
    @Override
    public void close() {
        thread.shutdownNow();
        manager.ifPresent(notified -> send(notified, "STOPPING=1"));
    }
}
