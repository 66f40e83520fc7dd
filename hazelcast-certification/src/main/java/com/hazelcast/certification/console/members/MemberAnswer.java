package com.hazelcast.certification.console.members;

import org.jspecify.annotations.Nullable;

/**
 * A member's answer.
 *
 * @param address of the member, {@code host:port}
 * @param json empty: the member is still starting; null: none in time
 */
public record MemberAnswer(String address, @Nullable String json) {
    /** Whether the member has answered, and had something to report. */
    public boolean isKnown() {
        return json != null && !json.isEmpty();
    }
}
