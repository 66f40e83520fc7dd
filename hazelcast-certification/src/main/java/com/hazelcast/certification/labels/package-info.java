/**
 * What transactions turned out to be: fraud or genuine, kept in their entries of a history.
 *
 * <p>Enters: requests that name a transaction by its card and its reference, or its card, time and amount. Leaves: the labels in a shard,
 * and a record of what was labelled, which backups and the log of changes apply. Runs on the thread that uses the shard. Knows neither
 * Hazelcast nor files.
 */
package com.hazelcast.certification.labels;
