package com.hazelcast.certification.importing;

import com.hazelcast.certification.transaction.CardIdentifier;
import com.hazelcast.certification.transaction.CardKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * An import: reads the source into spill files by shard, then sorts these into the files of the shards. One that was stopped, in whatever
 * way, goes on when the same is requested again with the same folder; one whose source was refused begins again then. {@link #run} blocks; all
 * else may be called by any thread.
 */
public final class ImportJob {
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final String WORK = "work";
    private static final String REFUSALS = "refusals.csv";
    private static final String TOTALS = ".totals";

    /** Half for the buffers of the readers and half for what is read or sorted at the moment. */
    private static final int SHARES = 2;

    private final ImportRequest request;
    private final Path folder;
    private final Path work;
    private final List<ImportReader> readers = new ArrayList<>();
    private final AtomicInteger sorted = new AtomicInteger();
    private final long startedNs = System.nanoTime();
    private volatile Optional<String> whyBegunAgain = Optional.empty();
    private volatile long rowsExpected = SourceUnit.UNKNOWN;
    private volatile long rowsAbout = SourceUnit.UNKNOWN;
    private volatile long rowsBefore;
    private volatile boolean isToStop;
    private volatile ImportLimits limits = new ImportLimits(1, SourceUnit.UNKNOWN, 0);

    /**
     * How far an import is.
     *
     * @param rows read and good
     * @param refused rows that are no transactions
     * @param rowsExpected in the source; -1: not known
     * @param rowsAbout in the source, estimated where they are not known; -1: neither
     * @param rowsBefore good or refused ones that earlier runs have read
     * @param shardsSorted shards that are done
     * @param shardCount all shards; 0 before anything is known
     * @param elapsedMs since this run began
     */
    public record Progress(
            long rows,
            long refused,
            long rowsExpected,
            long rowsAbout,
            long rowsBefore,
            int shardsSorted,
            int shardCount,
            long elapsedMs) {}

    /** @param folder where the histories go; it is made when it is not there */
    public ImportJob(ImportRequest request, Path folder) {
        this.request = request;
        this.folder = folder;
        this.work = folder.resolve(WORK);
    }

    /**
     * Imports; returns what there is then. When the folder holds the same import already, nothing is done.
     *
     * @throws ImportStoppedException when too many rows were refused, or {@link #stop} was called
     * @throws IllegalArgumentException when the source is not what the mapping says, or the folder holds something else
     * @throws IllegalStateException when another import uses the folder, or rows were lost on their way
     * @throws IOException when the folder cannot be written or read, as on a full disk; names the folder and the cause
     */
    public ImportedFolder run() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        FileChannel lock = ImportedFolder.lock(folder);
        try {
            return runLocked();
        } catch (IOException e) {
            // A full disk says nothing but that, and the name of no file.
            throw new IOException(
                    "the import could not go on, and nothing was loaded; when the cause is gone, the same command goes on with it: folder="
                            + folder + ": " + (e instanceof FileSystemException ? e.toString() : e.getMessage()),
                    e);
        } finally {
            lock.close();
        }
    }

    private ImportedFolder runLocked() throws IOException, InterruptedException {
        ImportPlan plan;
        try (RowSource source = RowSource.of(request.source(), request.mapping())) {
            plan = plan(source);
            if (ImportedFolder.is(folder)) {
                // Of a run that ended a moment too early.
                deleteAll(work);
                return ImportedFolder.open(folder);
            }
            read(source, plan);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "the source cannot be read: SOURCE=" + RowSource.shown(request.source()) + ": "
                            + FileSource.firstLine(e),
                    e);
        }
        ShardTotals totals = sort(plan);
        requireAllSorted(totals);
        ImportedFolder.write(folder, plan, rows(), refused(), totals);
        deleteAll(work);
        return ImportedFolder.open(folder);
    }

    /** The plan that is there, or a new one: an import that was not finished gives way to another one. */
    private ImportPlan plan(RowSource source) throws SQLException, IOException {
        boolean isThere = Files.exists(ImportPlan.file(folder));
        if (!isThere && isInUse()) {
            throw new IllegalArgumentException(
                    "the folder holds other files; name an empty one, or one that is not there: folder=" + folder);
        }
        ImportPlan requested = new ImportPlan(
                RANDOM.nextLong(),
                request.source(),
                request.mappingHash(),
                request.shardCount(),
                request.cardKey().map(CardKey::fingerprint).orElse(""),
                request.readers(),
                List.of());
        if (isThere) {
            ImportPlan there = ImportPlan.read(folder);
            boolean isDone = ImportedFolder.is(folder);
            if (isDone) {
                there.requireSame(requested, folder);
            }
            boolean hasRead = isDone || Files.exists(work);
            if (there.isSame(requested) && hasRead && !hasChanged(source, there, isDone)) {
                return there;
            }
            deleteAll(work);
            deleteShards(there.shardCount());
        }
        ImportPlan begun = requested.withUnits(source.units());
        requireSpace(begun.units());
        begun.write(folder);
        Files.createDirectories(work);
        return begun;
    }

    /**
     * Whether the source is another one than when the import began.
     *
     * @throws IllegalArgumentException when it is, and the import is done
     */
    private boolean hasChanged(RowSource source, ImportPlan there, boolean isDone) throws SQLException {
        Optional<String> change = source.change(there.units());
        if (change.isPresent() && isDone) {
            throw new IllegalArgumentException(
                    "the source has changed since it was imported; name another folder, or remove this one: folder="
                            + folder + " changed: " + change.get());
        }
        whyBegunAgain =
                change.map(what -> "the source has changed since the import was stopped, so it began again: " + what);
        return change.isPresent();
    }

    /** Whether there is something else than what a run may have left that ended before it had a plan, as for want of room. */
    private boolean isInUse() throws IOException {
        Set<Path> left = Set.of(work, ImportedFolder.lockFile(folder), ImportPlan.unfinished(ImportPlan.file(folder)));
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> !left.contains(file));
        }
    }

    private void requireAllSorted(ShardTotals totals) {
        long sortedRows = totals.rows() + totals.duplicates() + totals.tooOld();
        if (sortedRows != rows()) {
            throw new IllegalStateException(
                    "rows that were read are not in the files of histories; remove the folder, and import again: folder="
                            + folder + " rowsRead=" + rows() + " rowsSorted=" + sortedRows + " difference="
                            + (rows() - sortedRows));
        }
    }

    private void requireSpace(List<SourceUnit> units) throws IOException {
        long neededBytes = SourceUnit.rowsOf(units) * SpilledRow.SIZE_BYTES;
        long freeBytes = Files.getFileStore(folder).getUsableSpace();
        if (neededBytes > freeBytes) {
            throw new IllegalStateException("the disk has no room for the import; name a folder elsewhere: folder="
                    + folder + " freeBytes=" + freeBytes + " neededBytes=" + neededBytes);
        }
    }

    private void read(RowSource source, ImportPlan plan) throws SQLException, IOException, InterruptedException {
        Set<Integer> done = new HashSet<>();
        long bufferBytes = request.memoryBytes() / SHARES / plan.readers();
        for (int reader = 0; reader < plan.readers(); reader++) {
            Path own = readerFolder(reader);
            ReaderState state = ReaderState.read(own, plan.shardCount()).withoutSpillsOf(this::isSorted);
            done.addAll(state.done());
            synchronized (readers) {
                readers.add(new ImportReader(
                        own,
                        state,
                        request.mapping().mapper(request.clock(), request.futureTolerance()),
                        new CardIdentifier(request.cardKey()),
                        new RefusalLog(
                                ImportReader.refusalFile(own),
                                state.refusalBytes(),
                                state.refusals(),
                                Math.max(1, RefusalLog.LINES_MAX / plan.readers())),
                        bufferBytes));
            }
        }
        Queue<ImportReader.Numbered> units = new ConcurrentLinkedQueue<>();
        for (int unit = 0; unit < plan.units().size(); unit++) {
            if (!done.contains(unit)) {
                units.add(new ImportReader.Numbered(unit, plan.units().get(unit)));
            }
        }
        rowsBefore = rows() + refused();
        rowsExpected = SourceUnit.rowsOf(plan.units());
        rowsAbout = rowsExpected == SourceUnit.UNKNOWN ? SourceUnit.rowsAbout(plan.units()) : SourceUnit.UNKNOWN;
        limits = new ImportLimits(request.mapping().refusedShareMax(), rowsExpected, refused());
        if (isToStop) {
            stop();
        }
        try {
            Workers.run(
                    "import-read",
                    plan.readers(),
                    limits::stop,
                    reader -> readers.get(reader).run(source, units, limits));
            limits.allRead(rows(), refused());
            requireRead(source, plan);
        } finally {
            closeRefusals(plan);
            if (limits.isRefused()) {
                // The same command reads the source anew: of a database nobody sees that it was corrected.
                deleteAll(work);
            }
        }
    }

    private void requireRead(RowSource source, ImportPlan plan) throws SQLException {
        try {
            source.requireRead(plan.units(), rows() + refused());
        } catch (IllegalArgumentException e) {
            limits.refuse();
            throw e;
        }
    }

    private Path readerFolder(int reader) {
        return work.resolve("reader-" + reader);
    }

    /** Puts the refusals of all readers into one file. */
    private void closeRefusals(ImportPlan plan) throws IOException {
        try (OutputStream out = Files.newOutputStream(folder.resolve(REFUSALS))) {
            out.write((RefusalLog.HEADING + "\n").getBytes(StandardCharsets.UTF_8));
            for (int reader = 0; reader < plan.readers(); reader++) {
                readers.get(reader).refusals().close();
                long unused = Files.copy(ImportReader.refusalFile(readerFolder(reader)), out);
            }
        }
    }

    private ShardTotals sort(ImportPlan plan) throws IOException, InterruptedException {
        AtomicInteger next = new AtomicInteger();
        ShardTotals[] totals = new ShardTotals[plan.shardCount()];
        int rowsMax = ShardSorter.rowsIn(request.memoryBytes() / plan.readers());
        Workers.run("import-sort", plan.readers(), limits::stop, worker -> {
            for (int shard = next.getAndIncrement(); shard < totals.length; shard = next.getAndIncrement()) {
                limits.check();
                totals[shard] = sort(plan, shard, rowsMax);
                int unused = sorted.incrementAndGet();
            }
        });
        return Stream.of(totals).reduce(ShardTotals.NONE, ShardTotals::plus);
    }

    private ShardTotals sort(ImportPlan plan, int shard, int rowsMax) throws IOException {
        Path file = ImportedFolder.shardFile(folder, shard);
        Path known = totalsFile(shard);
        if (isSorted(shard)) {
            return ImportPlan.JSON.readValue(known.toFile(), ShardTotals.class);
        }
        List<Path> spills = new ArrayList<>();
        for (int reader = 0; reader < plan.readers(); reader++) {
            Path spill = Spill.file(readerFolder(reader), shard);
            if (Files.exists(spill)) {
                spills.add(spill);
            }
        }
        Path divided = work.resolve("sort-" + shard);
        // A run that was stopped while it sorted this shard may have left more parts than there are now.
        deleteAll(divided);
        ShardTotals totals;
        try (ShardFileWriter writer = new ShardFileWriter(file)) {
            totals = new ShardSorter(writer, rowsMax).sort(spills, divided);
            writer.finish(totals, shard, plan.shardCount(), plan.id());
        }
        ImportPlan.writeWhole(known, totals);
        for (Path spill : spills) {
            Files.delete(spill);
        }
        return totals;
    }

    private boolean isSorted(int shard) {
        return Files.exists(totalsFile(shard)) && Files.exists(ImportedFolder.shardFile(folder, shard));
    }

    private Path totalsFile(int shard) {
        return work.resolve(shard + TOTALS);
    }

    /** Of an import that gives way to another one, which may have fewer shards. */
    private void deleteShards(int count) throws IOException {
        for (int shard = 0; shard < count; shard++) {
            Path file = ImportedFolder.shardFile(folder, shard);
            Files.deleteIfExists(file);
            Files.deleteIfExists(ShardFileWriter.unfinished(file));
        }
    }

    private static void deleteAll(Path top) throws IOException {
        if (!Files.exists(top)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> found = Files.walk(top)) {
            files = found.sorted(java.util.Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    /** Stops; {@link #run} ends with an exception, and a later one goes on behind the last whole part of the source. */
    public void stop() {
        // First: a run that has no limits of its own yet looks at it when it has them.
        isToStop = true;
        limits.stop(
                "the import was stopped, and nothing was loaded; the same command goes on with it: folder=" + folder);
    }

    /** What a user should know of this run beside its result. */
    public Optional<String> whyBegunAgain() {
        return whyBegunAgain;
    }

    private Stream<ImportReader> readers() {
        synchronized (readers) {
            return List.copyOf(readers).stream();
        }
    }

    private long rows() {
        return readers().mapToLong(ImportReader::rows).sum();
    }

    private long refused() {
        return readers().mapToLong(reader -> reader.refusals().count()).sum();
    }

    /** How far it is. */
    public Progress progress() {
        return new Progress(
                rows(),
                refused(),
                rowsExpected,
                rowsAbout,
                rowsBefore,
                sorted.get(),
                request.shardCount(),
                (System.nanoTime() - startedNs) / 1_000_000);
    }

    /** Refused rows by reason. */
    public Map<String, RefusalReason> refusals() {
        Map<String, RefusalReason> all = new TreeMap<>();
        readers()
                .forEach(reader -> reader.refusals()
                        .reasons()
                        .forEach((reason, rows) -> all.merge(reason, rows, RefusalReason::plus)));
        return all;
    }

    /** Where the refused rows are. */
    public Path refusalFile() {
        return folder.resolve(REFUSALS);
    }
}
