package com.hazelcast.certification.systemtests.faults;

import com.hazelcast.certification.systemtests.cluster.SystemCluster;
import java.io.IOException;
import java.util.SplittableRandom;

/** Something that goes wrong. Counts nothing itself: {@link FaultRun} counts the times that {@link #fire} returned. */
public interface Fault {
    /** In the report. */
    String name();

    /** Lets it go wrong, and right again; returns when the cluster may become safe. */
    void fire(SystemCluster cluster, SplittableRandom random) throws IOException, InterruptedException;
}
