package com.hazelcast.certification.kafka;

import static com.hazelcast.certification.kafka.SchemaRecords.ofJson;
import static com.hazelcast.certification.kafka.SchemaRecords.problem;
import static com.hazelcast.certification.kafka.SchemaRecords.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.StringValue;
import com.google.protobuf.Timestamp;
import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.TransactionReader;
import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.kafka.schemas.SchemaFrame;
import com.hazelcast.certification.kafka.schemas.TestRegistry;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Protobuf with the id of its schema in front gives the transaction that JSON gives. Records are written by the numbers of their fields. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class ProtobufRecordReaderTest {
    static final String BY_NAMES = """
            syntax = "proto3";
            package bank;
            import "google/protobuf/timestamp.proto";
            import "google/protobuf/wrappers.proto";
            import "company/options.proto";
            option java_package = "bank";
            message Heartbeat { int64 at = 1; }
            message Payment {
              option (company.owner) = "fraud";
              enum Currency { NONE = 0; EUR = 1; USD = 2; }
              string card = 1 [(company.secret) = true];
              google.protobuf.Timestamp time = 2;
              oneof value { string amount = 3; int64 amount_minor = 4; }
              Currency currency = 5;
              string country = 6;
              uint32 mcc = 7;
              optional int32 response_code = 8;
              google.protobuf.StringValue reference = 9;
              map<string, string> tags = 10;
              repeated string channels = 11;
            }""";

    private static final String NESTED = """
            syntax = "proto2";
            package shop;
            import "value.proto";
            message Envelope {
              message Sale {
                required string id = 1;
                optional fixed64 at = 2;
                optional State state = 3;
                optional bank.Value payment = 4;
                optional Shop shop = 5;
                message Shop { optional string country = 1; optional sint32 category = 2; }
              }
              enum State { APPROVED = 0; DECLINED = 1; }
              optional Sale sale = 1;
            }""";

    private static final String VALUE = """
            syntax = "proto3";
            package bank;
            message Value { string pan = 1; string value = 2; string currency = 3; }""";

    private static final String UNSIGNED = """
            syntax = "proto3";
            message Payment {
              string card = 1;
              uint64 time = 2;
              string amount = 3;
              fixed64 amount_minor = 4;
              string currency = 5;
              string country = 6;
              uint32 mcc = 7;
              uint32 response_code = 8;
              string reference = 9;
            }""";

    private static final long TIME_S = 1_795_593_600;
    private static final byte FIRST_TYPE = 0;

    @TempDir
    private Path folder;

    private TestRegistry registry;

    /** Writes the fields of a message. */
    private interface Fields {
        void writeTo(CodedOutputStream out) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        registry = new TestRegistry()
                .with(1, "PROTOBUF", BY_NAMES)
                .with(2, "PROTOBUF", NESTED, List.of("value.proto"))
                .withSubject("value.proto", "PROTOBUF", VALUE, List.of())
                .with(3, "AVRO", "\"string\"")
                .with(4, "PROTOBUF", "no schema")
                .with(5, "PROTOBUF", UNSIGNED);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private static byte[] bytes(Fields fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        try {
            fields.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** In the wire format of registries: the place of the type stands behind the id. */
    private static byte[] record(int id, byte[] place, byte[] message) {
        byte[] value = Arrays.copyOf(place, place.length + message.length);
        System.arraycopy(message, 0, value, place.length, message.length);
        return SchemaFrame.of(id, value);
    }

    /** The place of a type: how many indices, and these, as numbers with a sign. */
    private static byte[] place(int... indices) {
        return bytes(out -> {
            out.writeSInt32NoTag(indices.length);
            for (int index : indices) {
                out.writeSInt32NoTag(index);
            }
        });
    }

    /** A payment by the names of the HTTP API's schema. */
    static byte[] payment(int id, String card, long timeMs, String reference) {
        return record(id, place(1), payment(card, timeMs, reference, out -> out.writeString(3, "12.50")));
    }

    private static byte[] payment(String card, long timeMs, String reference, Fields amount) {
        return bytes(out -> {
            out.writeString(1, card);
            out.writeMessage(
                    2,
                    Timestamp.newBuilder()
                            .setSeconds(timeMs / 1_000)
                            .setNanos((int) (timeMs % 1_000) * 1_000_000)
                            .build());
            amount.writeTo(out);
            out.writeEnum(5, 1);
            out.writeString(6, "DE");
            out.writeUInt32(7, 5411);
            out.writeInt32(8, 5);
            out.writeMessage(9, StringValue.of(reference));
            out.writeByteArray(10, bytes(entry -> {
                entry.writeString(1, "kind");
                entry.writeString(2, "sale");
            }));
            out.writeString(11, "web");
            out.writeString(99, "a field that a later version of the schema has");
        });
    }

    private TransactionReader reader() {
        return InputForm.PROTOBUF
                .readers(Optional.empty(), Optional.of(registry.client()))
                .get();
    }

    @Test
    void shouldReadFieldsWithTheNamesOfTheHttpSchema() {
        TransactionReader reader = reader();
        byte[] decimal = payment(1, "4929000000000017", TIME_S * 1_000, "p-1");
        byte[] minor =
                record(1, place(1), payment("4929000000000017", TIME_S * 1_000, "p-1", out -> out.writeInt64(4, 1250)));
        assertThat(read(reader, decimal)).isEqualTo(ofJson());
        assertThat(read(reader, minor)).isEqualTo(ofJson());
        assertThat(read(reader, decimal)).as("nothing of the record before").isEqualTo(ofJson());
        assertThat(registry.asked()).containsExactly("/schemas/ids/1");
    }

    @Test
    void shouldReadMessagesInsideByTheMappingThatJsonHas() throws IOException {
        Mapping mapping = MappingFile.readForScoring(
                Files.writeString(folder.resolve("mapping.yaml"), MappedRecordReaderTest.MAPPING));
        TransactionReader reader = InputForm.PROTOBUF
                .readers(Optional.of(mapping), Optional.of(registry.client()))
                .get();
        byte[] sale = bytes(out -> {
            out.writeString(1, "p-1");
            out.writeFixed64(2, TIME_S);
            out.writeEnum(3, 1);
            out.writeByteArray(4, bytes(value -> {
                value.writeString(1, "4929000000000017");
                value.writeString(2, "12.50");
                value.writeString(3, "EUR");
            }));
            out.writeByteArray(5, bytes(shop -> {
                shop.writeString(1, "DE");
                shop.writeSInt32(2, 5411);
            }));
        });
        assertThat(read(reader, record(2, place(0, 0), sale))).isEqualTo(ofJson());
    }

    private static byte[] unsigned(long timeMs, String amount) {
        return record(5, place(0), bytes(out -> {
            out.writeString(1, "4929000000000017");
            out.writeUInt64(2, timeMs);
            out.writeString(3, amount);
            out.writeFixed64(4, 1250);
            out.writeString(5, "EUR");
            out.writeString(6, "DE");
            out.writeUInt32(7, 5411);
            out.writeUInt32(8, 5);
            out.writeString(9, "p-1");
        }));
    }

    @Test
    void shouldReadNumbersWithoutASignAsOthers() {
        TransactionReader reader = reader();
        assertThat(read(reader, unsigned(TIME_S * 1_000, ""))).isEqualTo(ofJson());
        assertThat(problem(reader, unsigned(0, "")).reason()).isEqualTo("missing_field");
        assertThat(problem(reader, unsigned(TIME_S * 1_000, "12.50")).reason()).isEqualTo("duplicate_field");
        assertThat(problem(reader, unsigned(-1, "")).detail()).contains("field=time");
    }

    /** Every calendar has them, and no long has their milliseconds. */
    @ParameterizedTest
    @ValueSource(longs = {9_223_372_036_854_776L, 31_556_889_864_403_199L, -31_557_014_167_219_200L})
    void shouldRefuseATimestampWhoseMillisecondsAreTooMany(long seconds) {
        byte[] good = payment(1, "4929000000000017", TIME_S * 1_000, "p-1");
        byte[] later = bytes(out ->
                out.writeMessage(2, Timestamp.newBuilder().setSeconds(seconds).build()));
        byte[] extreme = Arrays.copyOf(good, good.length + later.length);
        System.arraycopy(later, 0, extreme, good.length, later.length);
        UnreadableRecord problem = problem(reader(), extreme);
        assertThat(problem.reason()).isEqualTo("out_of_range");
        assertThat(problem.detail()).contains("field=time");
    }

    @Test
    void shouldSayWhyARecordCannotBeRead() {
        TransactionReader reader = reader();
        byte[] message = payment("4929000000000017", TIME_S * 1_000, "p-1", out -> out.writeString(3, "12.50"));
        byte[] good = record(1, place(1), message);

        assertThat(problem(reader, record(3, place(1), message)).reason()).isEqualTo("wrong_schema_type");
        assertThat(problem(reader, record(4, place(1), message)).reason()).isEqualTo("unreadable_schema");
        assertThat(problem(reader, record(9, place(1), message)).reason()).isEqualTo("unknown_schema");
        assertThat(problem(reader, record(1, place(7), message)).reason()).isEqualTo("not_protobuf");
        assertThat(problem(reader, Arrays.copyOf(good, good.length - 3)).reason())
                .isEqualTo("not_protobuf");
        assertThat(problem(reader, record(1, new byte[] {FIRST_TYPE}, bytes(out -> out.writeInt64(1, 5))))
                        .reason())
                .as("a heartbeat has no payment")
                .isEqualTo("missing_field");
        byte[] noAmount = record(1, place(1), payment("4929000000000017", TIME_S * 1_000, "p-1", out -> {}));
        assertThat(problem(reader, noAmount).detail()).contains("field=amount");
        assertThat(read(reader, good)).as("it goes on").isEqualTo(ofJson());
    }
}
