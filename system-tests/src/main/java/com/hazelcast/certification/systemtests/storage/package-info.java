/**
 * Faults of what members store: disks that fill, files that break, power that fails, memory that is filled.
 *
 * <p>Enters: a cluster whose members keep shards in a folder, or have little memory. Leaves: outcomes, as in {@code faults}. Runs on the thread
 * of the run.
 */
@NullMarked
package com.hazelcast.certification.systemtests.storage;

import org.jspecify.annotations.NullMarked;
