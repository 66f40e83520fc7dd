/**
 * A member's part in its groups of Kafka: its readers, and what the brokers have of the groups while these do not read.
 *
 * <p>Enters: orders to read, to stop and to seek. Leaves: figures of what is read, and of what waits in the topics. Readers have threads of
 * their own ({@code kafka}); one thread more asks the brokers every few seconds while no reader knows how far it is behind. Its consumer
 * joins no group. Uses nothing of Hazelcast.
 */
package com.hazelcast.certification.kafka.group;
