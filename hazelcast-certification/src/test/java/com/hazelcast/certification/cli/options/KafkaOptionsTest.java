package com.hazelcast.certification.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.api.decisions.Action;
import com.hazelcast.certification.kafka.KafkaSettings;
import com.hazelcast.certification.kafka.records.AvroVerdicts;
import com.hazelcast.certification.kafka.records.OutputForm;
import com.hazelcast.certification.kafka.schemas.SchemaAwaited;
import com.hazelcast.certification.kafka.schemas.TestRegistry;
import com.hazelcast.certification.kafka.verdicts.VerdictTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What is said of formats, of a schema registry and of its properties fits together. */
class KafkaOptionsTest {
    @Command
    static final class Carrier {
        @Mixin
        KafkaOptions kafka;
    }

    private static KafkaOptions options(String... arguments) {
        Carrier carrier = new Carrier();
        new CommandLine(carrier).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        return carrier.kafka;
    }

    @Test
    void shouldSendVerdictsOfAllWaysWithoutReadingKafka() {
        KafkaOptions options = options(
                "--kafka=127.0.0.1:9092",
                "--kafka-verdicts=decided",
                "--kafka-verdicts-only=flagged",
                "--kafka-verdicts-log-max=1g",
                "--kafka-flagged-action=review",
                "--kafka-property=client.rack=a");
        assertThat(options.toSettings("127.0.0.1", 5701)).isEmpty();
        VerdictTopic topic = options.toVerdicts("127.0.0.1", 5701).orElseThrow();
        assertThat(topic.name()).isEqualTo("decided");
        assertThat(topic.flaggedOnly()).isTrue();
        assertThat(topic.flagged()).isEqualTo(Action.REVIEW);
        assertThat(topic.logMaxBytes()).isEqualTo(1L << 30);
        assertThat(topic.properties()).containsEntry("client.rack", "a");
    }

    @Test
    void shouldSayWhatATopicOfVerdictsNeeds() {
        assertThatThrownBy(() -> options("--kafka-verdicts=decided").toSettings("127.0.0.1", 5701))
                .hasMessageContaining("give kafka, for example")
                .hasMessageContaining("kafka-verdicts=decided");
        for (String taken : new String[] {"in", "out", "out-dead-letters"}) {
            assertThatThrownBy(() -> options(
                                    "--kafka=127.0.0.1:9092",
                                    "--kafka-in=in",
                                    "--kafka-out=out",
                                    "--kafka-verdicts=" + taken)
                            .toVerdicts("127.0.0.1", 5701))
                    .hasMessageContaining("must be another one")
                    .hasMessageContaining("kafka-verdicts=" + taken);
        }
        assertThatThrownBy(() -> options(
                                "--kafka=127.0.0.1:9092", "--kafka-verdicts=decided", "--kafka-verdicts-only=some")
                        .toVerdicts("127.0.0.1", 5701))
                .hasMessageContaining("kafka-verdicts-only=some");
        assertThatThrownBy(() -> options(
                                "--kafka=127.0.0.1:9092", "--kafka-verdicts=decided", "--kafka-verdicts-log-max=1m")
                        .toVerdicts("127.0.0.1", 5701))
                .hasMessageContaining("kafka-verdicts-log-max at least 128m");
    }

