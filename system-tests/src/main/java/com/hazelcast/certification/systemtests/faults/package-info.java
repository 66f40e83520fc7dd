/**
 * What goes wrong, and the run that fires it at a cluster under load.
 *
 * <p>Enters: a cluster, how often, a seed. Leaves: an outcome with its audit. Faults of members, of copies, of links and after merges, of
 * connections, clocks, rules and records are here; those of disks and memory are in {@code storage}, those by HTTP in {@code http}. A fault
 * runs on the thread of its run; what has to go on meanwhile has a thread of its own, which ends with the fault.
 */
@NullMarked
package com.hazelcast.certification.systemtests.faults;

import org.jspecify.annotations.NullMarked;
