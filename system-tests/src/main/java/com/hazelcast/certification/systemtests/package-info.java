/**
 * Faults under load, with exact accounting: real processes, a driver that keeps a ledger of what it was answered, and an audit
 * that afterwards reads every copy of every shard and compares.
 *
 * <p>Enters: which faults, how often, at which rate. Leaves: a report, and an exit status that is not 0 when anything was
 * lost, doubled or answered in two ways, or when a fault did not fire.
 */
@NullMarked
package com.hazelcast.certification.systemtests;

import org.jspecify.annotations.NullMarked;
