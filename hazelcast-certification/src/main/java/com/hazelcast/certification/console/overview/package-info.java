/**
 * How the cluster is: each member's sample of itself once a second while somebody watches, all members added up, and what is wrong, in
 * sentences.
 *
 * <p>Enters: counters, shards and signs of life. Leaves: the overview of {@code docs/console-api.md}, the points of throughput and this
 * member's conditions for its metrics. Runs on the console's threads, one look at a time. Knows nothing of HTTP.
 */
package com.hazelcast.certification.console.overview;
