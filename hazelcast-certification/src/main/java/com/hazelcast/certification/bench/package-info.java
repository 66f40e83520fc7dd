/**
 * The benches that are part of the product: the kernel alone, and a member fed over a socket by another process.
 *
 * <p>Enters: options. Leaves: figures, with everything that one must know to believe them. Uses the product's own code
 * for every step; nothing is skipped or tuned for the bench.
 */
package com.hazelcast.certification.bench;
