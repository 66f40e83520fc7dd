/**
 * Load on the HTTP API of members, at a fixed rate or as fast as answers come, and the three workloads that are measured.
 * {@link com.hazelcast.certification.bench.http.HttpBench} runs one of them from begin to end.
 *
 * <p>Enters: options. Leaves: percentiles, counts, and how busy the load itself was. One event loop or several, each with connections,
 * a pace and counters of its own, which are added up at the end. A request is due at its time, whether or not a connection is free then,
 * and its time to an answer counts from when it was due. May not import the API: it measures from outside.
 */
package com.hazelcast.certification.bench.http;
