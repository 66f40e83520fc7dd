/**
 * The benches of histories on disk: what a member takes until it scores again, what a cluster that went on waits for when it comes back,
 * and what it takes to load payments of one's own.
 *
 * <p>Enters: options. Leaves: figures, and whether the histories hold what they must. Members, sources and loads are the product's own
 * commands, each a process; their files are in a temporary folder that goes with the bench. Used by one thread.
 */
@NullMarked
package com.hazelcast.certification.bench.storage;

import org.jspecify.annotations.NullMarked;
