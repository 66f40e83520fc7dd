/**
 * Verdicts of all ways in, from the log of a member to a topic of Kafka: each at least once.
 *
 * <p>Enters: outcomes of the log, and places in the logs of other members. Leaves: a record a transaction, to the topic; places up to which
 * all is sent, to the log. One thread reads and sends, and a second one asks the other members each second ({@code CopyRounds} says why). What
 * is read and not acknowledged is bounded, and scoring waits for nothing of it. See {@code docs/decisions/0058}.
 */
package com.hazelcast.certification.kafka.verdicts;
