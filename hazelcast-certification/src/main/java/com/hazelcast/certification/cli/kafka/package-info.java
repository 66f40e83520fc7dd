/**
 * The commands about Kafka: how members read it, and how fast.
 *
 * <p>Enters: arguments. Leaves: calls of {@code cluster} and {@code bench}, and what they found as text. Runs on the main thread.
 */
package com.hazelcast.certification.cli.kafka;
