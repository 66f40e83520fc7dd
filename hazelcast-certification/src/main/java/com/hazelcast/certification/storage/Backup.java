package com.hazelcast.certification.storage;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.logs.LogEvent;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleBookReader;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.FileSums;
import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.certification.storage.files.SealedContent;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of the files of data folders, a folder a member. Files of a data folder are never changed once they are whole, so a later backup into
 * the same folder copies only what is new, and removes what is not needed any more. A snapshot may have given way to another one of its name,
 * which is new, and gets {@linkplain Snapshot#otherName another name} beside it. Stateless.
 */
public final class Backup {
    private static final Logger LOG = LoggerFactory.getLogger(Backup.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String UNFINISHED = ".unfinished";

    /** The file of a data folder with the sets of rules in use. */
    public static final String RULES_IN_USE = "rule-sets.json";

    /** The file with those that the member has agreed to use next. */
    public static final String RULES_AGREED = "rule-sets-agreed.json";

    private static final String RULES_PREFIX = "rules-";

    /**
     * What a member has copied for a backup.
     *
     * @param folder of its own in the backup
     * @param shards of which it has a copy
     * @param sizeBytes of all its files
     * @param copiedBytes of these that an earlier backup into the same folder had not
     * @param commandOutput the end of what the command wrote that sent it on; empty: nothing
     * @param keys of these shards; null in the answer of a member of an earlier release
     */
    public record Report(
            String folder, int shards, long sizeBytes, long copiedBytes, String commandOutput, List<Integer> keys) {
        /** This, and what the command wrote that sent it on. */
        public Report withCommandOutput(String output) {
            return new Report(folder, shards, sizeBytes, copiedBytes, output, keys);
        }
    }

    /** A file that was to be copied has a damaged frame. */
    static final class DamagedFileException extends IOException {
        private static final long serialVersionUID = 1;

        private final String name;

        private DamagedFileException(String name, String damage) {
            super(name + " in the data folder " + damage);
            this.name = name;
        }

        /** The name of the file. */
        String name() {
            return name;
        }
    }

    private Backup() {}

    /** The name of the folder of that member in a backup. */
    public static String memberFolder(String member) {
        return BackupManifest.MEMBER_PREFIX + member;
    }

    /** The folders of members in a backup, of whatever life of the cluster. */
    public static List<Path> members(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(one -> String.valueOf(one.getFileName()).startsWith(BackupManifest.MEMBER_PREFIX))
                    .filter(one -> Files.exists(one.resolve(BackupManifest.NAME)))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            throw new IOException("there is no such folder: folder=" + folder, e);
        }
    }

    /** Those of the newest life of the cluster, which are used, and why others are not. */
    public static BackupManifest.Parts parts(Path folder) throws IOException {
        return BackupManifest.Parts.of(members(folder));
    }

    /**
     * The manifest of a member's folder.
     *
     * @throws IOException when it cannot be read, is damaged or is of another format; says which
     */
    public static BackupManifest manifest(Path member) throws IOException {
        BackupManifest manifest =
                JSON.readValue(Files.readAllBytes(member.resolve(BackupManifest.NAME)), BackupManifest.class);
        if (manifest == null) {
            throw new IOException("the manifest of the backup is empty: folder=" + member);
        }
        if (manifest.format() != BackupManifest.FORMAT) {
            throw new IOException("the backup is of format " + manifest.format() + ", and this release reads format "
                    + BackupManifest.FORMAT + ": folder=" + member);
        }
        if (!manifest.isWhole()) {
            throw new IOException("the manifest of the backup is damaged: folder=" + member);
        }
        return manifest;
    }

    /** What an earlier backup has written; nothing when that cannot be read: everything is copied then. */
    private static Optional<BackupManifest> before(Path member) {
        if (!Files.exists(member.resolve(BackupManifest.NAME))) {
            return Optional.empty();
        }
        try {
            return Optional.of(manifest(member));
        } catch (IOException e) {
            LOG.warn("an earlier backup cannot be read, so all files are copied again: {}", e.toString());
            return Optional.empty();
        }
    }

    /**
     * Keys of the shards of which a member's folder has a copy.
     *
     * @throws StorageException when the folder cannot be read; says what to do
     */
    public static List<Integer> shards(Path member) {
        try {
            return manifest(member).shards();
        } catch (IOException e) {
            throw unreadable(member, e);
        }
    }

    private static StorageException unreadable(Path member, IOException e) {
        return new StorageException(
                "the backup cannot be read; run 'ctl backup verify', and see that every member sees the folder: folder="
                        + member + ": " + e,
                e);
    }

    /**
     * What was read of a member's folder.
     *
     * @param shards that are whole; not in the place of any yet
     * @param broken why others cannot be used, by key
     */
    public record Shards(List<HistoryShard> shards, Map<Integer, String> broken) {}

    /**
     * Reads some shards of a member's folder; they take memory, whether or not they fit under its bound.
     *
     * @param keys of the shards
     * @param cluster that they must be of, as in {@link StorageSettings}
     * @param replayer applies outcomes
     * @throws StorageException when the folder cannot be read, or is of another cluster; says what to do
     */
    public static Shards read(
            Path member,
            Set<Integer> keys,
            String cluster,
            Optional<DataKey> dataKey,
            HistoryMemory memory,
            ShardStorage.OutcomeReplayer replayer)
            throws InterruptedException {
        try {
            BackupManifest manifest = manifest(member);
            if (!manifest.cluster().equals(cluster)) {
                throw new StorageException(
                        "the backup is of a cluster with other shards or another card key; give members the shards and card-key-file of then: backup has "
                                + manifest.cluster() + ", this member has " + cluster);
            }
            try (BackupDisk backup = new BackupDisk(FolderDisk.toRead(member), manifest)) {
                Recovery recovery = new Recovery(backup, dataKey, memory, replayer, keys::contains);
                List<HistoryShard> shards =
                        recovery.run().stream().map(copy -> copy.shard).toList();
                return new Shards(shards, recovery.broken());
            }
        } catch (IOException e) {
            throw unreadable(member, e);
        }
    }

    /**
     * Files of a member's folder that are missing, or have another size than they had when the backup was made. What they have is not looked at.
     *
     * @throws StorageException when the folder cannot be read; says what to do
     */
    public static List<String> incomplete(Path member) {
        try {
            List<String> incomplete = new ArrayList<>();
            for (BackupManifest.File file : manifest(member).files()) {
                String problem = file.sizeProblem(member);
                if (!problem.isEmpty()) {
                    incomplete.add(file.name() + " " + problem);
                }
            }
            return incomplete;
        } catch (IOException e) {
            throw unreadable(member, e);
        }
    }

    /**
     * Copies these files of a disk into a member's folder, and makes them its backup. When it fails, the backup of before is as it was.
     *
     * @throws DamagedFileException when a file has a damaged frame
     */
    public static Report write(
            Disk disk,
            List<String> names,
            Path member,
            String cluster,
            String life,
            long takenAtMs,
            Set<Integer> shards)
            throws IOException {
        FolderDisk.createPrivate(member);
        Optional<BackupManifest> before = before(member);
        List<BackupManifest.File> files = new ArrayList<>();
        long copiedBytes = 0;
        for (String name : names) {
            Optional<BackupManifest.File> known = before.flatMap(manifest -> manifest.copyOf(name));
            boolean isThere = known.isPresent() && known.get().isIn(member, disk, name);
            // Until the new manifest is there, the earlier backup needs all its files.
            boolean isTaken = known.filter(file -> file.name().equals(name)).isPresent();
            BackupManifest.File file =
                    isThere ? known.get() : copy(disk, name, member, isTaken ? Snapshot.otherName(name) : name);
            files.add(file);
            copiedBytes += isThere ? 0 : file.sizeBytes();
        }
        // The agreed ones become those in use: after them, so that one of the two is there.
        for (String name : List.of(RULES_AGREED, RULES_IN_USE)) {
            Optional<BackupManifest.File> rules = copyRules(disk, name, member);
            rules.ifPresent(files::add);
            copiedBytes += rules.filter(file -> before.flatMap(manifest -> manifest.file(file.name()))
                            .isEmpty())
                    .map(BackupManifest.File::sizeBytes)
                    .orElse(0L);
        }
        BackupManifest manifest = new BackupManifest(
                BackupManifest.FORMAT, cluster, life, takenAtMs, files, List.copyOf(new TreeSet<>(shards)));
        Path unfinished = member.resolve(BackupManifest.NAME + UNFINISHED);
        Files.write(unfinished, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest));
        try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            file.force(true);
        }
        Files.move(
                unfinished,
                member.resolve(BackupManifest.NAME),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        removeOthers(
                member, manifest.files().stream().map(BackupManifest.File::name).toList());
        return new Report(member.toString(), shards.size(), manifest.sizeBytes(), copiedBytes, "", manifest.shards());
    }

    private static void removeOthers(Path member, List<String> names) throws IOException {
        Set<String> kept = new HashSet<>(names);
        kept.add(BackupManifest.NAME);
        try (Stream<Path> all = Files.list(member)) {
            for (Path file : all.toList()) {
                if (!kept.contains(String.valueOf(file.getFileName()))) {
                    Files.delete(file);
                }
            }
        }
    }

    /** These files change, unlike all others: a copy has its checksum in its name, so it never changes either. */
    private static Optional<BackupManifest.File> copyRules(Disk disk, String name, Path member) throws IOException {
        try {
            BackupManifest.File copied = copy(disk, name, member, name);
            String unique = RULES_PREFIX + copied.sizeBytes() + "-" + copied.crc32c() + ".json";
            Files.move(
                    member.resolve(name),
                    member.resolve(unique),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            return Optional.of(new BackupManifest.File(unique, copied.sizeBytes(), copied.crc32c()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Whole files of a backup with the sets of rules that members had in its newest life; none in a backup of an older release. */
    public static List<Path> rules(Path folder) throws IOException {
        List<Path> rules = new ArrayList<>();
        for (Path member : parts(folder).used()) {
            try {
                for (BackupManifest.File file : manifest(member).files()) {
                    if (isRules(file) && file.look(member).problem().isEmpty()) {
                        rules.add(member.resolve(file.name()));
                    }
                }
            } catch (IOException e) {
                LOG.warn("a member's folder of the backup is not read for its rules: {}", e.toString());
            }
        }
        return rules;
    }

    /** Whether a file of a backup has sets of rules. */
    public static boolean isRules(BackupManifest.File file) {
        return file.name().startsWith(RULES_PREFIX);
    }

    /**
     * The newest book of rules of a backup; empty in one of an older release.
     *
     * @param dataKey by which it is encrypted, if it is
     * @throws IOException when one cannot be read
     * @throws StorageException when one is encrypted, and there is no key, or it is another one
     */
    public static Optional<RuleBook> ruleBook(Path folder, Optional<DataKey> dataKey) throws IOException {
        List<RuleBook> books = new ArrayList<>();
        for (Path file : rules(folder)) {
            books.add(readRules(file, dataKey));
        }
        return RuleBookReader.newest(books);
    }

    /**
     * The book of rules of a file, of a data folder or a backup.
     *
     * @param dataKey by which it is encrypted, if it is
     * @throws IOException when it cannot be read
     * @throws StorageException when it is encrypted, and there is no key, or it is another one
     */
    public static RuleBook readRules(Path file, Optional<DataKey> dataKey) throws IOException {
        try {
            return RuleBookReader.read(SealedContent.open(FileHead.Kind.RULES, Files.readAllBytes(file), dataKey));
        } catch (StorageException e) {
            throw new StorageException("the sets of rules cannot be read: " + e.getMessage() + ": " + file, e);
        }
    }

    private static BackupManifest.File copy(Disk disk, String name, Path member, String copyName) throws IOException {
        Path unfinished = member.resolve(copyName + UNFINISHED);
        FileSums read;
        try (Disk.Input in = disk.open(name);
                FileChannel out = FileChannel.open(
                        unfinished,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            read = FileSums.read(in, BackupManifest.framesOf(name), bytes -> {
                while (bytes.hasRemaining()) {
                    int unused = out.write(bytes);
                }
            });
            out.force(true);
        }
        String damage = BackupManifest.damage(name, read);
        if (!damage.isEmpty()) {
            LogEvent.STORAGE_DAMAGED
                    .at(LOG)
                    .log("data folder {}: {}: it {}: found while a backup was made", disk.where(), name, damage);
            throw new DamagedFileException(name, damage);
        }
        Files.move(
                unfinished,
                member.resolve(copyName),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        return new BackupManifest.File(copyName, read.sizeBytes(), read.crc32c());
    }
}
