/**
 * Thousands of clients at once, with TLS: one of their members is killed, or as many come besides.
 *
 * <p>Enters: a cluster whose gateways have a certificate, how many clients. Leaves: outcomes, as in {@code faults}, and how soon clients are back,
 * how evenly they are spread and how long answers take meanwhile. Clients share a few threads; a fault runs on the thread of its run.
 */
@NullMarked
package com.hazelcast.certification.systemtests.crowd;

import org.jspecify.annotations.NullMarked;
