package com.hazelcast.certification.loading;

/**
 * A load, as the member that drives it sees it.
 *
 * @param running whether it goes on
 */
public record LoadState(boolean running, LoadProgress progress) {
    /** No load has been asked for. */
    public static final LoadState NONE = new LoadState(false, LoadProgress.NONE);
}
