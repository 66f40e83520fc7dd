/**
 * The commands for people.
 *
 * <p>Enters: the arguments of a command. Leaves: a changed file, lines on standard output, an exit status. Runs on the thread of the
 * command.
 */
package com.hazelcast.certification.cli.access;
