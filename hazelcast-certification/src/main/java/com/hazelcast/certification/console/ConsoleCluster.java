package com.hazelcast.certification.console;

import java.util.List;
import java.util.Map;

/** What the console asks of the cluster. Thread-safe; every method may block. */
public interface ConsoleCluster {
    /**
     * Puts a question to the consoles of all members, this one too; each has {@link Console#answer} answer it.
     *
     * @param timeoutMs after which a member that has not answered is given up for this time
     */
    List<MemberAnswer> ask(String question, long timeoutMs);

    /** Where members that are or were in the cluster serve the API, by member address. */
    Map<String, String> consoles();

    /** Starts scoring on all members. */
    void start();

    /** Stops scoring on all members; returns when what they had read is answered. */
    void stop();

    /** Begins a load of the cluster. */
    void load();
}
