package com.hazelcast.certification.source;

import com.hazelcast.certification.routing.BooksMeter;

/** Told of what readers do, beside the books. Thread-safe; called once a connection. */
public interface ReaderMeter extends BooksMeter {
    /** A reader is connected to its source. */
    void connected();

    /** A reader has lost its source, or found none, and will try again. */
    void reconnecting();
}
