/**
 * Kafka in and out: records of topics are scored, and their verdicts go to another topic.
 *
 * <p>Enters: records of the topics, on one thread a reader, which owns one consumer and one transactional producer; a second thread waits
 * while brokers commit. Labels from a topic, on a thread of their own. Leaves: compact
 * transactions into {@code routing}; verdicts, dead letters and read positions, together in one transaction of Kafka. So each record has
 * one verdict for whoever reads committed records. Answers come on any thread and are only written down there ({@code TakenRecords}); the
 * reader's thread sends them. What is read and not answered is bounded for each partition, and by the {@code InFlightGate} for all. Uses
 * nothing of Hazelcast.
 */
package com.hazelcast.certification.kafka;
