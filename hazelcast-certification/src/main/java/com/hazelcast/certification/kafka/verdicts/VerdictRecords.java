package com.hazelcast.certification.kafka.verdicts;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.IsoTimes;
import com.hazelcast.certification.api.decisions.RuleJson;
import com.hazelcast.certification.api.decisions.TransactionFields;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.RulesInUse;
import com.hazelcast.certification.rules.live.Ruling;
import com.hazelcast.certification.rules.model.Score;
import com.hazelcast.certification.transaction.Pan;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes decisions of the log as records of the topic: JSON, whose key is the card as people may see it, so that all of a card are in one
 * partition. Used by one thread.
 */
final class VerdictRecords {
    private static final int CHARACTERS = 512;

    private final VerdictTopic topic;
    private final RulesInUse rules;

    VerdictRecords(VerdictTopic topic, RulesInUse rules) {
        this.topic = topic;
        this.rules = rules;
    }

    /**
     * The verdict of a transaction; empty where it has none there.
     *
     * @param decidedMs when it was decided, in ms since 1970
     */
    Optional<ProducerRecord<byte[], byte[]>> of(byte[] transactions, int offset, long decidedMs) {
        int code = TransactionLayout.verdictAt(transactions, offset);
        Ruling ruling = rules.ruling(code).orElse(null);
        // Of a set that is not known here yet: as any member answers it meanwhile.
        RuleSet set = ruling == null ? rules.active() : ruling.set();
        int rule = ruling == null ? 0 : ruling.rule();
        Action action = action(code, ruling);
        if (!hasVerdict(action)) {
            return Optional.empty();
        }
        String card = Pan.masked(TransactionLayout.cardAt(transactions, offset));
        StringBuilder json = new StringBuilder(CHARACTERS);
        json.append("{\"card\":\"").append(card).append("\",");
        appendTransaction(transactions, offset, json);
        json.append(",\"action\":\"").append(action.label()).append("\",");
        RuleJson.append(set, rule, ruling == null ? Score.NONE : ruling.score(), json);
        json.append(",\"ruleSet\":").append(RuleJson.of(set).ruleSet());
        json.append(",\"decidedAt\":\"");
        IsoTimes.append(decidedMs, json);
        json.append("\"}");
        return Optional.of(new ProducerRecord<>(topic.name(), utf8(card), utf8(json.toString())));
    }

    /** Whether the transaction there has a verdict in the topic. May be called by any thread. */
    boolean hasVerdict(byte[] transactions, int offset) {
        int code = TransactionLayout.verdictAt(transactions, offset);
        return hasVerdict(action(code, rules.ruling(code).orElse(null)));
    }

    private boolean hasVerdict(Action action) {
        return !topic.flaggedOnly() || action != Action.APPROVE;
    }

    private Action action(int code, @Nullable Ruling ruling) {
        if (ruling != null) {
            return Action.of(ruling.action(), topic.flagged());
        }
        return rules.now().isFlagged(code) ? topic.flagged() : Action.APPROVE;
    }

    private static void appendTransaction(byte[] transactions, int offset, StringBuilder json) {
        TransactionFields.append(transactions, offset, json);
        long reference = TransactionLayout.referenceAt(transactions, offset);
        json.append(",\"referenceHash\":");
        if (reference == TransactionLayout.NO_REFERENCE) {
            json.append("null");
        } else {
            json.append('"').append(HexFormat.of().toHexDigits(reference)).append('"');
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
