/**
 * What a member remembers of its throughput and of what happened, and all members' memories added up.
 *
 * <p>Enters: a point a second, and members that join and leave. Leaves: the answer of {@code GET /api/throughput}. Runs on the console's
 * threads, and on Hazelcast's when members join or leave. Nothing here waits. Knows nothing of HTTP.
 */
package com.hazelcast.certification.console.throughput;
