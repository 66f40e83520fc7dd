/**
 * The Java client of the gateway: sends transactions to any member of a list, or to the owners of their shards, and brings back a
 * verdict for each.
 *
 * <p>Enters: {@link com.hazelcast.certification.client.Transaction transactions}, on any thread. Leaves: a {@code
 * CompletionStage<Verdict>} for each, completed on the client's event loop. {@link
 * com.hazelcast.certification.client.FraudClient} is where to begin. Names of members are looked up beside that loop, on a few daemon threads that
 * all clients share. Imports nothing of Hazelcast.
 */
package com.hazelcast.certification.client;
