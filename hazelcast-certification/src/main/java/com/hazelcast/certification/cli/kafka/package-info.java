/**
 * The commands that control how members read Kafka.
 *
 * <p>Enters: arguments. Leaves: calls of {@code cluster}, and what they found as text. Runs on the main thread.
 */
package com.hazelcast.certification.cli.kafka;
