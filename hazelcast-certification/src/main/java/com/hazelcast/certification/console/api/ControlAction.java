package com.hazelcast.certification.console.api;

import com.hazelcast.certification.console.http.HttpFailure;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an operator may do from the console. */
enum ControlAction {
    START,
    STOP,
    LOAD;

    /** The request. */
    record Request(@Nullable String action) {}

    /** The answer. */
    record Accepted(String accepted) {}

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws HttpFailure 400 when there is none with that name */
    static ControlAction of(@Nullable String label) {
        for (ControlAction action : values()) {
            if (action.label().equals(label)) {
                return action;
            }
        }
        throw new HttpFailure(HttpFailure.BAD_REQUEST, "action must be start, stop or load");
    }
}
