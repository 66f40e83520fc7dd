/**
 * Sets of rules on the console: which there are, checks and differences of texts, changes by people who have signed in,
 * trials on one card, and backtests.
 *
 * <p>Enters: requests of the HTTP port. Leaves: JSON, and changes that go to the oldest member as {@code ctl}'s do. Blocks the worker
 * that calls. Card numbers in texts and lists leave masked.
 */
package com.hazelcast.certification.console.rules;
