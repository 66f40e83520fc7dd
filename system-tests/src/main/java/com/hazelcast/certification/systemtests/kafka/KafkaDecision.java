package com.hazelcast.certification.systemtests.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.records.CompactVerdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What a verdict decides, and of which payment, whatever form it is written in. Immutable.
 *
 * @param partition of the payment
 * @param offset of the payment
 * @param outcome what was decided
 */
record KafkaDecision(int partition, int offset, Outcome outcome) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What all forms of a verdict have.
     *
     * @param action as a number, of {@link Action}
     * @param set version of the set of rules
     * @param rule its number; 0: none
     */
    record Outcome(int action, int set, int rule) {}

    /** Of a verdict in JSON, with the payment's position in its headers, or in the compact form. */
    static KafkaDecision of(ConsumerRecord<byte[], byte[]> verdict) {
        byte[] value = verdict.value();
        if (value[0] == '{') {
            return ofJson(verdict);
        }
        return new KafkaDecision(
                CompactVerdict.partition(value),
                Math.toIntExact(CompactVerdict.offset(value)),
                new Outcome(CompactVerdict.action(value), CompactVerdict.set(value), CompactVerdict.rule(value)));
    }

    private static KafkaDecision ofJson(ConsumerRecord<byte[], byte[]> verdict) {
        try {
            JsonNode json = JSON.readTree(verdict.value());
            return new KafkaDecision(
                    header(verdict, "partition"),
                    header(verdict, "offset"),
                    new Outcome(
                            Action.of(json.required("action").textValue()).ordinal(),
                            json.required("ruleSet").required("version").intValue(),
                            json.required("rule").path("id").intValue()));
        } catch (IOException e) {
            throw new UncheckedIOException("a verdict is no JSON: offset=" + verdict.offset(), e);
        }
    }

    private static int header(ConsumerRecord<byte[], byte[]> verdict, String name) {
        return Integer.parseInt(new String(verdict.headers().lastHeader(name).value(), StandardCharsets.UTF_8));
    }
}
