/**
 * The benches that are part of the product: the kernel alone, and a member fed over a socket by another process.
 * {@link com.hazelcast.certification.bench.results.ResultRun} runs them one after the other and writes the tables of {@code TEST_RESULTS.md}.
 *
 * <p>Enters: options. Leaves: figures, with everything that one must know to believe them. Uses the product's own code
 * for every step; nothing is skipped or tuned for the bench. Where load is offered at a rate, the time to an answer counts from when
 * a record was due, whether or not it could be sent then.
 */
package com.hazelcast.certification.bench;
