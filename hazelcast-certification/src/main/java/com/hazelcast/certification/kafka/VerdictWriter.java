package com.hazelcast.certification.kafka;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.IsoTimes;
import com.hazelcast.certification.api.decisions.RuleJson;
import com.hazelcast.certification.kafka.records.AvroVerdicts;
import com.hazelcast.certification.kafka.records.CompactVerdict;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.kafka.records.RecordSize;
import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.rules.live.DecidingRules;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.live.Ruling;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes verdicts and dead letters as records of their topics. Used by one thread, in all sessions of its reader. What the record before has
 * needed is kept: rulings by their codes, and the bytes of topic and partition.
 */
final class VerdictWriter {
    private static final int JSON_CHARACTERS = 512;

    /** No topic that is of use refuses a record of that size; their callbacks are one. */
    private static final long SMALL_BYTES = 256;

    private final String topic;
    private final String deadLetterTopic;
    private final OutputForm form;
    private final Action flagged;

    /** Whether a position needs the topic, too. */
    private final boolean hasSeveralTopics;

    /** A larger verdict would end its transaction, and all that came after it. The thread that sends lowers it when the topic takes less. */
    private final AtomicLong verdictBytesMax;

    /** Likewise of dead letters: their topic may take less than that of the verdicts. */
    private final AtomicLong deadLetterBytesMax;

    /** The last failure of a record that was too large. What was not sent yet of its transaction fails with the same one, later. */
    private final AtomicReference<@Nullable Exception> refused = new AtomicReference<>();

    private final RulesInUse rules;
    private final IntSupplier schema;
    private final AvroVerdicts avro = new AvroVerdicts();
    private final StringBuilder json = new StringBuilder(JSON_CHARACTERS);
    private final Callback whenSmallVerdictIsSent;
    private final Callback whenSmallDeadLetterIsSent;

    /** By their codes; null: not asked for yet. */
    private final @Nullable Ruling[] rulings = new Ruling[TransactionLayout.VERDICTS];

    private @Nullable DecidingRules rulesBefore;
    private String topicBefore = "";
    private byte[] topicBytes = {};
    private int partitionBefore = -1;
    private byte[] partitionBytes = {};

    VerdictWriter(KafkaSettings settings, RulesInUse rules) {
        this.rules = rules;
        topic = settings.topics().out();
        deadLetterTopic = settings.topics().deadLetters();
        form = settings.verdicts().form();
        schema = settings.verdicts().schema();
        flagged = settings.verdicts().flagged();
        hasSeveralTopics = settings.topics().in().size() > 1;
        verdictBytesMax = new AtomicLong(ClientProperties.recordBytesMax(settings));
        deadLetterBytesMax = new AtomicLong(verdictBytesMax.get());
        whenSmallVerdictIsSent = whenSent(SMALL_BYTES, verdictBytesMax);
        whenSmallDeadLetterIsSent = whenSent(SMALL_BYTES, deadLetterBytesMax);
    }

    /**
     * The verdict of a record; without its key where that makes it too large for the producer.
     *
     * @param partition where the record is
     * @param key of the record
     * @param answer that is no rejection
     * @param reference of the transaction, for JSON and Avro
     * @param decidedMs when the answer came
     */
    ProducerRecord<byte[], byte[]> verdict(
            TopicPartition partition,
            long offset,
            byte @Nullable [] key,
            short answer,
            @Nullable String reference,
            long decidedMs) {
        boolean replayed = Answer.isDuplicate(answer);
        Ruling ruling = ruling(Answer.verdict(answer));
        RuleSet set = ruling == null ? rules.active() : ruling.set();
        int rule = ruling == null ? 0 : ruling.rule();
        Action action = ruling != null
                ? Action.of(ruling.action(), flagged)
                : Answer.isFlagged(answer) ? flagged : Action.APPROVE;
        if (form != OutputForm.COMPACT) {
            Score score = ruling == null ? Score.NONE : ruling.score();
            byte[] value = form == OutputForm.JSON
                    ? json(set, rule, score, action, replayed, reference, decidedMs)
                    : avro.of(schema.getAsInt(), set, rule, score, action, replayed, reference, decidedMs);
            ProducerRecord<byte[], byte[]> verdict = new ProducerRecord<>(topic, key, value);
            putPosition(verdict.headers(), partition.topic(), partition.partition(), offset);
            return fitting(verdict);
        }
        byte[] value = CompactVerdict.of(
                action.ordinal(), rule, replayed, set.number(), decidedMs, partition.partition(), offset);
        ProducerRecord<byte[], byte[]> verdict = new ProducerRecord<>(topic, key, value);
        if (hasSeveralTopics) {
            put(verdict.headers(), "topic", partition.topic());
        }
        return fitting(verdict);
    }

    private @Nullable Ruling ruling(int code) {
        DecidingRules now = rules.now();
        if (now != rulesBefore) {
            rulesBefore = now;
            Arrays.fill(rulings, null);
        }
        Ruling known = rulings[code];
        if (known == null) {
            known = now.ruling(code).orElse(null);
            rulings[code] = known;
        }
        return known;
    }

