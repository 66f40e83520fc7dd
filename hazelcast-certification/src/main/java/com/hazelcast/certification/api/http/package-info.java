/**
 * The HTTP API of a member: calls, clients, errors, the access log.
 *
 * <p>Enters: requests. Leaves: transactions, into {@code api.decisions}; answers. Runs on a few event loops of its own, which never block:
 * what comes from another thread is handed back to the loop of its connection, many in one hop. The access log has a thread of its own.
 */
package com.hazelcast.certification.api.http;
