package com.hazelcast.certification.storage;

import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.storage.files.LogStalledException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the log to where it is to be, on a thread of its own: to the kernel where nobody waits for that, and to the disk where answers wait
 * for it. After a loss it first has every shard begin a log anew. Thread-safe.
 */
final class LogKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(LogKeeper.class);
    private static final long TICK_MS = 10;
    private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

    private final ChangeLog log;
    private final CopyRegistry copies;
    private final Durability durability;
    private final String where;
    private final Thread thread = new Thread(this::run, "fraud-log");

    /** Of the waits of the thread; what it waits for is in the log, under the log's own lock. */
    private final Object syncSignal = new Object();

    private volatile boolean isEnded;

    /** The last loss that was logged. Of the thread. */
    private @Nullable IOException doubted;

    /** @param where the log is, for messages */
    LogKeeper(ChangeLog log, CopyRegistry copies, Durability durability, String where) {
        this.log = log;
        this.copies = copies;
        this.durability = durability;
        this.where = where;
        thread.setDaemon(true);
    }

    /** Begins. Called once. */
    void begin() {
        thread.start();
    }

    /** Completes when all that was appended until now is as durable as answers need it. */
    CompletionStage<Void> whenDurable() {
        if (durability != Durability.SYNCED) {
            return DONE;
        }
        CompletionStage<Void> done = log.whenSynced();
        synchronized (syncSignal) {
            syncSignal.notifyAll();
        }
        return done;
    }

    private void run() {
        boolean isHeld = false;
        while (!isEnded) {
            try {
                synchronized (syncSignal) {
                    if (isHeld || !log.isSyncAwaited()) {
                        syncSignal.wait(TICK_MS);
                    }
                }
                isHeld = true;
                isHeld = !keepOnce();
            } catch (LogStalledException | IOException e) {
                LOG.debug("the log waits", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | Error e) {
                // No other thread would write or sync, nor say that nobody does.
                LOG.error("the log of shards could not be kept; it is tried again", e);
            }
        }
    }

    /** Returns whether the log is where it is to be; else it waits for the disk. */
    private boolean keepOnce() throws IOException {
        Optional<IOException> loss = log.loss();
        loss.ifPresent(this::doubt);
        if (!log.isWritable()) {
            return false;
        }
        if (loss.isPresent()) {
            // First: snapshots that begin in the file before would need what the disk may lack.
            log.beginBehindLoss();
            copies.replaceJournals();
        }
        if (durability == Durability.MEMORY) {
            log.writeWaiting();
        } else if (log.isSyncAwaited()) {
            if (!copies.isSure()) {
                return false;
            }
            log.writeWaiting();
            log.sync();
        }
        return true;
    }

    /** What the kernel had may be lost, and no later sync says so. */
    private void doubt(IOException e) {
        if (doubted != e) {
            doubted = e;
            LogEvent.STORAGE_LOG_LOST
                    .at(LOG)
                    .setCause(e)
                    .log(
                            "the disk did not take the log of shards; answers wait until it has snapshots of all of them:"
                                    + " data-dir={}",
                            where);
        }
        copies.doubt();
    }

    /** Does nothing more, as soon as what is under way is done. */
    void end() {
        isEnded = true;
    }

    /** Waits until nothing is under way, but no longer than that. Called after {@link #end}. */
    void awaitEnd(long maxMs) throws InterruptedException {
        thread.join(maxMs);
    }
}
