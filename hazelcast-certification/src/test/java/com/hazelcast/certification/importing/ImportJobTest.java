package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes out of an import is what went in, as DuckDB finds it in the same files; and nothing else. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ImportJobTest {
    private static final int SHARDS = 7;
    private static final String HEADING = "pan,at,amount,currency,country,mcc,response\n";

    @TempDir
    Path folder;

    private ImportedFolder run(String source, String mapping) throws Exception {
        return new ImportJob(Payments.request(folder, source, mapping, SHARDS), folder.resolve("out")).run();
    }

    private Path csv(String... lines) throws IOException {
        return Files.writeString(folder.resolve("payments.csv"), HEADING + String.join("\n", lines) + "\n");
    }

    private static String line(String pan, Instant at) {
        return pan + "," + at + ",1.00,EUR,DE,5411,00";
    }

    private static Instant daysAgo(long days) {
        return Clock.systemUTC().instant().minus(days, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MILLIS);
    }

    /** Reads all files anew; asserts that each card is in its shard once and its rows are in order. */
    private static ShardTotals read(ImportedFolder imported) throws IOException {
        ShardTotals[] totals = {ShardTotals.NONE};
        Set<Long> cards = new HashSet<>();
        for (int shard = 0; shard < imported.manifest().shardCount(); shard++) {
            int current = shard;
            imported.read(shard, new ShardFile.Visitor() {
                private long card;
                private long lastMs;

                @Override
                public void card(long next) {
                    card = next;
                    lastMs = 0;
                    assertThat(cards.add(next)).as("a card is there once").isTrue();
                    assertThat(CardHash.shard(
                                    CardHash.of(next), imported.manifest().shardCount()))
                            .isEqualTo(current);
                }

                @Override
                public void row(long times, long payment, int outcome, int verdict, int tag, int label) {
                    long timeMs = TransactionLayout.timeMs(times);
                    assertThat(timeMs).isGreaterThanOrEqualTo(lastMs);
                    lastMs = timeMs;
                    totals[0] = totals[0].plus(new ShardTotals(
                            1,
                            0,
                            0,
                            0,
                            0,
                            0,
                            TransactionLayout.amountUnits(payment),
                            ShardTotals.digestOf(
                                    card,
                                    timeMs,
                                    TransactionLayout.amountUnits(payment),
                                    TransactionLayout.currency(times),
                                    TransactionLayout.country(times),
                                    TransactionLayout.merchant(payment)),
                            timeMs,
                            timeMs));
                }
            });
        }
        assertThat(cards).hasSize((int) imported.manifest().totals().cards());
        return totals[0];
    }

    private static void assertHolds(ImportedFolder imported, long[] figures) throws IOException {
        ShardTotals totals = imported.manifest().totals();
        assertThat(new long[] {totals.rows(), totals.cards(), totals.amountUnits(), totals.digest()})
                .containsExactly(figures);
        ShardTotals found = read(imported);
        assertThat(new long[] {found.rows(), found.amountUnits(), found.digest(), found.firstMs(), found.lastMs()})
                .containsExactly(figures[0], figures[2], figures[3], totals.firstMs(), totals.lastMs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "csv", "csv.gz", "csv.zst", "json", "jsonl.gz"})
    void shouldHoldWhatDuckDbFindsInTheSameFiles(String ending) throws Exception {
        Path files = Files.createDirectory(folder.resolve("it's in"));
        for (int file = 0; file < 3; file++) {
            Path unused = Payments.write(files.resolve("part-" + file + "." + ending), 20_000, 900, file * 50_000L);
        }

        ImportedFolder imported = run(files + "/part-*", Payments.MAPPING);

        String table =
                ending.startsWith("parquet") ? "read_parquet" : ending.startsWith("csv") ? "read_csv" : "read_json";
        String all = ending.startsWith("csv") ? ", types = {'pan': 'VARCHAR'}" : "";
        assertHolds(
                imported,
                Payments.figures(table + "('" + files.toString().replace("'", "''") + "/part-*'" + all + ")"));
        assertThat(imported.manifest().rowsRefused()).isZero();
        assertThat(folder.resolve("out/work")).doesNotExist();
    }

    /** A name may have characters of a pattern; other files that the pattern fits are not read. */
    @ParameterizedTest
    @ValueSource(strings = {"parquet", "csv.gz", "jsonl"})
    void shouldReadAFileWhoseNameLooksLikeAPattern(String ending) throws Exception {
        Path files = Files.createDirectory(folder.resolve("[in]"));
        Path plain = Payments.write(folder.resolve("payments." + ending), 1_000, 50, 5);
        Path odd = Files.move(plain, files.resolve("a[1]*?." + ending));
        Path unused = Payments.write(files.resolve("a1x." + ending), 10, 5, 7);

        ImportedFolder imported = run(odd.toString(), Payments.MAPPING);

        assertThat(imported.manifest().totals().rows()).isEqualTo(1_000);
        assertThat(DryRun.of(
                                Payments.request(folder, files.toString(), Payments.MAPPING, SHARDS),
                                folder.resolve("refused.csv"))
                        .rows())
                .isEqualTo(1_010);
    }

    /** A folder may be a link itself, as the newest of several. */
    @ParameterizedTest
    @ValueSource(strings = {"current", "current/*/*.parquet", "current/**.parquet"})
    void shouldReadWhatIsBehindLinks(String source) throws Exception {
        Path there = Payments.write(
                Files.createDirectories(folder.resolve("archive")).resolve("payments.parquet"), 1_000, 50, 5);
        Path in = Files.createDirectory(folder.resolve("in"));
        Files.createSymbolicLink(in.resolve("older"), there.getParent());
        Files.createSymbolicLink(folder.resolve("current"), in);

        assertHolds(
                run(folder.resolve(source).toString(), Payments.MAPPING),
                Payments.figures("read_parquet('" + there + "')"));
    }

    /** DuckDB would take the first line for a comment, and what follows a # in any cell as well. */
    @Test
    void shouldCutNoCellsOfAFileWithACommentAboveItsHeading() throws Exception {
        Path file = csv(line("4000 0000 0000 0000", daysAgo(1)) + "#1", line("#4000000000000001", daysAgo(1)));
        Files.writeString(file, "# exported today\n" + Files.readString(file));
        assertThatThrownBy(() -> run(file.toString(), Payments.MAPPING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the file has no column of that name: column=pan")
                .hasMessageContaining("# exported today");
    }

    @Test
    void shouldRefuseALinkThatLeadsNowhereOrBack() throws Exception {
        Path in = Files.createDirectory(folder.resolve("in"));
        Payments.write(in.resolve("payments.parquet"), 1_000, 50, 5);
        Path link = Files.createSymbolicLink(in.resolve("older.parquet"), folder.resolve("gone.parquet"));
        assertThatThrownBy(() -> run(in.toString(), Payments.MAPPING))
                .hasMessageContaining("a link in the source leads nowhere")
                .hasMessageContaining("file=" + link);
        Files.delete(link);
        Files.createSymbolicLink(in.resolve("back"), in);

        assertThatThrownBy(() -> run(in.toString(), Payments.MAPPING))
                .hasMessageContaining("the source cannot be listed: SOURCE=" + in)
                .hasMessageContaining("back");
    }

    @Test
    void shouldSortMoreThanItMayHoldInMemory() throws Exception {
        Path file = Payments.write(folder.resolve("payments.parquet"), 100_000, 3_000, 5);
        ImportRequest request = Payments.request(folder, file.toString(), Payments.MAPPING, 1);
        ImportRequest small = new ImportRequest(
                request.source(),
                request.mapFile(),
                request.mapping(),
                1,
                Optional.empty(),
                2,
                200_000,
                Clock.systemUTC());

        ImportedFolder imported = new ImportJob(small, folder.resolve("out")).run();

        assertHolds(imported, Payments.figures("read_parquet('" + file + "')"));
    }

    /** The first row stands for the names of columns then. */
    @Test
    void shouldShowNoCardOfAFileWithoutAHeading() throws Exception {
        String rows = line("4000220000112333", daysAgo(2)) + "\n" + line("4000220000112341", daysAgo(1)) + "\n";
        Path file = Files.writeString(folder.resolve("payments.csv"), rows);

        assertThatThrownBy(() -> run(file.toString(), Payments.MAPPING))
                .hasMessageContaining("; it has 400022******2333, ")
                .hasMessageNotContaining("4000220000112333");
    }

    @Test
    void shouldKeepOnceWhatIsThereTwiceAndLeaveOutWhatIsTooOld() throws Exception {
        Instant now = daysAgo(1);
        Path file = csv(
                line("4000000000000002", now),
                line("4000000000000002", now),
                line("4000000000000002", now.minus(89, ChronoUnit.DAYS)),
                line("4000000000000002", now.minus(90, ChronoUnit.DAYS)),
                line("4000000000000010", now.minus(1_000, ChronoUnit.DAYS)));

        ShardTotals totals = run(file.toString(), Payments.MAPPING).manifest().totals();

        assertThat(totals.rows()).isEqualTo(3);
        assertThat(totals.cards()).isEqualTo(2);
        assertThat(totals.duplicates()).isEqualTo(1);
        assertThat(totals.tooOld()).isEqualTo(1);
    }

    @Test
    void shouldWriteWhatItRefusesAndGoOn() throws Exception {
        Instant now = daysAgo(1);
        Path file = csv(
                line("4000000000000002", now),
                line("40x0", now),
                "4000000000000028,yesterday,1.00,EUR,DE,5411,00",
                "\"4000000000000036\",broken,line",
                line("=cmd|' /C calc'!A0", now));

        ImportedFolder imported = run(file.toString(), Payments.MAPPING + "refusals: 90%");

        assertThat(imported.manifest().totals().rows()).isEqualTo(1);
        assertThat(imported.manifest().rowsRefused()).isEqualTo(4);
        List<String> refusals = Files.readAllLines(folder.resolve("out/refusals.csv"));
        assertThat(refusals).hasSize(5);
        assertThat(String.join("\n", refusals))
                .contains("2,not_a_card,card", "3,not_a_time,time", "not_csv", "yesterday")
                .doesNotContain("\"=cmd");
    }

    @Test
    void shouldStopBeforeAnythingIsThereWhenTooMuchIsRefused() throws Exception {
        Path file = csv(line("4000000000000002", daysAgo(1)), line("x", daysAgo(1)));

        assertThatThrownBy(() -> run(file.toString(), Payments.MAPPING + "refusals: 10%"))
                .isInstanceOf(ImportStoppedException.class)
                .hasMessageContaining("refused=1 of 2 rows");
        assertThat(ImportedFolder.is(folder.resolve("out"))).isFalse();
        assertThat(folder.resolve("out/refusals.csv")).content().contains("not_a_card");
    }

    @Test
    void shouldDoNothingTwiceAndTakeNoOtherImportIntoAFolder() throws Exception {
        Path file = Payments.write(folder.resolve("payments.parquet"), 1_000, 50, 5);
        ImportedFolder imported = run(file.toString(), Payments.MAPPING);

        assertThat(run(file.toString(), Payments.MAPPING).manifest()).isEqualTo(imported.manifest());
        assertThatThrownBy(() -> run(file.toString(), Payments.MAPPING + "refusals: 2%"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another import");
    }

    /** A reader that fails at its third part leaves two behind it; the next run adds the others, and nothing is there twice. */
    @Test
    void shouldReadEachPartOnceThoughOneHasFailed() throws Exception {
        Path files = Files.createDirectory(folder.resolve("in"));
        List<Path> all = new ArrayList<>();
        for (int file = 0; file < 4; file++) {
            all.add(Payments.write(files.resolve(file + ".parquet"), 3_000, 300, file * 50_000L));
        }
        ImportRequest request = Payments.request(folder, files.toString(), Payments.MAPPING, SHARDS);
        byte[] good = Files.readAllBytes(all.get(2));
        FileTime written = Files.getLastModifiedTime(all.get(2));
        byte[] broken = good.clone();
        for (int i = 100; i < good.length - 2_000; i++) {
            broken[i] = (byte) 0xff;
        }
        Path unused = Files.setLastModifiedTime(Files.write(all.get(2), broken), written);
        assertThatThrownBy(() -> new ImportJob(request, folder.resolve("out")).run())
                .isInstanceOf(Exception.class);
        assertThat(ImportedFolder.is(folder.resolve("out"))).isFalse();
        // Else it would be another source.
        Path repaired = Files.setLastModifiedTime(Files.write(all.get(2), good), written);
        assertThat(repaired).exists();

        ImportedFolder imported = new ImportJob(request, folder.resolve("out")).run();

        assertHolds(imported, Payments.figures("read_parquet('" + files + "/*.parquet')"));
    }

    @Test
    void shouldBeginAnewWhenTheMappingIsCorrectedAfterAStop() throws Exception {
        Path file = csv(line("4000000000000002", daysAgo(1)), line("x", daysAgo(1)));
        assertThatThrownBy(() -> run(file.toString(), Payments.MAPPING)).isInstanceOf(ImportStoppedException.class);

        ImportedFolder imported = run(file.toString(), Payments.MAPPING + "refusals: 50%");

        assertThat(imported.manifest().totals().rows()).isEqualTo(1);
        assertThat(imported.manifest().rowsRefused()).isEqualTo(1);
    }

    /** A date in the year 5,000,000 fits a column of Parquet, and neither DuckDB's timestamps nor a history. */
    @ParameterizedTest
    @CsvSource({"DATE, 5000000-01-01", "DATE, infinity", "TIMESTAMP, infinity"})
    void shouldRefuseTheRowsWhoseTimesAreOutOfAnyRange(String type, String time) throws Exception {
        Path file = Payments.writeTimes(folder.resolve("payments.parquet"), type, List.of(time, "2026-01-01"));
        ImportRequest request =
                Payments.request(folder, file.toString(), Payments.MAPPING.replace("UTC", "America/New_York"), SHARDS);

        DryRun found = DryRun.of(request, folder.resolve("refused.csv"));

        assertThat(found.rows()).isEqualTo(1);
        assertThat(found.refusals()).containsOnlyKeys("out_of_range time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DECIMAL(12, 4)", "DOUBLE", "FLOAT", "HUGEINT", "BIGINT"})
    void shouldReadNumbersOfAFileWhateverTheDecimalMark(String type) throws Exception {
        Path file = Payments.writeAmounts(folder.resolve("payments.parquet"), type, List.of("2000"));
        ImportRequest request =
                Payments.request(folder, file.toString(), Payments.MAPPING + "decimal-mark: ','\n", SHARDS);

        DryRun found = DryRun.of(request, folder.resolve("refused.csv"));

        assertThat(found.firstRows()).extracting(row -> row.amountUnits()).containsExactly(200_000);
    }

    @Test
    void shouldIdentifyCardsByTheKeyOfTheMembers() throws Exception {
        CardKey key = new CardKey(new byte[16]);
        Path file = csv(line("4000000000000002", daysAgo(1)));
        ImportRequest plain = Payments.request(folder, file.toString(), Payments.MAPPING, SHARDS);
        ImportRequest keyed = new ImportRequest(
                plain.source(),
                plain.mapFile(),
                plain.mapping(),
                SHARDS,
                Optional.of(key),
                1,
                1 << 20,
                Clock.systemUTC());

        ImportedFolder imported = new ImportJob(keyed, folder.resolve("out")).run();

        assertThat(imported.manifest().cardKey()).isEqualTo(key.fingerprint());
        long expected = key.identify(CardNumber.of("4000000000000002"));
        List<Long> cards = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            imported.read(shard, new ShardFile.Visitor() {
                @Override
                public void card(long card) {
                    cards.add(card);
                }

                @Override
                public void row(long times, long payment, int outcome, int verdict, int tag, int label) {
                    assertThat(times).isNotZero();
                }
            });
        }
        assertThat(cards).containsExactly(expected);
    }

    @Test
    void shouldNameWhatIsWrongWithASource() throws Exception {
        Path unknown = Files.writeString(folder.resolve("payments.xlsx"), "x");
        Path lying = Files.writeString(folder.resolve("payments.parquet"), "this is no parquet");
        Path other = Files.writeString(folder.resolve("other.csv"), "a,b\n1,2\n");

        assertThatThrownBy(() -> run(folder.resolve("missing.csv").toString(), Payments.MAPPING))
                .hasMessageContaining("there is no such file");
        assertThatThrownBy(() -> run(unknown.toString(), Payments.MAPPING)).hasMessageContaining("set format");
        assertThatThrownBy(() -> run(lying.toString(), Payments.MAPPING)).hasMessageContaining("payments.parquet");
        assertThatThrownBy(() -> run(other.toString(), Payments.MAPPING))
                .hasMessageContaining("column=pan")
                .hasMessageContaining("it has a, b");
        assertThatThrownBy(() -> run("jdbc:postgresql://127.0.0.1:1/none", Payments.MAPPING))
                .hasMessageContaining("the key database");
    }

    @Test
    void shouldKeepLabelsAndOfTheSameTransactionTwiceTheOneWithALabel() throws Exception {
        Path file = Files.writeString(
                folder.resolve("labelled.csv"),
                "pan,when,value,fraud,response\n"
                        + "4000000000000002,2026-01-01T10:00:00Z,1,,0\n"
                        + "4000000000000002,2026-01-01T11:00:00Z,2,true,0\n"
                        + "4000000000000002,2026-01-01T12:00:00Z,3,no,0\n"
                        + "4000000000000002,2026-01-01T13:00:00Z,4,,0\n"
                        + "4000000000000002,2026-01-01T13:00:00Z,4,genuine,5\n"
                        + "4000000000000002,2026-01-01T13:00:00Z,4,fraud,51\n"
                        // Too old, and there twice: no history has the label.
                        + "4000000000000002,2025-01-01T13:00:00Z,5,fraud,0\n"
                        + "4000000000000002,2026-01-01T11:00:00Z,2,true,0\n");
        String mapping =
                "columns:\n  card: pan\n  time: when\n  amount: value\n  label: fraud\n  responseCode: response\n  currency: {constant: EUR}\n"
                        + "  country: {constant: DE}\n  mcc: {constant: 5411}\namount: minor\n";

        ImportedFolder imported = run(file.toString(), mapping);

        List<Integer> labels = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            imported.read(shard, new ShardFile.Visitor() {
                @Override
                public void card(long card) {}

                @Override
                public void row(long times, long payment, int outcome, int verdict, int tag, int label) {
                    assertThat(tag).isZero();
                    labels.add(label);
                }
            });
        }
        assertThat(labels).containsExactly(0, 2, 1, 2);
        assertThat(imported.manifest().totals().duplicates()).isEqualTo(3);
        assertThat(imported.manifest().labels()).isEqualTo(2);
    }

    /** Each byte of a file that is changed, and each length that it is cut to, is noticed. */
    @Test
    void shouldNoticeABrokenFileOfHistories() throws Exception {
        Path file = csv(line("4000000000000002", daysAgo(1)), line("4000000000000002", daysAgo(2)));
        ImportRequest request = Payments.request(folder, file.toString(), Payments.MAPPING, 1);
        ImportedFolder imported = new ImportJob(request, folder.resolve("out")).run();
        Path shard = imported.shardFile(0);
        byte[] good = Files.readAllBytes(shard);
        ShardFile.Visitor visitor = new ShardFile.Visitor() {
            @Override
            public void card(long card) {}

            @Override
            public void row(long times, long payment, int outcome, int verdict, int tag, int label) {}
        };
        imported.read(0, visitor);

        for (int i = 0; i < good.length; i++) {
            byte[] broken = good.clone();
            broken[i] ^= 1;
            Path changed = Files.write(shard, broken);
            assertThat(catchThrowableOfType(IOException.class, () -> imported.read(0, visitor)))
                    .as("byte %d changed", i)
                    .isNotNull()
                    .hasMessageContaining(changed.toString());
            Path cut = Files.write(shard, java.util.Arrays.copyOf(good, i));
            assertThat(catchThrowableOfType(IOException.class, () -> imported.read(0, visitor)))
                    .as("cut to %d bytes", i)
                    .isNotNull()
                    .hasMessageContaining(cut.toString());
        }
    }

    @Test
    void shouldShowWhatItWouldReadAndRefuse() throws Exception {
        Path file = csv(line("4000000000000002", daysAgo(1)), line("x", daysAgo(1)), line("x", daysAgo(2)));

        DryRun found = DryRun.of(
                Payments.request(folder, file.toString(), Payments.MAPPING, SHARDS), folder.resolve("refusals.csv"));

        assertThat(found.firstRows()).hasSize(1);
        assertThat(found.rows()).isEqualTo(1);
        assertThat(found.refused()).isEqualTo(2);
        assertThat(found.refusals()).containsOnlyKeys("not_a_card card");
        assertThat(found.refusals().get("not_a_card card").examples()).hasSize(2);
    }
}
