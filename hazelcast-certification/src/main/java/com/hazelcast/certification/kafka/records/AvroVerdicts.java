package com.hazelcast.certification.kafka.records;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.api.decisions.RuleJson;
import com.hazelcast.certification.kafka.schemas.SchemaFrame;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.model.RuleDefinition;
import com.hazelcast.certification.rules.model.Score;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/** Writes verdicts in Avro, with the id of their schema in front: what is in it is what the JSON of a verdict has. Used by one thread. */
public final class AvroVerdicts {
    /** The schema; fields that are added to it later have defaults. */
    public static final String SCHEMA = text();

    private static final Schema PARSED = new Schema.Parser().parse(SCHEMA);
    private static final Schema RULE =
            PARSED.getField("rule").schema().getTypes().get(1);
    private static final Schema RULE_SET = PARSED.getField("ruleSet").schema();

    private final GenericDatumWriter<GenericRecord> writer = new GenericDatumWriter<>(PARSED);
    private final GenericRecord verdict = new GenericData.Record(PARSED);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable BinaryEncoder encoder;

    private static String text() {
        try (InputStream file = AvroVerdicts.class.getResourceAsStream("verdict.avsc")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the schema of verdicts cannot be read", e);
        }
    }

    /** Whether a text is the schema that verdicts are written with, whatever its documentation and its order of attributes. */
    public static boolean isSchema(String text) {
        try {
            Schema schema = new Schema.Parser().parse(text);
            return SchemaNormalization.toParsingForm(schema).equals(SchemaNormalization.toParsingForm(PARSED));
        } catch (AvroRuntimeException e) {
            return false;
        }
    }

    /**
     * A verdict in its bytes.
     *
     * @param schema the id of the schema
     * @param rule number of the rule that held; 0: none
     * @param score what is known of the sum of points
     * @param reference of the transaction; null: it has none
     */
    public byte[] of(
            int schema,
            RuleSet set,
            int rule,
            Score score,
            Action action,
            boolean replayed,
            @Nullable String reference,
            long decidedMs) {
        RuleDefinition definition =
                rule > 0 && rule <= set.rules().size() ? set.rules().get(rule - 1) : null;
        verdict.put("action", action.label());
        verdict.put("rule", definition == null ? null : rule(definition));
        verdict.put("reason", reason(definition, score));
        verdict.put("scoreAtLeast", score.hasDecided() ? score.atLeast() : null);
        verdict.put("score", score.isExact() ? score.exact() : null);
        verdict.put("ruleSet", ruleSet(set));
        verdict.put("source", "rules");
        verdict.put("replayed", replayed);
        verdict.put("decidedAt", decidedMs);
        verdict.put("reference", reference);
        return SchemaFrame.of(schema, encoded());
    }

    private byte[] encoded() {
        try {
            bytes.reset();
            encoder = EncoderFactory.get().binaryEncoder(bytes, encoder);
            writer.write(verdict, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("a stream in memory failed", e);
        }
        return bytes.toByteArray();
    }

    private static GenericRecord rule(RuleDefinition definition) {
        GenericRecord rule = new GenericData.Record(RULE);
        rule.put("id", definition.number());
        rule.put("name", definition.name());
        rule.put("tags", definition.tags());
        return rule;
    }

    private static @Nullable String reason(@Nullable RuleDefinition definition, Score score) {
        if (definition == null) {
            return score.hasDecided() ? RuleJson.reasonOf(score) : null;
        }
        return definition.description().isEmpty() ? definition.name() : definition.description();
    }

    private static GenericRecord ruleSet(RuleSet set) {
        GenericRecord ruleSet = new GenericData.Record(RULE_SET);
        ruleSet.put("name", set.name());
        ruleSet.put("version", set.number());
        return ruleSet;
    }
}
