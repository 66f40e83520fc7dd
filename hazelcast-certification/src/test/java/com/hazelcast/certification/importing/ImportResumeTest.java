package com.hazelcast.certification.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An import that ended early goes on with what it has, and only when that is all there. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ImportResumeTest {
    private static final int SHARDS = 7;

    /** The first shard that a stopped import has not sorted. */
    private static final int UNSORTED = 3;

    private static final int ROWS = 3_000;

    @TempDir
    Path folder;

    private Path in;
    private Path out;

    @BeforeEach
    void writePayments() throws Exception {
        in = Files.createDirectory(folder.resolve("in"));
        out = folder.resolve("out");
        for (int file = 0; file < 2; file++) {
            Path unused = Payments.write(in.resolve(file + ".parquet"), ROWS, 300, file * 50_000L);
        }
    }

    private ImportJob job() throws IOException {
        return job(SHARDS, 64 << 20);
    }

    private ImportJob job(int shards, long memoryBytes) throws IOException {
        ImportRequest request = Payments.request(folder, in.toString(), Payments.MAPPING, shards);
        return new ImportJob(
                new ImportRequest(
                        request.source(),
                        request.mapFile(),
                        request.mapping(),
                        shards,
                        Optional.empty(),
                        1,
                        memoryBytes,
                        Clock.systemUTC()),
                out);
    }

    /** Has read all, and sorted the first shards: where it would write what the next one holds, there is a folder. */
    private void stopWhileItSorts() throws IOException {
        Path inTheWay = Files.createDirectories(out.resolve("work/" + UNSORTED + ".totals.part"));
        assertThatThrownBy(() -> job().run())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the same command goes on with it: folder=" + out + ": ")
                .hasMessageContaining(inTheWay.toString());
        Files.delete(inTheWay);
        assertThat(out.resolve("work/" + (UNSORTED - 1) + ".totals")).exists();
        assertThat(ImportedFolder.is(out)).isFalse();
    }

    private Path spill(int shard) throws IOException {
        try (Stream<Path> files = Files.walk(out.resolve("work"))) {
            return files.filter(file -> file.endsWith("shard-" + shard + ".spill"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void assertHoldsAll(ImportedFolder imported) throws Exception {
        ShardTotals totals = imported.manifest().totals();
        assertThat(new long[] {totals.rows(), totals.cards(), totals.amountUnits(), totals.digest()})
                .containsExactly(Payments.figures("read_parquet('" + in + "/*.parquet')"));
    }

    @Test
    void shouldGoOnBehindTheShardsThatAreSorted() throws Exception {
        stopWhileItSorts();

        assertHoldsAll(job().run());
    }

    /** While it finds out what there is to read, which takes long in a large source. */
    @Test
    void shouldStopBeforeItReads() throws Exception {
        ImportJob stopped = job();
        stopped.stop();

        assertThatThrownBy(stopped::run)
                .isInstanceOf(ImportStoppedException.class)
                .hasMessageContaining("the import was stopped");

        assertThat(ImportedFolder.is(out)).isFalse();
        assertHoldsAll(job().run());
    }

    /** Its parts had other sizes then, so there were more of them. */
    @Test
    void shouldSortAShardAnewWhoseSortingWasStopped() throws Exception {
        Path divided = Files.createDirectories(out.resolve("work/sort-0/divided-0"));
        Path unused = Files.write(Spill.file(divided, 63), new byte[SpilledRow.SIZE_BYTES]);

        assertHoldsAll(job(1, 200_000).run());
    }

    /** As when the disk was full. */
    @Test
    void shouldBeginInTheFolderOfARunThatCouldNotWriteItsPlan() throws Exception {
        Path unfinished = ImportPlan.unfinished(ImportPlan.file(Files.createDirectories(out)));
        Path unused = Files.writeString(unfinished, "{");

        assertHoldsAll(job().run());
    }

    /** One of them was being written when the process was killed. */
    @Test
    void shouldLeaveNoHistoriesOfAnImportThatGaveWayToAnother() throws Exception {
        stopWhileItSorts();
        Path unused = Files.write(ShardFileWriter.unfinished(ImportedFolder.shardFile(out, SHARDS - 1)), new byte[1]);

        assertHoldsAll(job(1, 64 << 20).run());

        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())).filter(name -> name.startsWith("shard-")))
                    .containsExactly("shard-00000.histories");
        }
    }

    @Test
    void shouldRemoveWhatARunHasLeftThatEndedWithItsImport() throws Exception {
        ImportedFolder imported = job().run();
        Path unused = Files.createDirectory(out.resolve("work"));

        assertThat(job().run().manifest()).isEqualTo(imported.manifest());
        assertThat(out.resolve("work")).doesNotExist();
    }

    @Test
    void shouldRefuseSpilledRowsThatAreCut() throws Exception {
        stopWhileItSorts();
        Path spill = spill(UNSORTED);
        try (FileChannel file = FileChannel.open(spill, StandardOpenOption.WRITE)) {
            FileChannel unused = file.truncate(file.size() - SpilledRow.SIZE_BYTES);
        }

        assertThatThrownBy(() -> job().run())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("spilled rows are missing")
                .hasMessageContaining("file=" + spill);
        assertThat(ImportedFolder.is(out)).isFalse();
    }

    @Test
    void shouldRefuseSpilledRowsThatAreGone() throws Exception {
        stopWhileItSorts();
        Files.delete(spill(SHARDS - 1));

        assertThatThrownBy(() -> job().run())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("sizeBytes=0 expected=");
    }

    @Test
    void shouldNameHowManyRowsWereLostBetweenReadingAndSorting() throws Exception {
        stopWhileItSorts();
        Path known = out.resolve("work/0.totals");
        long rows = ImportPlan.JSON.readValue(known.toFile(), ShardTotals.class).rows();
        ImportPlan.writeWhole(known, ShardTotals.NONE);

        assertThatThrownBy(() -> job().run())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("difference=" + rows);
        assertThat(ImportedFolder.is(out)).isFalse();
    }

    private static void addFile(Path in) throws Exception {
        Path unused = Payments.write(in.resolve("2.parquet"), ROWS, 300, 2 * 50_000L);
    }

    private static void replaceFile(Path in) throws Exception {
        Path unused = Payments.write(in.resolve("1.parquet"), ROWS, 300, 7 * 50_000L);
    }

    private static void removeFile(Path in) throws Exception {
        Files.delete(in.resolve("1.parquet"));
    }

    /** A change of a source. */
    private interface Change {
        void in(Path folder) throws Exception;
    }

    private static Stream<Change> changes() {
        return Stream.of(ImportResumeTest::addFile, ImportResumeTest::replaceFile, ImportResumeTest::removeFile);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void shouldBeginAnewWhenTheSourceHasChanged(Change change) throws Exception {
        stopWhileItSorts();
        change.in(in);

        ImportJob job = job();
        assertHoldsAll(job.run());

        assertThat(job.whyBegunAgain())
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("the source has changed since the import was stopped, so it began again"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void shouldRefuseAFolderThatIsDoneWhenTheSourceHasChanged(Change change) throws Exception {
        ImportedFolder imported = job().run();
        change.in(in);

        assertThatThrownBy(() -> job().run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the source has changed since it was imported");
        assertThat(ImportedFolder.open(out).manifest()).isEqualTo(imported.manifest());
    }

    /** Sizes and times of files are not in the plans of earlier releases. */
    @Test
    void shouldGoOnWithAPlanOfAnEarlierRelease() throws Exception {
        ImportedFolder imported = job().run();
        String plan = Files.readString(ImportPlan.file(out));
        String earlier = plan.replaceAll(",\\s*\"(fileBytes|modifiedMs)\" : \\d+", "");
        assertThat(earlier).isNotEqualTo(plan).doesNotContain("modifiedMs");
        Path unused = Files.writeString(ImportPlan.file(out), earlier);

        assertThat(job().run().manifest()).isEqualTo(imported.manifest());
        addFile(in);
        assertThatThrownBy(() -> job().run()).hasMessageContaining("parts=3 before=2");
    }

    @Test
    void shouldRefuseAFolderThatAnotherImportUses() throws Exception {
        FileChannel other = ImportedFolder.lock(Files.createDirectories(out));
        try {
            assertThatThrownBy(() -> job().run())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another import uses the folder");
        } finally {
            other.close();
        }

        assertHoldsAll(job().run());
    }
}
