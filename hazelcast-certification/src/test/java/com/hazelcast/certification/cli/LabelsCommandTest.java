package com.hazelcast.certification.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryLimits;
import com.hazelcast.certification.source.GeneratedStream;
import com.hazelcast.certification.source.LabelFile;
import com.hazelcast.certification.source.RecordFile;
import com.hazelcast.certification.traffic.Traffic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LabelsCommandTest {
    private static final String LABELS = "connection,record,card,time,amount,scenario\n";
    private static final String VERDICTS = "record,card,status,rule,reason,action,set\n";

    /** Ten records in two days; a to e are cards, and the last column is the scenario. */
    private static final String TEN_LABELS = LABELS + """
            0,0,a,0,10,0
            0,1,a,1000,50,3
            0,2,b,2000,10,0
            0,3,b,3000,10,0
            0,4,c,4000,10,2
            0,5,d,5000,10,3
            0,6,a,86400000,10,0
            0,7,c,86401000,900,1
            0,8,c,86402000,10,0
            0,9,e,172800000,10,0
            """;

    /** Rule 9 approves, and points have decided about 3 and 7. */
    private static final String TEN_VERDICTS = VERDICTS + """
            0,000000****0001,scored,36,,decline,2
            1,000000****0001,scored,36,,decline,2
            2,000000****0002,scored,9,,approve,2
            3,000000****0002,scored,0,,review,2
            4,000000****0003,scored,0,,approve,2
            5,000000****0004,rejected,0,future,,
            6,000000****0001,scored,36,,decline,2
            7,000000****0003,scored,0,,decline,2
            8,000000****0003,scored,0,,approve,2
            9,000000****0005,duplicate,36,,challenge,1
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    private int score(String verdicts, String labels) throws IOException {
        CommandLine commandLine =
                Fraud.commandLine("labels").setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(
                "labels",
                "score",
                Files.writeString(folder.resolve("verdicts"), verdicts).toString(),
                Files.writeString(folder.resolve("labels"), labels).toString());
    }

    /** The day after the second begins with the last record: its card is alone on it, and is no fraud. */
    @Test
    void shouldPrintPrecisionAndRecallOfAKnownCase() throws IOException {
        assertThat(score(TEN_VERDICTS, TEN_LABELS)).isZero();

        assertThat(out.toString().lines())
                .containsExactly(
                        "9 transactions with a verdict in 2.0 days, 1 without; 3 frauds (33.33 %), 6 flagged (66.67 %)",
                        "  The challenge's rules flag about two fifths of natural traffic, because rule 36 flags every amount"
                                + " above a card's average",
                        "precision: 33.33 % (2 of 6 flagged)",
                        "recall: 66.67 % (2 of 3 frauds)",
                        "  1 unusual-amount       100.00 % (1 of 1)",
                        "  2 compromised-terminal   0.00 % (0 of 1)",
                        "  3 stolen-card          100.00 % (1 of 1)",
                        "  4 tested-card                 – (0 of 0)",
                        "  5 two-countries               – (0 of 0)",
                        "  6 night-spree                 – (0 of 0)",
                        "false positives a day: 2.0",
                        // Of 100 looks 1 on the first day, 1 on the second, when a is known already, and 0 on the
                        // third.
                        "card precision at 100: 0.67 %");
    }

    @Test
    void shouldReadVerdictsOfBothFormatsAndWithReferences() throws IOException {
        List<String> json = new ArrayList<>();
        List<String> referenced = new ArrayList<>();
        TEN_VERDICTS.lines().skip(1).forEach(line -> {
            String[] fields = line.split(",", -1);
            json.add("{\"record\":" + fields[0] + ",\"card\":\"" + fields[1] + "\",\"status\":\"" + fields[2]
                    + "\",\"rule\":" + fields[3]
                    + (fields[5].isEmpty() ? "" : ",\"action\":\"" + fields[5] + "\",\"set\":" + fields[6]) + "}");
            referenced.add(line + ",\"a, b\"");
        });
        assertThat(score(TEN_VERDICTS, TEN_LABELS)).isZero();
        String expected = out.toString();

        out.getBuffer().setLength(0);
        assertThat(score(String.join("\n", json), TEN_LABELS)).isZero();
        assertThat(out.toString()).isEqualTo(expected);

        out.getBuffer().setLength(0);
        assertThat(score(VERDICTS.strip() + ",reference\n" + String.join("\n", referenced), TEN_LABELS))
                .isZero();
        assertThat(out.toString()).isEqualTo(expected);
    }

    /**
     * 100 cards are declined on each of two days, 30 of them rightly, which is known on the second. 50 other frauds are reviewed on the
     * first, twice each.
     */
    @Test
    void shouldLookAtTheHundredMostSuspiciousCardsThatAreNotKnown() throws IOException {
        StringBuilder labels = new StringBuilder(LABELS);
        StringBuilder verdicts = new StringBuilder(VERDICTS);
        int record = 0;
        for (int i = 0; i < 300; i++) {
            int card = i < 200 ? i / 2 : 100 + i % 50;
            long timeMs = i < 200 && i % 2 == 1 ? HistoryLimits.DAY_MS : 0;
            boolean isFraud = card < 30 || card >= 100;
            labels.append("0,%d,%d,%d,10,%d\n".formatted(record, card, timeMs, isFraud ? 1 : 0));
            verdicts.append("%d,x,scored,0,,%s,2\n".formatted(record++, card < 100 ? "decline" : "review"));
        }
        assertThat(score(verdicts.toString(), labels.toString())).isZero();
        assertThat(out.toString()).contains("card precision at 100: 15.00 %");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "record,card,status,rule,reason\n0,000000****0001,scored,36,\n",
                "record,card,status,rule,reason,reference\n0,000000****0001,scored,36,,\"approve,1\"\n",
                "{\"record\":0,\"card\":\"000000****0001\",\"status\":\"scored\",\"rule\":36}\n",
            })
    void shouldRefuseVerdictsWithoutActions(String verdicts) throws IOException {
        assertThat(score(verdicts, LABELS + "0,0,a,0,10,0\n")).isNotZero();
        assertThat(err.toString()).contains("an earlier release has written them; send the records again", "line=1");
    }

    @Test
    void shouldRefuseLinesWithoutAHeading() throws IOException {
        assertThat(score("0,000000****0001,scored,36,,decline,2\n", LABELS + "0,0,a,0,10,0\n"))
                .isNotZero();
        assertThat(err.toString()).contains("there must be a heading", "line=1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2,000000****0002,scored | 3,000000****0002,scored | record=3 expected=2",
                "2,000000****0002,scored | 2,000000****0002,approved | status=approved",
                "2,000000****0002,scored | two,000000****0002,scored | record=two",
                "scored,9,,approve | scored,9,,pass | action=pass known=approve,challenge,review,decline",
                "scored,9,,approve | scored,9,, | send the records again",
                "2,000000****0002,scored,9,,approve,2 | 2 000000****0002 | not a line of record,card,status,rule,reason,action,set",
                "2,000000****0002,scored,9,,approve,2 | {2 | not JSON",
            })
    void shouldSayWhichVerdictIsWrong(String right, String wrong, String expected) throws IOException {
        assertThat(score(TEN_VERDICTS.replace(right, wrong), TEN_LABELS)).isNotZero();
        assertThat(err.toString()).contains(expected, "verdicts=", "line=4");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,2,b,2000,10,0 | 0,2,b,2000,10,7 | scenario=7",
                "0,2,b,2000,10,0 | 0,2,b,2000,10 | not 6 fields",
                "0,2,b,2000,10,0 | 1,2,b,2000,10,0 | not of connection 0 and record 2",
                "0,2,b,2000,10,0 | 0,2,b,soon,10,0 | soon",
            })
    void shouldSayWhichLabelIsWrong(String right, String wrong, String expected) throws IOException {
        assertThat(score(TEN_VERDICTS, TEN_LABELS.replace(right, wrong))).isNotZero();
        assertThat(err.toString()).contains(expected, "labels=", "line=4");
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 11})
    void shouldRefuseVerdictsOfOtherRecordsThanTheLabels(int count) throws IOException {
        StringBuilder verdicts = new StringBuilder(VERDICTS);
        for (int i = 0; i < count; i++) {
            verdicts.append(i).append(",x,scored,0,,approve,1\n");
        }
        assertThat(score(verdicts.toString(), TEN_LABELS)).isNotZero();
        assertThat(err.toString()).contains("were both made of the same file?");
    }

    @Test
    void shouldRefuseAFileThatIsNotOfLabels() throws IOException {
        assertThat(score(TEN_VERDICTS, TEN_VERDICTS)).isNotZero();
        assertThat(err.toString()).contains("make one with source --labels", "line=1");
    }

    @Test
    void shouldRequireAMappingForADatabaseAndShowNoPassword() {
        int status = Fraud.commandLine("labels")
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("labels", "add", "jdbc:postgresql://reader:secret@host/payments");

        assertThat(status).isNotZero();
        assertThat(err.toString())
                .contains("--map", "FILE=jdbc:postgresql://reader:***@host/payments")
                .doesNotContain("secret");
    }

    /** Three weeks, so that labels of the second are known at the end. */
    @Test
    void shouldMakeATableOfWrittenRecordsAndLabels() throws IOException {
        Path records = folder.resolve("records.bin");
        Path labels = folder.resolve("labels.csv");
        try (LabelFile file = new LabelFile(labels)) {
            RecordFile.write(
                    records,
                    new GeneratedStream(Traffic.NATURAL, 1_000, 1),
                    20_000,
                    new RecordFile.Times(0, 21 * HistoryLimits.DAY_MS),
                    file);
        }
        assertThat(table(records, labels)).isZero();
        assertThat(out.toString().lines().skip(1))
                .isNotEmpty()
                .allMatch(line -> line.matches("\\d{3}-\\d{5}-\\d{5},[01]\\.\\d{4}"));

        Files.write(labels, Files.readAllLines(labels).subList(0, 100));
        assertThat(table(records, labels)).isNotZero();
        assertThat(err.toString()).contains("there are more records than labels", "record=99");
    }

    private int table(Path records, Path labels) {
        return Fraud.commandLine("labels")
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute("labels", "table", records.toString(), labels.toString(), "--by", "terminal");
    }
}
