/**
 * What feeds a member, and the generator of transactions that feeds a cluster on trial.
 *
 * <p>Enters: bytes of 100-byte records. Leaves: compact transactions, grouped by shard, into {@code routing}. Each reader
 * is one thread with one blocking socket; it reads on only when the {@code InFlightGate} lets it. The time to an
 * answer counts from when the bytes were in the socket ({@code ArrivalClock}).
 */
package com.hazelcast.certification.source;
