/**
 * Random clusters and what is done to them at random: plans that follow from a seed, their run, what it checks, and the command.
 *
 * <p>Enters: seeds. Leaves: a line of results for each, and a folder with a journal where something was violated. A run has a thread; its
 * traffic and the answers have theirs.
 */
@NullMarked
package com.hazelcast.certification.systemtests.random;

import org.jspecify.annotations.NullMarked;
