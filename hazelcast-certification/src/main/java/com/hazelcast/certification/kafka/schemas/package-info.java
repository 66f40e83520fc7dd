/**
 * The schemas of a schema registry, by the ids that stand in front of records.
 *
 * <p>Enters: the id of a record. Leaves: the text of its schema with those that it refers to; or that there is none; or that it is awaited.
 * Asks by the REST API that the registries have in common, on the threads of the JDK's HTTP client, and never makes the thread wait that
 * asks for a schema. Knows nothing of Avro, of Protobuf and of Hazelcast; of Kafka, the properties of its TLS.
 */
package com.hazelcast.certification.kafka.schemas;
