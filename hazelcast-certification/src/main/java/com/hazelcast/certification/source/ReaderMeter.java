package com.hazelcast.certification.source;

import com.hazelcast.certification.routing.AccountingMeter;

/** Notified of what readers do, beside the accounting. Thread-safe; called once a connection. */
public interface ReaderMeter extends AccountingMeter {
    /** A reader is connected to its source. */
    void connected();

    /** A reader has lost its source, or found none, and will try again. */
    void reconnecting();
}
