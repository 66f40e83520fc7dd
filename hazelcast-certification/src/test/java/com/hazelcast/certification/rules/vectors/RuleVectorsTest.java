package com.hazelcast.certification.rules.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.rules.model.RuleSetDefinition;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleVectorsTest {
    private static final Path VECTORS = Path.of("src/test/resources/certification-vectors.jsonl.gz");
    private static final String RECORD = "00000000000001,1798967585307,107,00,34209,107,0494,09691,74106";
    private static final String VECTOR =
            "{\"rule\":36,\"matches\":[36],\"transaction\":\"" + RECORD + "\",\"history\":[]}\n";

    private static RuleSetDefinition set;

    @TempDir
    Path folder;

    @BeforeAll
    static void read() throws Exception {
        set = RuleSetText.shipped().read();
    }

    @Test
    void shouldAgreeWithEveryVectorOfTheCertification() throws IOException {
        VectorReport report = new RuleVectors(set).check(VECTORS);
        assertThat(report.differences()).isEmpty();
        assertThat(report.checkedCount()).isEqualTo(1324);
    }

    @Test
    void shouldReadPlainAndGzipAlike() throws IOException {
        Path plain = Files.writeString(folder.resolve("plain"), VECTOR);
        Path zipped = folder.resolve("zipped");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            out.write(Files.readAllBytes(plain));
        }
        assertThat(new RuleVectors(set).check(zipped)).isEqualTo(new RuleVectors(set).check(plain));
    }

    @Test
    void shouldReportLineMaskedCardAndBothAnswersOfADifference() throws IOException {
        String wrong = VECTOR.replace("\"rule\":36", "\"rule\":35").replace("[36]", "[35,37]");
        Path file = Files.writeString(folder.resolve("file"), "\n" + wrong + VECTOR);
        VectorReport report = new RuleVectors(set).check(file);
        assertThat(report.agreedCount()).isEqualTo(report.checkedCount() - 1);
        assertThat(report.differences())
                .containsExactly(new VectorDifference(2, "000000****0001", 35, 36, List.of(35, 37), List.of(36)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1,1,1,1,1,1,1,1            | a record has 9 fields: fieldCount=8
            1,1,1,1,1,1,1,1,1,1        | a record has 9 fields: fieldCount=10
            ,1,1,1,1,1,1,1,1           | expected 8 to 19 digits: field=card
            1234567,1,1,1,1,1,1,1,1    | expected 8 to 19 digits: field=card
            00000001,9999999999999,1,1,1,1,1,1,1 | the number is above 2199023255551: field=time
            00000001,1,1000,1,1,1,1,1,1       | expected 1 to 3 digits: field=country
            00000001,1,1,1,2147483648,1,1,1,1 | the number is above 2147483647: field=amount
            00000001,1,1,1,1,1,1,1,x          | expected 1 to 5 digits: field=code
            00000001,1,1,-1,1,1,1,1,1         | expected 1 to 2 digits: field=response
            """)
    void shouldNameLineAndFieldOfABadRecord(String record, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), VECTOR + VECTOR.replace(RECORD, record));
        assertThatThrownBy(() -> new RuleVectors(set).check(file))
                .isInstanceOf(VectorFormatException.class)
                .hasMessage("line 2: transaction: " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            no vector                          | line 1: not a JSON object
            []                                 | line 1: not a JSON object
            {"rule":1,"history":[]}            | line 1: expected an array: key=matches
            {"matches":[],"rule":1}            | line 1: expected an array: key=history
            {"matches":["1"],"history":[]}     | line 1: expected a rule's number: key=matches
            {"matches":[],"history":[1]}       | line 1: expected a record: key=history[0]
            {"matches":[],"history":[]}        | line 1: expected a record: key=transaction
            ''                                 | the file holds no vectors
            """)
    void shouldNameLineAndKeyOfABadVector(String line, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), line + "\n");
        assertThatThrownBy(() -> new RuleVectors(set).check(file))
                .isInstanceOf(VectorFormatException.class)
                .hasMessage(message);
    }
}