    @Test
    void shouldRefuseWhatHasNoEffectWhereNoTransactionsAreRead() {
        assertThatThrownBy(() -> options("--kafka-labels=labels").toSettings("127.0.0.1", 5701))
                .hasMessageContaining("give kafka, kafka-in and kafka-out")
                .hasMessageContaining("kafka-labels=labels");
        for (String given : new String[] {
            "--kafka-labels=labels",
            "--kafka-map=mapping.yaml",
            "--kafka-format=avro",
            "--kafka-registry=http://127.0.0.1:8081",
            "--kafka-out-format=avro",
            "--kafka-out-schema=7",
            "--kafka-out-only=flagged",
            "--kafka-dead-letters=dead",
            "--kafka-dead-letters-max=20",
            "--kafka-from=latest",
            "--kafka-readers=2",
            "--kafka-commit-every=50ms",
            "--kafka-rate-max=1000"
        }) {
            assertThatThrownBy(() -> options("--kafka=127.0.0.1:9092", "--kafka-verdicts=decided", given)
                            .toSettings("127.0.0.1", 5701))
                    .hasMessageContaining("give kafka-in and kafka-out")
                    .hasMessageContaining(given.substring(2));
        }
        assertThat(options("--kafka=127.0.0.1:9092", "--kafka-verdicts=decided", "--kafka-out-format=json")
                        .toSettings("127.0.0.1", 5701))
                .as("what it does anyway")
                .isEmpty();
    }

    private static KafkaSettings parse(String... arguments) {
        Carrier carrier = new Carrier();
        new CommandLine(carrier)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(Stream.concat(
                                Stream.of("--kafka=127.0.0.1:9092", "--kafka-in=in", "--kafka-out=out"),
                                Stream.of(arguments))
                        .toArray(String[]::new));
        return carrier.kafka.toSettings("127.0.0.1", 5701).orElseThrow();
    }

    @Test
    void shouldNeedARegistryForRecordsWithSchemas() {
        for (String format : new String[] {"avro", "protobuf"}) {
            assertThatThrownBy(() -> parse("--kafka-format=" + format))
                    .hasMessageContaining("give kafka-registry")
                    .hasMessageContaining("kafka-format=" + format);
            assertThat(parse("--kafka-format=" + format, "--kafka-registry=http://127.0.0.1:8081")
                            .reading()
                            .values()
                            .get())
                    .isNotNull();
        }
    }

    @Test
    void shouldNeedARegistryOrAnIdForVerdictsInAvro() {
        assertThatThrownBy(() -> parse("--kafka-out-format=avro"))
                .hasMessageContaining("give kafka-registry or kafka-out-schema");
        KafkaSettings settings = parse("--kafka-out-format=avro", "--kafka-out-schema=42");
        assertThat(settings.verdicts().form()).isEqualTo(OutputForm.AVRO);
        assertThat(settings.verdicts().schema().getAsInt()).isEqualTo(42);
    }

    @Test
    void shouldLookWhetherTheRegistryHasTheSchemaOfVerdictsAtItsId() throws IOException {
        try (TestRegistry registry = new TestRegistry()) {
            IntSupplier id = parse(
                            "--kafka-out-format=avro",
                            "--kafka-out-schema=42",
                            "--kafka-registry=" + registry.address())
                    .verdicts()
                    .schema();
            assertThatThrownBy(id::getAsInt)
                    .isInstanceOf(SchemaAwaited.class)
                    .hasMessageContaining("kafka-out-schema=42");
            registry.with(42, "AVRO", AvroVerdicts.SCHEMA);
            assertThat(id.getAsInt()).isEqualTo(42);
        }
    }

    @Test
    void shouldHandPropertiesOfTheRegistryToNoClientOfKafka(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("kafka.properties"),
                "schema.registry.basic.auth.user.info=user:secret\nsasl.mechanism=PLAIN\n");
        assertThat(parse(
                                "--kafka-format=avro",
                                "--kafka-registry=http://127.0.0.1:8081",
                                "--kafka-config=" + file,
                                "--kafka-property=client.rack=a")
                        .properties())
                .isEqualTo(Map.of("sasl.mechanism", "PLAIN", "client.rack", "a"));
        assertThatThrownBy(() -> parse("--kafka-property=schema.registry.password=secret"))
                .hasMessageContaining("kafka.schema.registry.password")
                .hasMessageNotContaining("secret");
    }

    @Test
    void shouldTakeAMappingForRecordsWithFieldsOnly() {
        assertThatThrownBy(() -> parse("--kafka-map=mapping.yaml")).hasMessageContaining("kafka-format=record");
    }
}
