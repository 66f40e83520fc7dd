package com.hazelcast.certification.shard;

import java.util.concurrent.TimeUnit;

/** Time that passes only when somebody waits. Used by one thread. */
public final class FakeTime implements BackupWait.Time {
    private long passedMs;

    @Override
    public long nowNs() {
        return TimeUnit.MILLISECONDS.toNanos(passedMs);
    }

    @Override
    public void pause(long ms) {
        passedMs += ms;
    }

    /** How long was waited. */
    public long passedMs() {
        return passedMs;
    }
}
