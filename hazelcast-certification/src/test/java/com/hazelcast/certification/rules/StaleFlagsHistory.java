package com.hazelcast.certification.rules;

import com.hazelcast.certification.history.HistoryCursor;

/** A history that still carries the flags of entries it has lost. */
record StaleFlagsHistory(HistoryCursor cursor, int lostFlags) implements HistoryCursor {
    @Override
    public int count() {
        return cursor.count();
    }

    @Override
    public int flags() {
        return cursor.flags() | lostFlags;
    }

    @Override
    public void rewind() {
        cursor.rewind();
    }

    @Override
    public boolean next() {
        return cursor.next();
    }

    @Override
    public long times() {
        return cursor.times();
    }

    @Override
    public long payment() {
        return cursor.payment();
    }

    @Override
    public int outcome() {
        return cursor.outcome();
    }

    @Override
    public int verdict() {
        return cursor.verdict();
    }
}