    private ProducerRecord<byte[], byte[]> fitting(ProducerRecord<byte[], byte[]> verdict) {
        if (isFitting(verdict)) {
            return verdict;
        }
        ProducerRecord<byte[], byte[]> cut = new ProducerRecord<>(verdict.topic(), null, verdict.value());
        verdict.headers().forEach(header -> cut.headers().add(header));
        putLength(cut.headers(), "keyBytes", verdict.key());
        return cut;
    }

    private boolean isFitting(ProducerRecord<byte[], byte[]> record) {
        return RecordSize.boundBytes(record) <= bytesMax(record).get();
    }

    private AtomicLong bytesMax(ProducerRecord<byte[], byte[]> record) {
        return record.topic().equals(deadLetterTopic) ? deadLetterBytesMax : verdictBytesMax;
    }

    /**
     * What is to become of a record that is sent: when it is too large for its topic, from then on only half of its size fits there. Its
     * transaction ends without effect, and the record is written again.
     */
    Callback whenSent(ProducerRecord<byte[], byte[]> record) {
        long bytes = RecordSize.boundBytes(record);
        AtomicLong most = bytesMax(record);
        if (bytes > SMALL_BYTES) {
            return whenSent(bytes, most);
        }
        return most == verdictBytesMax ? whenSmallVerdictIsSent : whenSmallDeadLetterIsSent;
    }

    /** It keeps the size alone: what is sent may be forgotten before the brokers have it. */
    private Callback whenSent(long bytes, AtomicLong most) {
        return (stored, failure) -> {
            if (failure instanceof RecordTooLargeException && refused.getAndSet(failure) != failure) {
                most.accumulateAndGet(bytes / 2, Math::min);
            }
        };
    }

    private byte[] json(
            RuleSet set,
            int rule,
            Score score,
            Action action,
            boolean replayed,
            @Nullable String reference,
            long decidedMs) {
        json.setLength(0);
        json.append("{\"action\":\"").append(action.label()).append("\",");
        RuleJson.append(set, rule, score, json);
        json.append(",\"ruleSet\":").append(RuleJson.of(set).ruleSet()).append(",\"source\":\"rules\",\"replayed\":");
        json.append(replayed).append(",\"decidedAt\":\"");
        IsoTimes.append(decidedMs, json);
        if (reference != null) {
            json.append("\",\"reference\":\"");
            JsonStringEncoder.getInstance().quoteAsString(reference, json);
        }
        return json.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A record that has no verdict, as it came, with the reason. What would make it too large for the producer is left out, first the
     * value, then key and headers as well: its position says where the record is.
     */
    ProducerRecord<byte[], byte[]> deadLetter(ConsumerRecord<byte[], byte[]> record, UnreadableRecord why) {
        ProducerRecord<byte[], byte[]> whole = new ProducerRecord<>(deadLetterTopic, record.key(), record.value());
        record.headers().forEach(header -> whole.headers().add(header));
        putReason(whole.headers(), record, why);
        if (isFitting(whole)) {
            return whole;
        }
        ProducerRecord<byte[], byte[]> cut = new ProducerRecord<>(deadLetterTopic, record.key(), null);
        record.headers().forEach(header -> cut.headers().add(header));
        putReason(cut.headers(), record, why);
        putLength(cut.headers(), "valueBytes", record.value());
        if (isFitting(cut)) {
            return cut;
        }
        ProducerRecord<byte[], byte[]> bare = new ProducerRecord<>(deadLetterTopic, null, null);
        putReason(bare.headers(), record, why);
        putLength(bare.headers(), "valueBytes", record.value());
        putLength(bare.headers(), "keyBytes", record.key());
        return bare;
    }

    private void putReason(Headers headers, ConsumerRecord<byte[], byte[]> record, UnreadableRecord why) {
        put(headers, "reason", why.reason());
        put(headers, "detail", why.detail());
        putPosition(headers, record.topic(), record.partition(), record.offset());
        put(headers, "timestamp", Long.toString(record.timestamp()));
    }

    /** Of what was left out. */
    private static void putLength(Headers headers, String name, byte @Nullable [] leftOut) {
        put(headers, name, Integer.toString(leftOut == null ? 0 : leftOut.length));
    }

    private void putPosition(Headers headers, String ofTopic, int partition, long offset) {
        if (!ofTopic.equals(topicBefore)) {
            topicBefore = ofTopic;
            topicBytes = topicBefore.getBytes(StandardCharsets.UTF_8);
        }
        if (partition != partitionBefore) {
            partitionBefore = partition;
            partitionBytes = Integer.toString(partitionBefore).getBytes(StandardCharsets.UTF_8);
        }
        headers.add("topic", topicBytes);
        headers.add("partition", partitionBytes);
        put(headers, "offset", Long.toString(offset));
    }

    private static void put(Headers headers, String name, String value) {
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
