/**
 * The reliable gateway of a member: clients send batches over TCP with TLS and get an answer for each record.
 *
 * <p>Enters: connections of clients, as {@code docs/protocol.md} describes them. Leaves: compact transactions, grouped by
 * shard, into {@code routing}; and answers, each written when the transaction is held by its owner and every configured
 * backup. Runs on a few event loops, and handshakes of TLS on fewer threads beside them. Event loops never block: a connection that must
 * wait, for room in the member, for its client to take answers, or because it has enough batches in flight, is not read meanwhile. The time
 * to an answer counts from when a batch's frame was there whole ({@code FrameArrivals}). Knows nothing of members or metrics.
 */
package com.hazelcast.certification.gateway;
