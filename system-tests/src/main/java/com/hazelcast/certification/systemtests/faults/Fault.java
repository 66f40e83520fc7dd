package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.util.SplittableRandom;

/** Something that goes wrong. Counts nothing itself: {@link FaultRun} counts the times that {@link #fire} returned. */
public interface Fault {
    /** In the report. */
    String name();

    /** What it has measured itself in all its firings so far, for its row; empty: nothing. */
    default String measured() {
        return "";
    }

    /**
     * Lets it go wrong, and right again; returns when the cluster may become safe. In each place a member runs then: where none does, one has
     * ended by itself.
     */
    void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException;
}
