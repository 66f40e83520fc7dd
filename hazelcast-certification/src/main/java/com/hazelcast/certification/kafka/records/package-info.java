/**
 * What the records of topics look like.
 *
 * <p>Enters: the bytes of a record. Leaves: a compact transaction, or why there is none; and the bytes of a compact verdict. Runs on the
 * thread of a reader of Kafka. Uses nothing of Kafka; schemas come from {@code
 * kafka.schemas}.
 */
package com.hazelcast.certification.kafka.records;
