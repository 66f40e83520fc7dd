package com.hazelcast.certification.systemtests.traffic;

import java.util.List;

/** What a cluster is asked while faults fire. */
public interface Load extends AutoCloseable {
    /** The longest time to an answer so far, from when the transaction was due. */
    long longestWaitMs();

    /** Answers in each full second so far. */
    List<Long> answeredPerSecond();

    /** Whether answers come as they do while nothing fires. Before that, cold members are what a fault would show. */
    default boolean isSteady() {
        return true;
    }

    /** What it waits for now, in words with figures; empty: it does not say. */
    default String state() {
        return "";
    }

    /**
     * Stops asking and waits for all answers.
     *
     * @throws IllegalStateException when the driver failed, or something was not answered
     */
    @Override
    void close();
}
