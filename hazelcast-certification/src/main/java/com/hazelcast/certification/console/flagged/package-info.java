/**
 * Flagged transactions, their explanations, and the look-up of cards.
 *
 * <p>Enters: the last flagged transactions of this member's shards, and callers' requests for one card. Leaves: rows and histories with
 * cards masked; a card leaves the member encrypted in its link only. Runs on the workers of the HTTP port and blocks for a call to the
 * card's shard. Each look-up is bounded in its rate and written down.
 */
package com.hazelcast.certification.console.flagged;
