/**
 * The last 90 days of every card, in bytes: shards, chunks of entries, and how they are walked.
 *
 * <p>Enters: compact transactions with their verdicts. Leaves: a card's entries, newest first, and counts. A shard is
 * used by one thread at a time (the partition thread that owns its map entry). Imports neither Hazelcast nor sockets
 * nor metrics. How a card's words and chunks are laid out is in {@code history.layout}.
 */
package com.hazelcast.certification.history;
