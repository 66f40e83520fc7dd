package com.hazelcast.certification.api.http;

import com.hazelcast.certification.api.decisions.Submitter;
import com.hazelcast.certification.api.decisions.TurnedAway;
import com.hazelcast.certification.gateway.NewCardQuota;
import java.util.Set;

/**
 * Who asks, over all of its connections.
 *
 * @param name as the access log has it
 * @param roles what it may do
 * @param submitter its share of the queue
 * @param rate requests a second
 * @param expiresMs when it may no more, in milliseconds since 1970
 * @param isRehearsing whether it is the member itself, whose requests are neither scored nor counted nor logged
 */
record ApiClient(
        String name, Set<Role> roles, Submitter submitter, NewCardQuota rate, long expiresMs, boolean isRehearsing) {
    /** Counts one request. */
    void pace() throws TurnedAway {
        if (rate.isUsedUp()) {
            throw new TurnedAway(TurnedAway.Reason.RATE);
        }
        rate.charge(1);
    }
}
