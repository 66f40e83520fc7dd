/**
 * Faults under load, with exact accounting: real processes, a driver that keeps a ledger of what it was answered, and an audit
 * that afterwards reads every copy of every shard and compares.
 *
 * <p>Here is the command, which faults it fires and how often. Enters: which faults, how often, at which rate. Leaves: a report, and an
 * exit status that is not 0 when anything was lost, doubled or answered in two ways, or when a fault did not fire. Runs on the main
 * thread.
 *
 * <p>The packages, each after all that it may depend on: {@code planted}, {@code traffic}, {@code cluster}, {@code faults}, {@code storage},
 * {@code http}, {@code networks}, {@code crowd}, {@code reports}, {@code random}, {@code kafka} and {@code soak}, and this one. {@code
 * PackagesTest} holds that none depends on one that depends on it, and how many files one may have.
 */
@NullMarked
package com.hazelcast.certification.systemtests;

import org.jspecify.annotations.NullMarked;
