/**
 * {@code ./fraud rules}: what can be done with rules on a command line, without a cluster.
 *
 * <p>Enters: files that people name. Leaves: lines for them, and an exit code. Runs on the command's thread.
 */
package com.hazelcast.certification.cli.rules;
