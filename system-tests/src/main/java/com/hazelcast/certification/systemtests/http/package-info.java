/**
 * Load by the HTTP API of members, and faults of it.
 *
 * <p>Enters: the addresses of the APIs, a rate. Leaves: answers in the ledger, outcomes. Requests are answered on the threads of the HTTP
 * client; a fault runs on the thread of its run.
 */
@NullMarked
package com.hazelcast.certification.systemtests.http;

import org.jspecify.annotations.NullMarked;
