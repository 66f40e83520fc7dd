/**
 * The bench of Kafka: {@link com.hazelcast.certification.bench.kafka.KafkaBench} makes a row, which is one of {@link
 * com.hazelcast.certification.bench.kafka.KafkaBenchRow}.
 *
 * <p>Enters: options. Leaves: figures. Brokers and members are processes on this machine; the load and the readers of verdicts are
 * threads of this one. May import no Hazelcast.
 */
package com.hazelcast.certification.bench.kafka;
