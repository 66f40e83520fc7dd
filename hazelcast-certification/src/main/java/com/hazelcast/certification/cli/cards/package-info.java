/**
 * The command that removes cards from a cluster.
 *
 * <p>Enters: card numbers, from standard input or a file. Leaves: calls of {@code cluster}, and a line a card with its number masked. Runs on
 * the main thread.
 */
package com.hazelcast.certification.cli.cards;
