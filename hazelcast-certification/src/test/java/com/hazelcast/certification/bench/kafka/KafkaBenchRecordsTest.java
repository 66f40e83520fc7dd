package com.hazelcast.certification.bench.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.TransactionReader;
import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.kafka.schemas.RegistryProperties;
import com.hazelcast.certification.kafka.schemas.SchemaRegistry;
import com.hazelcast.certification.kafka.schemas.TestRegistry;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.traffic.Traffic;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The payments of a stream in Avro are those of JSON, read as members read them. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class KafkaBenchRecordsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_795_593_600_000L), ZoneOffset.UTC);

    private static KafkaBenchRecords records(InputForm form) {
        return new KafkaBenchRecords(new GeneratedStream(Traffic.NATURAL, 100, 7), form, number -> CLOCK.millis());
    }

    private static byte[] read(TransactionReader reader, byte[] value) {
        return TestRegistry.<byte[]>answered(() -> {
            byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
            try {
                assertThat(reader.read(value, null, transaction, 0)).isNull();
            } catch (UnreadableRecord e) {
                throw new AssertionError(e.reason() + ": " + e.detail(), e);
            }
            return transaction;
        });
    }

    @Test
    void shouldBeTheSamePaymentsInAvroAsInJson() throws IOException {
        try (BenchRegistry registry = new BenchRegistry()) {
            SchemaRegistry schemas = new SchemaRegistry(List.of(registry.address()), new RegistryProperties(Map.of()));
            TransactionReader ofAvro = InputForm.AVRO
                    .readers(Optional.empty(), Optional.of(schemas))
                    .get();
            TransactionReader ofJson = InputForm.JSON.newReader();
            KafkaBenchRecords inAvro = records(InputForm.AVRO);
            KafkaBenchRecords inJson = records(InputForm.JSON);

            for (int i = 0; i < 200; i++) {
                assertThat(read(ofAvro, inAvro.next())).isEqualTo(read(ofJson, inJson.next()));
            }
        }
    }

    @Test
    void shouldGiveTheSchemaOfVerdictsAnId() throws IOException {
        try (BenchRegistry registry = new BenchRegistry()) {
            SchemaRegistry schemas = new SchemaRegistry(List.of(registry.address()), new RegistryProperties(Map.of()));

            assertThat(schemas.registered("members-out-value", "{}").getAsInt()).isEqualTo(2);
        }
    }
}
