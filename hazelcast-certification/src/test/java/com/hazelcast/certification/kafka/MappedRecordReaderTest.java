package com.hazelcast.certification.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.hazelcast.certification.kafka.records.InputForm;
import com.hazelcast.certification.kafka.records.TransactionReader;
import com.hazelcast.certification.kafka.records.UnreadableRecord;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON of another shape gives the transaction that the schema of the HTTP API gives. */
class MappedRecordReaderTest {
    /** As people have it for a load: with the decision of then and the label. */
    static final String MAPPING = """
            columns:
              card: payment.pan
              time: at
              amount: payment.value
              currency: payment.currency
              country: shop.country
              mcc: shop.category
              responseCode: {column: state, values: {APPROVED: 0, DECLINED: 5}}
              reference: id
              verdict: rule
              label: fraud
            time: seconds
            """;

    private static final String RECORD = """
            {"id":"p-1","at":1795593600,"state":"DECLINED","kind":"sale","rule":99,"fraud":"who knows",
             "payment":{"pan":"4929000000000017","value":"12.50","currency":"EUR"},"shop":{"country":"DE","category":5411,"tags":["a"]}}""";

    private static final String BY_SCHEMA = """
            {"card":"4929000000000017","time":1795593600000,"amount":"12.50","currency":"EUR","country":"DE","mcc":5411,
             "responseCode":5,"reference":"p-1"}""";

    @TempDir
    private Path folder;

    private TransactionReader reader() throws IOException {
        Mapping mapping = MappingFile.readForScoring(Files.writeString(folder.resolve("mapping.yaml"), MAPPING));
        return InputForm.JSON.readers(Optional.of(mapping), Optional.empty()).get();
    }

    private static byte[] read(TransactionReader reader, String json, @Nullable String header) throws UnreadableRecord {
        byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        assertThat(reader.read(TestTopics.bytes(json), header, transaction, 0)).isEqualTo("p-1");
        return transaction;
    }

    private UnreadableRecord problem(String json, @Nullable String header) throws IOException {
        TransactionReader reader = reader();
        return catchThrowableOfType(UnreadableRecord.class, () -> read(reader, json, header));
    }

    @Test
    void shouldReadWhatTheMappingNamesAndLeaveVerdictAndLabelAside() throws Exception {
        TransactionReader reader = reader();
        byte[] expected = read(InputForm.JSON.newReader(), BY_SCHEMA, null);
        assertThat(read(reader, RECORD, null)).isEqualTo(expected);
        assertThat(read(reader, RECORD.replace("\"id\":\"p-1\",", ""), "p-1"))
                .as("a reference in the header, and nothing of the record before")
                .isEqualTo(expected);
    }

    @Test
    void shouldNameTheFieldThatIsMissing() throws Exception {
        UnreadableRecord problem = problem(RECORD.replace("\"value\":\"12.50\",", ""), null);
        assertThat(problem.reason()).isEqualTo("missing_field");
        assertThat(problem.detail()).contains("field=amount");
    }

    @Test
    void shouldShowNoCard() throws Exception {
        UnreadableRecord problem = problem(RECORD.replace("4929000000000017", "49290000x0000017"), null);
        assertThat(problem.reason()).isEqualTo("not_a_card");
        assertThat(problem.detail()).contains("field=card").doesNotContain("49290000x0000017");
    }

    @Test
    void shouldRejectAnotherReferenceInTheHeader() throws Exception {
        UnreadableRecord problem = problem(RECORD, "p-2");
        assertThat(problem.reason()).isEqualTo("different_references");
    }

    @Test
    void shouldSayThatARecordIsNoJson() throws Exception {
        assertThat(problem("no JSON at all", null).reason()).isEqualTo("not_json");
    }
}
