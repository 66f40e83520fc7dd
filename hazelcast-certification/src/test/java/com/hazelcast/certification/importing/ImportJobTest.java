package com.hazelcast.certification.importing;

import static com.hazelcast.certification.importing.ImportRuns.SHARDS;
import static com.hazelcast.certification.importing.ImportRuns.assertHolds;
import static com.hazelcast.certification.importing.ImportRuns.daysAgo;
import static com.hazelcast.certification.importing.ImportRuns.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.transaction.CardKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes out of an import is what went in, as DuckDB finds it in the same files; and nothing else. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ImportJobTest {
    @TempDir
    Path folder;

    private ImportRuns imports;

    @BeforeEach
    void prepare() {
        imports = new ImportRuns(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "csv", "csv.gz", "csv.zst", "json", "jsonl.gz"})
    void shouldHoldWhatDuckDbFindsInTheSameFiles(String ending) throws Exception {
        Path files = Files.createDirectory(folder.resolve("it's in"));
        for (int file = 0; file < 3; file++) {
            Path unused = Payments.write(files.resolve("part-" + file + "." + ending), 20_000, 900, file * 50_000L);
        }

        ImportedFolder imported = imports.run(files + "/part-*", Payments.MAPPING);

        String table =
                ending.startsWith("parquet") ? "read_parquet" : ending.startsWith("csv") ? "read_csv" : "read_json";
        String all = ending.startsWith("csv") ? ", types = {'pan': 'VARCHAR'}" : "";
        assertHolds(
                imported,
                Payments.figures(table + "('" + files.toString().replace("'", "''") + "/part-*'" + all + ")"));
        assertThat(imported.manifest().rowsRefused()).isZero();
        assertThat(folder.resolve("out/work")).doesNotExist();
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

    @Test
    void shouldKeepOnceWhatIsThereTwiceAndLeaveOutWhatIsTooOld() throws Exception {
        Instant now = daysAgo(1);
        Path file = imports.csv(
                line("4000000000000002", now),
                line("4000000000000002", now),
                line("4000000000000002", now.minus(89, ChronoUnit.DAYS)),
                line("4000000000000002", now.minus(90, ChronoUnit.DAYS)),
                line("4000000000000010", now.minus(1_000, ChronoUnit.DAYS)));

        ShardTotals totals =
                imports.run(file.toString(), Payments.MAPPING).manifest().totals();

        assertThat(totals.rows()).isEqualTo(3);
        assertThat(totals.cards()).isEqualTo(2);
        assertThat(totals.duplicates()).isEqualTo(1);
        assertThat(totals.tooOld()).isEqualTo(1);
    }

    @Test
    void shouldWriteWhatItRefusesAndGoOn() throws Exception {
        Instant now = daysAgo(1);
        Path file = imports.csv(
                line("4000000000000002", now),
                line("40x0", now),
                "4000000000000028,yesterday,1.00,EUR,DE,5411,00",
                "\"4000000000000036\",broken,line",
                line("=cmd|' /C calc'!A0", now));

        ImportedFolder imported = imports.run(file.toString(), Payments.MAPPING + "refusals: 90%");

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
        Path file = imports.csv(line("4000000000000002", daysAgo(1)), line("x", daysAgo(1)));

        assertThatThrownBy(() -> imports.run(file.toString(), Payments.MAPPING + "refusals: 10%"))
                .isInstanceOf(ImportStoppedException.class)
                .hasMessageContaining("refused=1 of 2 rows");
        assertThat(ImportedFolder.is(folder.resolve("out"))).isFalse();
        assertThat(folder.resolve("out/refusals.csv")).content().contains("not_a_card");
    }

    @Test
    void shouldDoNothingTwiceAndTakeNoOtherImportIntoAFolder() throws Exception {
        Path file = Payments.write(folder.resolve("payments.parquet"), 1_000, 50, 5);
        ImportedFolder imported = imports.run(file.toString(), Payments.MAPPING);

        assertThat(imports.run(file.toString(), Payments.MAPPING).manifest()).isEqualTo(imported.manifest());
        assertThatThrownBy(() -> imports.run(file.toString(), Payments.MAPPING + "refusals: 2%"))
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
        Path file = imports.csv(line("4000000000000002", daysAgo(1)), line("x", daysAgo(1)));
        assertThatThrownBy(() -> imports.run(file.toString(), Payments.MAPPING))
                .isInstanceOf(ImportStoppedException.class);

        ImportedFolder imported = imports.run(file.toString(), Payments.MAPPING + "refusals: 50%");

        assertThat(imported.manifest().totals().rows()).isEqualTo(1);
        assertThat(imported.manifest().rowsRefused()).isEqualTo(1);
    }

    @Test
    void shouldIdentifyCardsByTheKeyOfTheMembers() throws Exception {
        CardKey key = new CardKey(new byte[16]);
        Path file = imports.csv(line("4000000000000002", daysAgo(1)));
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

        ImportedFolder imported = imports.run(file.toString(), mapping);

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
        Path file = imports.csv(line("4000000000000002", daysAgo(1)), line("4000000000000002", daysAgo(2)));
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
        Path file = imports.csv(line("4000000000000002", daysAgo(1)), line("x", daysAgo(1)), line("x", daysAgo(2)));

        DryRun found = DryRun.of(
                Payments.request(folder, file.toString(), Payments.MAPPING, SHARDS), folder.resolve("refusals.csv"));

        assertThat(found.firstRows()).hasSize(1);
        assertThat(found.rows()).isEqualTo(1);
        assertThat(found.refused()).isEqualTo(2);
        assertThat(found.refusals()).containsOnlyKeys("not_a_card card");
        assertThat(found.refusals().get("not_a_card card").examples()).hasSize(2);
    }
}
