package com.hazelcast.certification.kafka;

import com.hazelcast.certification.kafka.schemas.SchemaAwaited;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** What keeps a reader from reading, in sentences that name topic, broker, right, value and remedy. Has no stack trace. */
public final class KafkaFailure extends KafkaException {
    private static final long serialVersionUID = 1;

    /** Deeper causes of an exception are not looked at. */
    private static final int CAUSES_MAX = 8;

    /** The brokers' property. The producer reports what is above it by a general exception that names it. */
    private static final String TIME_OUT_LIMIT = "transaction.max.timeout.ms";

    /** Part of the consumer's message when the positions of a group do not come in time. */
    private static final String POSITIONS = "before the last committed offset";

    /** Part of the producer's message when brokers do not begin or end a transaction in time. */
    private static final String TRANSACTION = "while awaiting ";

    /** How the clients' messages begin that have not been made, whatever the reason is. */
    private static final List<String> UNMADE =
            List.of("Failed to create new KafkaAdminClient", "Failed to construct kafka");

    /** Counts, times and offsets in the clients' messages differ from one failure to the next. */
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** All that is missing. */
    public KafkaFailure(List<String> problems) {
        super(String.join("; ", problems));
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** Why a topic cannot be used, and what to do. */
    public static String ofTopic(String topic, KafkaSettings settings, @Nullable Throwable failure) {
        if (failure instanceof UnknownTopicOrPartitionException) {
            return "there is no such topic: create it, or correct " + keyOf(topic, settings) + ": topic=" + topic
                    + at(settings);
        }
        if (failure instanceof TopicAuthorizationException) {
            return "this member may not see the topic, if there is one: allow its principal DESCRIBE and "
                    + (settings.isRead(topic) ? "READ" : "WRITE") + ": topic=" + topic + at(settings);
        }
        if (failure instanceof InvalidTopicException) {
            return "no topic can have such a name: correct " + keyOf(topic, settings) + ": topic=" + topic
                    + at(settings);
        }
        return describe(failure, settings);
    }

    private static String keyOf(String topic, KafkaSettings settings) {
        if (settings.isRead(topic)) {
            return settings.topics().in().contains(topic) ? "kafka-in" : "kafka-labels";
        }
        return settings.topics().out().equals(topic) ? "kafka-out" : "kafka-dead-letters";
    }

    private static String at(KafkaSettings settings) {
        return " kafka=" + settings.brokers();
    }

    /** Another topic has the name now: its positions are others, and so is what was counted of it. */
    static String madeAgain(String topic, KafkaSettings settings) {
        return "the topic was deleted and made again; its readers begin anew: topic=" + topic + at(settings);
    }

    static String noRight(String topic, AclOperation operation, KafkaSettings settings) {
        return "this member may not " + operation.name().toLowerCase(Locale.ROOT) + " the topic: allow its principal "
                + operation + ": topic=" + topic + at(settings);
    }

    /** What a function has for a failure or for one of its causes, the outermost first; empty: for none. */
    public static Optional<String> ofCauses(
            @Nullable Throwable failure, Function<Throwable, Optional<String>> sentence) {
        return causes(failure).stream()
                .flatMap(cause -> sentence.apply(cause).stream())
                .findFirst();
    }

    private static List<Throwable> causes(@Nullable Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = failure; cause != null && causes.size() < CAUSES_MAX; cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }

    /** What has failed, and what to do. */
    public static String describe(@Nullable Throwable failure, KafkaSettings settings) {
        Optional<String> known = ofCauses(failure, cause -> Optional.ofNullable(known(cause, settings)));
        if (known.isPresent()) {
            return known.get();
        }
        if (failure instanceof KafkaException byClient) {
            return ofClient(byClient) + at(settings);
        }
        return failure == null ? "unknown" : failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }

    /** A failure of Kafka's client that has no sentence of its own, with its causes: a client that cannot be made names a file only there. */
    public static String ofClient(KafkaException failure) {
        String said = String.valueOf(failure.getMessage());
        boolean isUnmade = UNMADE.stream().anyMatch(said::startsWith);
        StringBuilder text = new StringBuilder(
                isUnmade
                        ? "Kafka's client cannot be made; check the files, passwords and classes that kafka.ssl... and kafka.sasl... name: "
                        : "");
        text.append(failure.getClass().getSimpleName()).append(": ").append(said);
        for (Throwable cause : causes(failure.getCause())) {
            String ofCause = String.valueOf(cause.getMessage());
            if (text.indexOf(ofCause) < 0) {
                text.append(": ")
                        .append(cause.getClass().getSimpleName())
                        .append(": ")
                        .append(ofCause);
            }
        }
        return text.toString();
    }

    /** Whether two descriptions are of the same failure, maybe with other numbers. */
    public static boolean isAlike(String one, String other) {
        return NUMBER.matcher(one).replaceAll("0").equals(NUMBER.matcher(other).replaceAll("0"));
    }

    private static boolean names(Throwable failure, String text) {
        String message = failure.getMessage();
        return failure instanceof KafkaException && message != null && message.contains(text);
    }

    private static @Nullable String known(Throwable failure, KafkaSettings settings) {
        String group = "kafka-group=" + settings.group();
        String brokers = "kafka=" + settings.brokers();
        if (failure instanceof KafkaFailure || failure instanceof SchemaAwaited) {
            return failure.getMessage();
        }
        if (failure instanceof AuthenticationException) {
            return "the brokers do not let this member in: check kafka.security.protocol, kafka.sasl... and kafka.ssl...: "
                    + brokers + ": " + failure.getMessage();
        }
        if (failure instanceof TopicAuthorizationException topics) {
            return "this member may not use topics: allow its principal READ on topics in and WRITE on topics out: topics="
                    + topics.unauthorizedTopics() + at(settings);
        }
        if (failure instanceof GroupAuthorizationException denied) {
            // That of labels has another name.
            return "this member may not use the group: allow its principal READ on it: group="
                    + (denied.groupId() == null ? settings.group() : denied.groupId()) + at(settings);
        }
        if (failure instanceof TransactionalIdAuthorizationException) {
            return "this member may not use transactions: allow its principal WRITE and DESCRIBE on transactional ids that begin with the group: "
                    + group + at(settings);
        }
        if (failure instanceof InvalidTxnTimeoutException || names(failure, TIME_OUT_LIMIT)) {
            return "the time-out of transactions is above the limit of the brokers: lower kafka.transaction.timeout.ms, or raise "
                    + TIME_OUT_LIMIT
                    + " there: kafka.transaction.timeout.ms="
                    + settings.properties()
                            .getOrDefault(
                                    "transaction.timeout.ms", Integer.toString(KafkaLimits.TRANSACTION_TIMEOUT_MS))
                    + at(settings);
        }
        if (failure instanceof ProducerFencedException
                || failure instanceof InvalidProducerEpochException
                || failure instanceof FencedInstanceIdException) {
            return "the brokers have ended this member's transaction, because it was not heard of for too long or another member has the same name: member="
                    + settings.memberName() + at(settings);
        }
        if (failure instanceof UnknownTopicOrPartitionException) {
            return "there is no such topic any more: create it again: topics="
                    + settings.topics().in() + "," + settings.topics().out() + ","
                    + settings.topics().deadLetters() + at(settings);
        }
        if (failure instanceof RecordTooLargeException) {
            return "a verdict or a dead letter is larger than its topic takes, and is written again without its value or key: to keep these, raise max.message.bytes of the topics: topics="
                    + settings.topics().out() + "," + settings.topics().deadLetters() + at(settings);
        }
        if (failure instanceof CommitFailedException) {
            return "the group has changed while a transaction was being committed, or has given this member up: nothing of the transaction counts, and its"
                    + " records are read again: " + group + at(settings);
        }
        if (failure instanceof InvalidRecordException) {
            return "a topic does not take a verdict or a dead letter. With cleanup.policy=compact it takes none without a key, and a record without a key has"
                    + " such a verdict: set cleanup.policy=delete: topics="
                    + settings.topics().out() + "," + settings.topics().deadLetters() + at(settings) + ": "
                    + failure.getMessage();
        }
        if (failure instanceof TimeoutException && names(failure, POSITIONS)) {
            return "the brokers do not give the group's positions in time. A member that has failed may have left a transaction open with some of them,"
                    + " which ends when that member starts again, or after its kafka.transaction.timeout.ms; or no broker answers: "
                    + group + at(settings);
        }
        if (failure instanceof TimeoutException && names(failure, TRANSACTION)) {
            return "the brokers do not begin or end a transaction in time. Fewer of them may run than transaction.state.log.replication.factor and the topics'"
                    + " min.insync.replicas require, or none answers: start them, or lower these: topics="
                    + settings.topics().out() + "," + settings.topics().deadLetters() + at(settings) + ": "
                    + failure.getMessage();
        }
        if (failure instanceof TimeoutException) {
            return "no broker answers in time: check the addresses, kafka.security.protocol and whether the brokers run: "
                    + brokers + ": " + failure.getMessage();
        }
        if (failure instanceof ConfigException) {
            return "Kafka's client does not take a property or address; correct it: " + brokers + ": "
                    + failure.getMessage();
        }
        return failure instanceof UnsupportedVersionException
                ? "the brokers are too old; Kafka 2.5 or later has what is needed: " + brokers + ": "
                        + failure.getMessage()
                : null;
    }
}
