package com.hazelcast.certification.cli.options;

import com.hazelcast.certification.cluster.ClusterControl;
import java.util.function.ToIntFunction;

/** How a command of {@code ctl} reaches its cluster. */
public interface ControlAccess {
    /** Connects, does that, and ends the connection; returns the exit status. */
    int with(ToIntFunction<ClusterControl> action);
}
