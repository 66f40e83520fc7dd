/**
 * Rule sets and their evaluation: (history, transaction) → verdict.
 *
 * <p>Enters: a transaction and a walk over its card's earlier ones. Leaves: the number of the first rule that holds, or
 * all of them with the values that made them hold. Pure and single-threaded; runs on a partition thread. Imports neither Hazelcast nor
 * sockets nor metrics.
 */
package com.hazelcast.certification.rules;
