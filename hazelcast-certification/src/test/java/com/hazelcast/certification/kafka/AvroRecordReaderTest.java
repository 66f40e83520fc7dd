package com.hazelcast.certification.kafka;

import static com.hazelcast.certification.kafka.SchemaRecords.JSON;
import static com.hazelcast.certification.kafka.SchemaRecords.ofJson;
import static com.hazelcast.certification.kafka.SchemaRecords.problem;
import static com.hazelcast.certification.kafka.SchemaRecords.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.TransactionReader;
import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.kafka.schemas.SchemaAwaited;
import com.hazelcast.certification.kafka.schemas.SchemaFrame;
import com.hazelcast.certification.kafka.schemas.TestRegistry;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Avro with the id of its schema in front gives the transaction that JSON gives. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class AvroRecordReaderTest {
    static final String BY_NAMES = """
            {"type":"record","name":"Payment","namespace":"bank","fields":[
              {"name":"card","type":"string"},
              {"name":"time","type":"long"},
              {"name":"amount","type":"string"},
              {"name":"currency","type":{"type":"enum","name":"Currency","symbols":["EUR","USD"]}},
              {"name":"country","type":"string"},
              {"name":"mcc","type":"int"},
              {"name":"responseCode","type":["null","int"]},
              {"name":"reference","type":["null","string"]},
              {"name":"channel","type":{"type":"array","items":"string"}}]}""";

    private static final String OF_TYPES = """
            {"type":"record","name":"Payment","fields":[
              {"name":"card","type":"string"},
              {"name":"time","type":{"type":"long","logicalType":"timestamp-micros"}},
              {"name":"amount","type":{"type":"bytes","logicalType":"decimal","precision":12,"scale":4}},
              {"name":"currency","type":"string"},
              {"name":"country","type":"int"},
              {"name":"mcc","type":"int"},
              {"name":"responseCode","type":"int"},
              {"name":"reference","type":"string"}]}""";

    private static final String OF_NANOS = OF_TYPES.replace("timestamp-micros", "timestamp-nanos")
            .replace(
                    "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":12,\"scale\":4}",
                    "[\"null\",{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":12,\"scale\":4}]");

    private static final String OF_MINOR_UNITS = """
            {"type":"record","name":"Payment","fields":[
              {"name":"card","type":"string"},
              {"name":"time","type":"string"},
              {"name":"amountMinor","type":"long"},
              {"name":"currency","type":"string"},
              {"name":"country","type":"string"},
              {"name":"mcc","type":"string"},
              {"name":"responseCode","type":"int"},
              {"name":"reference","type":"string"}]}""";

    private static final String NESTED = """
            {"type":"record","name":"Sale","fields":[
              {"name":"id","type":"string"},
              {"name":"at","type":"long"},
              {"name":"state","type":{"type":"enum","name":"State","symbols":["APPROVED","DECLINED"]}},
              {"name":"payment","type":{"type":"record","name":"Value","fields":[
                {"name":"pan","type":"string"},{"name":"value","type":"double"},{"name":"currency","type":"string"}]}},
              {"name":"shop","type":["null","Shop"]}]}""";

    private static final String SHOP = """
            {"type":"record","name":"Shop","fields":[{"name":"country","type":"string"},{"name":"category","type":"int"}]}""";

    private static final Instant TIME = Instant.ofEpochMilli(1_795_593_600_000L);

    @TempDir
    private Path folder;

    private TestRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = new TestRegistry()
                .with(1, "AVRO", BY_NAMES)
                .with(2, "AVRO", OF_TYPES)
                .with(3, "AVRO", OF_MINOR_UNITS)
                .with(4, "AVRO", NESTED, List.of("Shop"))
                .withSubject("Shop", "AVRO", SHOP, List.of())
                .with(5, "JSON", "{}")
                .with(6, "AVRO", "{\"type\":\"no such type\"}")
                .with(7, "AVRO", OF_NANOS);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    /** In the wire format of registries, as a serializer of theirs writes it. */
    static byte[] encoded(int id, Schema schema, Map<String, Object> fields) {
        GenericData data = new GenericData();
        data.addLogicalTypeConversion(new Conversions.DecimalConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimestampMicrosConversion());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        try {
            new GenericDatumWriter<GenericRecord>(schema, data).write(record(schema, fields), encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return SchemaFrame.of(id, bytes.toByteArray());
    }

    private static GenericRecord record(Schema schema, Map<String, Object> fields) {
        GenericRecord record = new GenericData.Record(schema);
        fields.forEach(record::put);
        return record;
    }

    /** A payment by the names of the HTTP API's schema. */
    static byte[] payment(int id, String card, long timeMs, String reference) {
        Schema schema = new Schema.Parser().parse(BY_NAMES);
        return encoded(
                id,
                schema,
                Map.of(
                        "card",
                        card,
                        "time",
                        timeMs,
                        "amount",
                        "12.50",
                        "currency",
                        new GenericData.EnumSymbol(schema.getField("currency").schema(), "EUR"),
                        "country",
                        "DE",
                        "mcc",
                        5411,
                        "responseCode",
                        5,
                        "reference",
                        reference,
                        "channel",
                        List.of("web")));
    }

    /** The payment of {@link SchemaRecords#JSON}: these fields, whose types differ by schema, and those that are the same in each. */
    private static Map<String, Object> fields(Map<String, Object> ofTheSchema) {
        Map<String, Object> fields = new HashMap<>(ofTheSchema);
        fields.put("card", "4929000000000017");
        fields.put("currency", "EUR");
        fields.put("responseCode", 5);
        fields.put("reference", "p-1");
        return fields;
    }

    private TransactionReader reader() {
        return InputForm.AVRO
                .readers(Optional.empty(), Optional.of(registry.client()))
                .get();
    }

    @Test
    void shouldReadFieldsWithTheNamesOfTheHttpSchema() {
        TransactionReader reader = reader();
        byte[] record = payment(1, "4929000000000017", TIME.toEpochMilli(), "p-1");
        assertThat(read(reader, record)).isEqualTo(ofJson());
        assertThat(read(reader, record)).isEqualTo(ofJson());
        assertThat(registry.asked()).containsExactly("/schemas/ids/1");
    }

    @Test
    void shouldReadLogicalTypesAndMinorUnits() {
        TransactionReader reader = reader();
        byte[] ofTypes = encoded(
                2,
                new Schema.Parser().parse(OF_TYPES),
                fields(Map.of("time", TIME, "amount", new BigDecimal("12.5000"), "country", 276, "mcc", 5411)));
        byte[] ofMinorUnits = encoded(
                3,
                new Schema.Parser().parse(OF_MINOR_UNITS),
                fields(Map.of("time", TIME.toString(), "amountMinor", 1250L, "country", "DEU", "mcc", "5411")));
        assertThat(read(reader, ofTypes)).isEqualTo(ofJson());
        assertThat(read(reader, ofMinorUnits)).isEqualTo(ofJson());
    }

    /** As a number it would be a time of a far future. */
    @Test
    void shouldReadNanosecondsAndADecimalThatMayBeNull() {
        byte[] record = encoded(
                7,
                new Schema.Parser().parse(OF_NANOS),
                fields(Map.of(
                        "time",
                        TIME.toEpochMilli() * 1_000_000 + 123_456,
                        "amount",
                        new BigDecimal("12.5000"),
                        "country",
                        276,
                        "mcc",
                        5411)));
        assertThat(read(reader(), record)).isEqualTo(ofJson());
    }

    @Test
    void shouldReadRecordsInsideByTheMappingThatJsonHas() throws IOException {
        Mapping mapping = MappingFile.readForScoring(
                Files.writeString(folder.resolve("mapping.yaml"), MappedRecordReaderTest.MAPPING));
        TransactionReader reader = InputForm.AVRO
                .readers(Optional.of(mapping), Optional.of(registry.client()))
                .get();
        Schema.Parser parser = new Schema.Parser();
        Schema shop = parser.parse(SHOP);
        Schema sale = parser.parse(NESTED);
        byte[] record = encoded(
                4,
                sale,
                Map.of(
                        "id",
                        "p-1",
                        "at",
                        TIME.getEpochSecond(),
                        "state",
                        new GenericData.EnumSymbol(sale.getField("state").schema(), "DECLINED"),
                        "payment",
                        record(
                                sale.getField("payment").schema(),
                                Map.of("pan", "4929000000000017", "value", 12.5, "currency", "EUR")),
                        "shop",
                        record(shop, Map.of("country", "DE", "category", 5411))));
        assertThat(read(reader, record)).isEqualTo(ofJson());
    }

    @Test
    void shouldSayWhyARecordCannotBeRead() {
        TransactionReader reader = reader();
        byte[] good = payment(1, "4929000000000017", TIME.toEpochMilli(), "p-1");
        byte[] ofUnknown = good.clone();
        ofUnknown[4] = 99;
        byte[] ofJsonSchema = good.clone();
        ofJsonSchema[4] = 5;
        byte[] ofBrokenSchema = good.clone();
        ofBrokenSchema[4] = 6;

        assertThat(problem(reader, TestTopics.bytes(JSON)).reason()).isEqualTo("no_schema_id");
        assertThat(problem(reader, new byte[0]).reason()).isEqualTo("no_schema_id");
        UnreadableRecord unknown = problem(reader, ofUnknown);
        assertThat(unknown.reason()).isEqualTo("unknown_schema");
        assertThat(unknown.detail()).contains("schema=99");
        assertThat(problem(reader, ofJsonSchema).reason()).isEqualTo("wrong_schema_type");
        assertThat(problem(reader, ofBrokenSchema).reason()).isEqualTo("unreadable_schema");
        assertThat(problem(reader, Arrays.copyOf(good, good.length - 3)).reason())
                .isEqualTo("not_avro");
        assertThat(problem(reader, Arrays.copyOf(good, good.length + 1)).reason())
                .isEqualTo("not_avro");
        UnreadableRecord noCard = problem(reader, payment(1, "49290000x0000017", TIME.toEpochMilli(), "p-1"));
        assertThat(noCard.reason()).isEqualTo("not_a_card");
        assertThat(noCard.detail()).contains("field=card").doesNotContain("49290000x0000017");
        assertThat(read(reader, good)).as("it goes on").isEqualTo(ofJson());
    }

    @Test
    void shouldNotAllocateWhatARecordOnlyClaimsToHave() {
        // The card's length as a number: 2,147,483,000.
        byte[] claim = SchemaFrame.of(1, new byte[] {(byte) 0xf0, (byte) 0xf5, (byte) 0xff, (byte) 0xff, 0x0f, 'x'});
        for (int i = 0; i < 3; i++) {
            assertThat(problem(reader(), claim).reason()).isEqualTo("not_avro");
        }
    }

    @Test
    void shouldWaitAndNotGiveUpARecordWhoseSchemaCannotBeAskedFor() throws Exception {
        registry.failWith(500);
        TransactionReader reader = reader();
        byte[] record = payment(1, "4929000000000017", TIME.toEpochMilli(), "p-1");
        byte[] target = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        for (int i = 0; i < 100; i++) {
            assertThat(catchThrowableOfType(SchemaAwaited.class, () -> reader.read(record, null, target, 0)))
                    .isNotNull();
        }
        registry.failWith(0);
        assertThat(read(reader, record)).isEqualTo(ofJson());
    }
}
