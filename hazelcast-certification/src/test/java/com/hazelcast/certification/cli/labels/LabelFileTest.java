package com.hazelcast.certification.cli.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.Reference;
import com.hazelcast.certification.importing.RowSource;
import com.hazelcast.certification.labels.Label;
import com.hazelcast.certification.labels.LabelRequest;
import com.hazelcast.certification.labels.LabelResult;
import com.hazelcast.certification.mapping.Mapping;
import com.hazelcast.certification.mapping.MappingFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and a database with labels, good and bad: which requests they make, and what is said of the other rows. */
class LabelFileTest {
    private static final String CARD = "4000123412341234";

    @TempDir
    private Path folder;

    private final List<LabelRequest> sent = new ArrayList<>();

    private LabelFile.Result send(String from, Mapping mapping) throws IOException, SQLException {
        try (RowSource source = RowSource.of(from, mapping)) {
            return new LabelFile(source, mapping, requests -> {
                        sent.addAll(requests);
                        return requests.stream()
                                .map(request -> request.amountUnits() == 404
                                        ? LabelResult.UNKNOWN_TRANSACTION
                                        : LabelResult.LABELLED)
                                .toList();
                    })
                    .send(folder.resolve("refused.csv"));
        }
    }

    private LabelFile.Result send(String name, String content) throws IOException, SQLException {
        Path file = Files.write(folder.resolve(name), content.getBytes(StandardCharsets.UTF_8));
        List<String> columns = RowSource.columns(file.toString());
        return send(
                file.toString(),
                MappingFile.forLabels(
                        columns.isEmpty() ? List.of("card", "time", "amount", "reference", "label") : columns));
    }

    /** The first row stands for the names of columns then. */
    @Test
    void shouldShowNoCardOfAFileWithoutAHeading() {
        assertThatThrownBy(() -> MappingFile.forLabels(List.of(CARD, "1299", "fraud")))
                .hasMessageContaining("the file has 400012******1234, 1299, fraud");
    }

    @Test
    void shouldReadCsvByReferenceOrByTimeAndAmount() throws Exception {
        LabelFile.Result result = send(
                "labels.csv",
                "card,time,amount,reference,label\n" + CARD + ",2026-11-23T05:00:00.123Z,1299,,fraud\n" + CARD
                        + ",,,ref-1,genuine\n" + CARD + ",1795410000123,5,,1\n");

        assertThat(result.refusals()).isEmpty();
        assertThat(result.fraud()).isEqualTo(2);
        assertThat(result.genuine()).isEqualTo(1);
        long card = CardNumber.of(CARD);
        assertThat(sent)
                .containsExactly(
                        new LabelRequest(card, 0, 1_795_410_000_123L, 1_299, Label.FRAUD),
                        new LabelRequest(card, Reference.hash("ref-1"), -1, -1, Label.GENUINE),
                        new LabelRequest(card, 0, 1_795_410_000_123L, 5, Label.FRAUD));
        assertThat(folder.resolve("refused.csv")).doesNotExist();
    }

    @Test
    void shouldReadJsonLines() throws Exception {
        LabelFile.Result result = send(
                "labels.jsonl",
                "{\"card\":\"" + CARD + "\",\"reference\":\"ref-1\",\"label\":\"fraud\"}\n{\"card\":\"" + CARD
                        + "\",\"time\":1795410000123,\"amount\":7,\"label\":false}\n");

        assertThat(result.fraud()).isEqualTo(1);
        assertThat(result.genuine()).isEqualTo(1);
        assertThat(sent.get(1).amountUnits()).isEqualTo(7);
    }

    @Test
    void shouldReadAFileOfOthersByAMapping() throws Exception {
        Path file = Files.writeString(
                folder.resolve("chargebacks.csv"),
                "pan;when;value;cur;kind\n" + CARD + ";23/11/2026 05:00:00;12,99;EUR;chargeback\n");
        Path map = Files.writeString(
                folder.resolve("map.yml"),
                "columns:\n  card: pan\n  time: when\n  amount: value\n  currency: cur\n  label: {column: kind, values: {chargeback: fraud}}\n"
                        + "time: dd/MM/yyyy HH:mm:ss\nzone: UTC\ndecimal-mark: \",\"\ndelimiter: \";\"\n");

        LabelFile.Result result = send(file.toString(), MappingFile.readForLabels(map));

        assertThat(result.refusals()).isEmpty();
        assertThat(sent)
                .containsExactly(new LabelRequest(CardNumber.of(CARD), 0, 1_795_410_000_000L, 1_299, Label.FRAUD));
        Path without = Files.writeString(
                folder.resolve("without.yml"), "columns:\n  card: pan\n  amount: value\n  label: kind\n");
        assertThatThrownBy(() -> MappingFile.readForLabels(without))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a decimal amount needs its currency");
    }

