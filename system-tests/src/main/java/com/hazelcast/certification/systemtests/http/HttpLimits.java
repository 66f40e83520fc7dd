package com.hazelcast.certification.systemtests.http;

/**
 * Bounds of an {@link HttpDriver}.
 *
 * @param connections to each member; more questions wait
 * @param waiting questions; more fail at once
 * @param silentMs a member that has answered nothing for so long, and owes an answer for as long, is silent
 * @param hangsMs a call ends that is so much later than its deadline. A member that lives answers long before: to end a call means to close a
 *     connection and to open another, which makes a busy machine busier
 * @param givenUpMs a question that is so old fails
 */
record HttpLimits(int connections, int waiting, long silentMs, long hangsMs, long givenUpMs) {
    /** More connections than two members have calls when each waits for its deadline. */
    static final HttpLimits USUAL = new HttpLimits(2_048, 200_000, 100, 10_000, 120_000);
}
