/**
 * The one HTTP port of a member: connections, TLS, who may ask what, headers, pages, the stream of events and the scrape.
 *
 * <p>Enters: requests. Leaves: answers; what is answered on the paths of the API comes from {@link
 * com.hazelcast.certification.console.http.ConsoleContent}. Runs on one event loop, which never blocks, and a few workers for what does.
 * Knows nothing of members, shards or cards.
 */
package com.hazelcast.certification.console.http;
