package com.hazelcast.certification.api.http;

import java.util.concurrent.CompletableFuture;

/** Says whether the member lives and would score. Thread-safe; never blocks. */
public interface Health {
    /**
     * An answer.
     *
     * @param isGood whether it is as it should be
     * @param json what is said of it
     */
    record Report(boolean isGood, String json) {}

    /** Whether the member is to be started anew. */
    Report live();

    /** Whether the member would score now, and why not; within a second or so. */
    CompletableFuture<Report> ready();
}
