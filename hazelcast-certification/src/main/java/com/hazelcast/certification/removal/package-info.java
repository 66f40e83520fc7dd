/**
 * What leaves a shard without a transaction: expired entries and silent cards, part by part of the shard, and single cards that are to be
 * forgotten.
 *
 * <p>Enters: what a sweep is to look at, or a card. Leaves: a record by which backups and the log do the same. Called by the thread of the
 * shard.
 */
package com.hazelcast.certification.removal;
