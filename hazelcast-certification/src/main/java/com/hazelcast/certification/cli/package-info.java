/**
 * The commands of {@code ./fraud}: they read options, call the packages below, and print.
 *
 * <p>Enters: a command line. Leaves: text for a person and an exit status: 0 well, 1 the command ran and found something
 * wrong, 2 it was called wrongly.
 */
package com.hazelcast.certification.cli;
