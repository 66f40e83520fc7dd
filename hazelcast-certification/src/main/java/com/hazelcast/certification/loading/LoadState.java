package com.hazelcast.certification.loading;

import java.util.Objects;

/**
 * A load, as the member that drives it sees it.
 *
 * @param running whether it goes on
 * @param problem why it ended before all shards were in place; empty when it did not
 */
public record LoadState(boolean running, LoadProgress progress, String problem) {
    /** No load has been requested. */
    public static final LoadState NONE = new LoadState(false, LoadProgress.NONE, "");

    public LoadState {
        // A member of another release may not say.
        problem = Objects.requireNonNullElse(problem, "");
    }
}
