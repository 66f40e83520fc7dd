package com.hazelcast.certification.kafka.verdicts;

import com.hazelcast.certification.kafka.KafkaFailure;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What keeps a member from sending verdicts, in sentences that name the remedy. Pure. */
final class VerdictFailure {
    private VerdictFailure() {}

    /** What has failed, and what to do. */
    static String describe(Throwable failure) {
        Optional<String> known = KafkaFailure.ofCauses(failure, VerdictFailure::known);
        if (known.isPresent()) {
            return known.get();
        }
        if (failure instanceof KafkaException byClient) {
            return KafkaFailure.ofClient(byClient);
        }
        return failure instanceof Error
                ? "the member itself has failed: " + failure
                : "the log cannot be read: " + failure;
    }

    private static Optional<String> known(Throwable cause) {
        if (cause instanceof KafkaFailure) {
            return Optional.of(String.valueOf(cause.getMessage()));
        }
        if (cause instanceof UnknownTopicOrPartitionException) {
            return Optional.of("there is no such topic: create it, or correct kafka-verdicts");
        }
        if (cause instanceof InvalidTopicException) {
            return Optional.of("no topic can have such a name: correct kafka-verdicts");
        }
        if (cause instanceof TopicAuthorizationException) {
            return Optional.of("this member may not write the topic: allow its principal DESCRIBE and WRITE");
        }
        if (cause instanceof AuthenticationException) {
            return Optional.of(
                    "the brokers do not let this member in: check kafka.security.protocol, kafka.sasl... and kafka.ssl...: "
                            + cause.getMessage());
        }
        return cause instanceof TimeoutException
                ? Optional.of(
                        "no broker acknowledges in time: check the addresses, kafka.security.protocol, whether the brokers run, and whether the"
                                + " topic has min.insync.replicas copies: "
                                + cause.getMessage())
                : Optional.empty();
    }
}
