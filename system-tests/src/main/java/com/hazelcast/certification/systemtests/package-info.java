/**
 * Faults under load, with exact accounting: real processes, a driver that keeps a ledger of what it was answered, and an audit
 * that afterwards reads every copy of every shard and compares.
 *
 * <p>Enters: which faults, how often, at which rate. Leaves: a report, and an exit status that is not 0 when anything was
 * lost, doubled or answered in two ways, or when a fault did not fire.
 *
 * <p>More than 25 files in one package, for a reason: they are one program that no other code calls, so all but its main class are
 * package-private. Divided, a cluster, its traffic and its audit would have to be public for three rooms that only use each other.
 * Names say the room: {@code Random…} and {@code Hedged…}, {@code Http…}, {@code …Faults}, and what they share.
 */
@NullMarked
package com.hazelcast.certification.systemtests;

import org.jspecify.annotations.NullMarked;