    @Test
    void shouldNameEachBadRowWithItsReasonAndMaskCards() throws Exception {
        LabelFile.Result result = send(
                "labels.csv",
                "card,time,amount,reference,label\n"
                        + CARD + ",2026-11-23T05:00:00Z,404,,fraud\n"
                        + CARD + ",2026-11-23T05:00:00Z,12.5,,fraud\n"
                        + CARD + ",yesterday,5,,fraud\n"
                        + CARD + ",,5,,fraud\n"
                        + CARD + ",,,ref,maybe\n"
                        + CARD + ",,,ref,\n"
                        + CARD + "123456,,,ref,fraud\n"
                        + "card-" + CARD + ",,,ref,fraud\n"
                        + "\0" + CARD + ",,,ref,fraud\n"
                        + CARD + ",,,r\0f,fraud\n"
                        + CARD + ",,,ref " + CARD + ",fraud\n"
                        + CARD + ",,,ref,fraud,more,and,more\n"
                        + CARD + ",,,good,genuine\n");

        assertThat(result.genuine()).isEqualTo(1);
        assertThat(result.fraud()).isZero();
        assertThat(result.refusedRows()).isEqualTo(12);
        assertThat(result.refusals().keySet())
                .contains(
                        "unknown_transaction card",
                        "out_of_range amount",
                        "not_a_time time",
                        "not_named card",
                        "unknown_label label",
                        "missing_field label",
                        "not_a_card card",
                        "out_of_range reference");
        String shown = result.refusals() + Files.readString(folder.resolve("refused.csv"));
        assertThat(shown).doesNotContain(CARD).doesNotContain("0123412341").contains("400012******1234");
        assertThat(shown).contains("row 1: ", "row 4: ");
    }

    @Test
    void shouldRefuseJsonOfWrongTypes() throws Exception {
        LabelFile.Result result = send(
                "labels.jsonl",
                "{\"card\":[\"" + CARD + "\"],\"reference\":\"r\",\"label\":\"fraud\"}\n"
                        + "{\"card\":\"" + CARD + "\",\"reference\":{\"a\":1},\"label\":\"fraud\"}\n"
                        + "{\"card\":\"" + CARD + "\",\"reference\":\"r\",\"label\":[1]}\n"
                        + "{\"card\":\"" + CARD + "\",\"reference\":\"good\",\"label\":\"fraud\"}\n");

        assertThat(result.fraud()).isLessThanOrEqualTo(2);
        assertThat(result.refusedRows()).isGreaterThanOrEqualTo(2);
        assertThat(result.refusals() + Files.readString(folder.resolve("refused.csv")))
                .doesNotContain(CARD);
    }

    @Test
    void shouldNameTheColumnsThatAFileLacks() throws Exception {
        assertThatThrownBy(() -> send("labels.csv", "pan,label\n1,fraud\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column=card")
                .hasMessageContaining("the file has pan, label");
    }

    private String database() {
        return "jdbc:duckdb:" + folder.resolve("chargebacks.db");
    }

    /** No server is needed: the database is a file of DuckDB. */
    private void execute(String sql) throws SQLException {
        try (Connection database = DriverManager.getConnection(database());
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Sends ten labels of a table, in three ranges of its identities. */
    private LabelFile.Result sendRanges(String where) throws IOException, SQLException {
        Path map = Files.writeString(
                folder.resolve("map.yml"),
                "columns: {card: pan, reference: reference, label: label}\n"
                        + "database: {statement: 'SELECT pan, reference, label FROM chargebacks WHERE " + where
                        + "', range-of: 'SELECT min(id), max(id), count(*), count(id) FROM chargebacks', ranges: 3}\n");
        return send(database() + ";duckdb.read_only=true", MappingFile.readForLabels(map));
    }

    private void writeChargebacks() throws SQLException {
        execute("CREATE TABLE chargebacks AS SELECT i AS id, '" + CARD
                + "' AS pan, 'ref-' || cast(i AS varchar) AS reference, 'fraud' AS label FROM range(1, 11) rows(i)");
    }

    @Test
    void shouldReadAllRangesOfADatabase() throws Exception {
        writeChargebacks();

        LabelFile.Result result = sendRanges("id >= ? AND id < ?");

        assertThat(result.refusals()).isEmpty();
        assertThat(result.fraud()).isEqualTo(10);
        assertThat(sent).hasSize(10);
    }

    /** The first row of each of the three ranges. */
    @Test
    void shouldNameRowsThatTheStatementLeavesOut() throws Exception {
        writeChargebacks();

        assertThatThrownBy(() -> sendRanges("id > ? AND id < ?"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("labels are missing")
                .hasMessageContaining("labelled=7 refused=0")
                .hasMessageContaining("read=7 counted=10");
        assertThat(sent).hasSize(7);
        assertThat(folder.resolve("refused.csv")).doesNotExist();
    }

    /** A row that labels nothing was read all the same. */
    @Test
    void shouldTakeNoRefusedRowForOneThatWasLeftOut() throws Exception {
        writeChargebacks();
        execute("UPDATE chargebacks SET label = 'maybe' WHERE id = 1");

        LabelFile.Result result = sendRanges("id >= ? AND id < ?");

        assertThat(result.refusedRows()).isEqualTo(1);
        assertThat(result.fraud()).isEqualTo(9);
    }

    /** No range has them, so they would be lost without a word. */
    @Test
    void shouldRefuseRowsWithoutAValueInTheColumnOfTheRanges() throws Exception {
        writeChargebacks();
        execute("INSERT INTO chargebacks SELECT NULL, * EXCLUDE (id) FROM chargebacks WHERE id <= 3");

        assertThatThrownBy(() -> sendRanges("id >= ? AND id < ?"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing was read")
                .hasMessageContaining("rows=3 of 13");
        assertThat(sent).isEmpty();
        assertThat(folder.resolve("refused.csv")).doesNotExist();
    }
}
