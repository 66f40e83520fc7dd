package com.hazelcast.certification.console.overview;

import com.hazelcast.certification.cluster.MemberState;
import org.jspecify.annotations.Nullable;

/**
 * A member of the cluster as another one sees it.
 *
 * @param sample the last that it sent; null: it has not answered yet, because it is starting
 * @param silentSinceMs when it last answered, if that is too long ago; null: it answers
 */
public record MemberView(
        String address,
        @Nullable MemberSample sample,
        @Nullable Long silentSinceMs) {
    boolean isSilent() {
        return silentSinceMs != null;
    }

    /** What the member is shown as doing: what it says itself, unless it does not answer. */
    MemberState state() {
        if (isSilent()) {
            return MemberState.SILENT;
        }
        return sample == null ? MemberState.STARTING : sample.state();
    }

    /** The sample, unless it is too old to say what the member does now. */
    @Nullable
    MemberSample heardSample() {
        return isSilent() ? null : sample;
    }
}
