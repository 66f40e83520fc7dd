/**
 * The back-end of the web console, on the one HTTP port of a member: {@code /metrics}, {@code /livez} and {@code /readyz}, the API of
 * {@code docs/console-api.md} and the pages.
 *
 * <p>Enters: requests, and the other members' questions about this one. Leaves: JSON, server-sent events, the exposition of
 * the metrics; no card number that is not masked. Runs on one event loop, which never blocks, a few workers for what does, and
 * two threads that look at this member and at the others once a second: at this member's counters always, at anything that
 * costs more only while somebody watches. What it asks of the cluster goes through {@link
 * com.hazelcast.certification.console.ConsoleCluster}; it knows nothing of members' wiring.
 */
package com.hazelcast.certification.console;
