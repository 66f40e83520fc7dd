package com.hazelcast.certification.console.api;

import java.util.List;

/**
 * Whether a member would answer a transaction now.
 *
 * @param reasons why not; empty when it would
 */
record Readiness(boolean ready, List<Reason> reasons) {
    /**
     * Why a member would not answer.
     *
     * @param reason a name that programs can rely on, of {@code docs/console-api.md}
     * @param detail a sentence for people: what is wrong, and what to do
     */
    record Reason(String reason, String detail) {}

    static Readiness of(List<Reason> reasons) {
        return new Readiness(reasons.isEmpty(), reasons);
    }
}
