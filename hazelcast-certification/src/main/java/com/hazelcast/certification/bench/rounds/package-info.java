/**
 * The ways of the published rounds, one after the other on the same machine: what each step was worth.
 *
 * <p>Enters: options. Leaves: transactions a second of each way. The first four ways run members of this package inside the bench's
 * process, with cards as the published system keeps them: lists of transactions, which rules walk. The last two run the product's own
 * members. Used by one thread.
 */
@NullMarked
package com.hazelcast.certification.bench.rounds;

import org.jspecify.annotations.NullMarked;
