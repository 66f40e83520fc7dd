package com.hazelcast.certification.importing;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of histories: a file a shard, and a manifest that says what they are.
 *
 * @param folder where it is
 * @param manifest what is in it
 */
public record ImportedFolder(Path folder, Manifest manifest) {
    private static final String MANIFEST = "manifest.json";
    private static final int FORMAT_VERSION = 1;

    /** Stays when an import has ended: to delete it would let two others lock two files of that name. */
    private static final String LOCK_FILE = "in-use.lock";

    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    /**
     * What is in a folder of histories.
     *
     * @param formatVersion of the folder
     * @param id of the import; each file has it as well
     * @param shardCount files; a cluster that loads them has as many shards
     * @param cardKey which key identifies the cards; empty: they stand as numbers
     * @param rowsRead rows of the source, without those that were refused
     * @param rowsRefused rows that are no transactions; they are in the file of refusals
     * @param labels rows labelled as fraud that the files hold
     * @param totals what the files hold
     */
    public record Manifest(
            int formatVersion,
            long id,
            int shardCount,
            String cardKey,
            long rowsRead,
            long rowsRefused,
            long labels,
            ShardTotals totals) {}

    /**
     * Locks a folder for one import, until the file is closed.
     *
     * @throws IllegalStateException when another import uses it, of this process or of another
     */
    static FileChannel lock(Path folder) throws IOException {
        FileChannel file = FileChannel.open(lockFile(folder), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (tryLock(file) == null) {
            file.close();
            throw new IllegalStateException(
                    "another import uses the folder; wait until it has ended, or name another folder: folder="
                            + folder);
        }
        return file;
    }

    static Path lockFile(Path folder) {
        return folder.resolve(LOCK_FILE);
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** Whether somebody has imported into it, and was done. */
    public static boolean is(Path folder) {
        return Files.isRegularFile(folder.resolve(MANIFEST));
    }

    /**
     * Opens a folder.
     *
     * @throws IllegalArgumentException when it holds no histories, or is of another release
     */
    public static ImportedFolder open(Path folder) {
        Path file = folder.resolve(MANIFEST);
        try {
            Manifest manifest = JSON.readValue(Files.readAllBytes(file), Manifest.class);
            if (manifest.formatVersion != FORMAT_VERSION) {
                throw new IllegalArgumentException("the histories are of another release; import them again: folder="
                        + folder + " formatVersion=" + manifest.formatVersion + " known=" + FORMAT_VERSION);
            }
            return new ImportedFolder(folder, manifest);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the folder holds no histories, or not all of them; 'import' makes one: folder=" + folder + ": "
                            + e,
                    e);
        }
    }

    static void write(Path folder, ImportPlan plan, long rowsRead, long rowsRefused, ShardTotals totals)
            throws IOException {
        ImportPlan.writeWhole(
                folder.resolve(MANIFEST),
                new Manifest(
                        FORMAT_VERSION,
                        plan.id(),
                        plan.shardCount(),
                        plan.cardKey(),
                        rowsRead,
                        rowsRefused,
                        totals.labels(),
                        totals));
    }

    /** The file of a shard. */
    public Path shardFile(int shard) {
        return shardFile(folder, shard);
    }

    static Path shardFile(Path folder, int shard) {
        return folder.resolve(shardName(shard));
    }

    private static String shardName(int shard) {
        return String.format(Locale.ROOT, "shard-%05d.histories", shard);
    }

    /** Names of all files of a folder with so many shards. The manifest is the last: a folder that has it has the others. */
    public static List<String> fileNames(int shardCount) {
        return Stream.concat(IntStream.range(0, shardCount).mapToObj(ImportedFolder::shardName), Stream.of(MANIFEST))
                .toList();
    }

    /** What the file of a shard says of itself; see {@link ShardFile#size}. */
    public ShardFile.Size size(int shard) throws IOException {
        return ShardFile.size(shardFile(shard), shard, manifest.shardCount, manifest.id);
    }

    /** Reads the file of a shard; see {@link ShardFile#read}. */
    public void read(int shard, ShardFile.Visitor visitor) throws IOException {
        ShardFile.read(shardFile(shard), shard, manifest.shardCount, manifest.id, visitor);
    }
}
