package com.hazelcast.certification.systemtests.http;

/**
 * Bounds of an {@link HttpDriver}.
 *
 * @param calls to each member at a time; more questions wait
 * @param waiting questions; more fail at once
 * @param silentMs a member that has answered nothing for so long, and owes an answer for as long, is silent
 * @param hangsMs a call ends that is so much later than its deadline. A member that lives answers long before
 * @param givenUpMs a question that is so old fails
 */
record HttpLimits(int calls, int waiting, long silentMs, long hangsMs, long givenUpMs) {
    /** More than two members have when each call waits for its deadline. */
    static final HttpLimits USUAL = new HttpLimits(2_048, 200_000, 100, 10_000, 120_000);
}
