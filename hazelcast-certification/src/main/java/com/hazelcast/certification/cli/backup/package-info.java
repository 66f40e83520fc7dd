/**
 * The commands about backups: make one, check it, bring it back.
 *
 * <p>Enters: arguments. Leaves: calls of {@code cluster} and {@code storage}, and what they found as text. Runs on the main thread.
 */
package com.hazelcast.certification.cli.backup;
