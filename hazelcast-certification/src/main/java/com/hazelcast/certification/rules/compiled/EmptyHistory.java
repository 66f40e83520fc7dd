package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.history.HistoryCursor;

/** No history, for what has not been given one yet. */
enum EmptyHistory implements HistoryCursor {
    INSTANCE;

    @Override
    public int count() {
        return 0;
    }

    @Override
    public int flags() {
        return 0;
    }

    @Override
    public void rewind() {}

    @Override
    public boolean next() {
        return false;
    }

    @Override
    public long times() {
        throw new IllegalStateException("there is no entry");
    }

    @Override
    public long payment() {
        throw new IllegalStateException("there is no entry");
    }

    @Override
    public int verdict() {
        return 0;
    }

    @Override
    public int outcome() {
        throw new IllegalStateException("there is no entry");
    }
}
