/**
 * The back-end of the web console, wired together: {@code /metrics}, {@code /livez} and {@code /readyz}, the API of {@code
 * docs/console-api.md} and the pages, on the one HTTP port of a member.
 *
 * <p>Enters: requests, and the other members' questions about this one. Leaves: JSON, server-sent events, the exposition of
 * the metrics; no card number that is not masked. Besides the HTTP port's own threads, one ticks once a
 * second: it reads this member's counters always, and looks at anything that costs more only while somebody watches. What waits for other
 * members has a thread of its own meanwhile. What it asks of the cluster goes
 * through {@link com.hazelcast.certification.console.members.ConsoleCluster}; it knows nothing of members' wiring.
 */
package com.hazelcast.certification.console;
