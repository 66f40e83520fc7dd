/**
 * The command that brings labels to a cluster, and the lines of verdicts that are compared with labels.
 *
 * <p>Enters: arguments, and files read by {@code importing}. Leaves: calls of {@code cluster}, what became of the rows as text, and the rows
 * that were refused in a file. Runs on the main thread.
 */
package com.hazelcast.certification.cli.labels;
