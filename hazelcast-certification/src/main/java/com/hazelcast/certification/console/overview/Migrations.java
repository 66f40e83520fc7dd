package com.hazelcast.certification.console.overview;

import com.hazelcast.partition.MigrationListener;
import com.hazelcast.partition.MigrationState;
import com.hazelcast.partition.ReplicaMigrationEvent;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the migrations of the cluster since this member's start; every member is notified of all. The end of one that a failed member
 * directed is reported by nobody, so what runs is counted anew when a member leaves. Thread-safe.
 */
public final class Migrations implements MigrationListener {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong done = new AtomicLong();

    int running() {
        return running.get();
    }

    long done() {
        return done.get();
    }

    /** A member has left: whoever directs the migrations now reports what is left of them. */
    public void forgetRunning() {
        running.set(0);
    }

    @Override
    public void migrationStarted(MigrationState state) {
        running.set(state.getRemainingMigrations());
    }

    @Override
    public void migrationFinished(MigrationState state) {
        running.set(0);
    }

    @Override
    public void replicaMigrationCompleted(ReplicaMigrationEvent event) {
        done.incrementAndGet();
        running.set(event.getMigrationState().getRemainingMigrations());
    }

    @Override
    public void replicaMigrationFailed(ReplicaMigrationEvent event) {
        // It is planned anew.
    }
}
