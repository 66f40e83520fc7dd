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
 * the same folder copies only what is new. It is {@linkplain #prepare prepared} beside the one before, {@linkplain #commit committed} when
 * all members have done so, and what it does not need is {@linkplain #clean removed} then. A snapshot may have given way to another one of
 * its name, which is new, and gets {@linkplain Snapshot#otherName another name} beside it. Stateless.
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
     * @param keys of these shards
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

    /** The folders of members in a backup, of whatever life of the cluster, that have a part which was committed or is of an earlier release. */
    public static List<Path> members(Path folder) throws IOException {
        return folders(folder).stream()
                .filter(one -> Files.exists(one.resolve(BackupManifest.NAME)))
                .toList();
    }

    /** All folders of members, also those with nothing but what was begun. */
    static List<Path> folders(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(one -> String.valueOf(one.getFileName()).startsWith(BackupManifest.MEMBER_PREFIX))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            throw new IOException("there is no such folder: folder=" + folder, e);
        }
    }

    /** The manifests in a member's folder of backups of which not all was committed and cleaned. */
    static List<Path> prepared(Path member) throws IOException {
        return FolderDisk.toRead(member).list().stream()
                .filter(BackupManifest::isPreparedName)
                .map(member::resolve)
                .toList();
    }

    /** The member's folder that a part of a backup is in. */
    public static Path folderOf(Path part) {
        Path folder = part.getParent();
        boolean isManifest = BackupManifest.isPreparedName(String.valueOf(part.getFileName()));
        return isManifest && folder != null ? folder : part;
    }

    /**
     * The manifest of a part of a backup.
     *
     * @param member a member's folder, or the manifest in it that is to be read, as in {@link BackupParts}
     * @throws IOException when it cannot be read, is damaged or is of another format; says which
     */
    public static BackupManifest manifest(Path member) throws IOException {
        Path file = folderOf(member).equals(member) ? member.resolve(BackupManifest.NAME) : member;
        BackupManifest manifest = JSON.readValue(Files.readAllBytes(file), BackupManifest.class);
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
            try (BackupDisk backup = new BackupDisk(FolderDisk.toRead(folderOf(member)), manifest)) {
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
                String problem = file.sizeProblem(folderOf(member));
                if (!problem.isEmpty()) {
                    incomplete.add(file.name() + " " + problem);
                }
            }
            return incomplete;
        } catch (IOException e) {
            throw unreadable(member, e);
        }
    }

    /** What a member's folder has before a backup is made. */
    private record Before(boolean isRead, List<BackupManifest.File> committed, List<BackupManifest.File> failed) {
        /** The copy of the disk's file of that name, if there is one. */
        Optional<BackupManifest.File> copyOf(Path member, Disk disk, String name) throws IOException {
            for (BackupManifest.File file :
                    Stream.concat(committed.stream(), failed.stream()).toList()) {
                boolean isNamed = file.name().equals(name) || file.name().equals(Snapshot.otherName(name));
                if (isNamed && file.isIn(member, disk, name)) {
                    return Optional.of(file);
                }
            }
            return Optional.empty();
        }

        boolean has(String name) {
            return Stream.concat(committed.stream(), failed.stream())
                    .anyMatch(file -> file.name().equals(name));
        }

        /** Until the new backup is committed, the one before needs all its files. */
        String freeName(String name) {
            return committed.stream().anyMatch(file -> file.name().equals(name)) ? Snapshot.otherName(name) : name;
        }
    }

    /**
     * Copies these files of a disk into a member's folder, beside its part of the committed backup, which stays as it is. What a backup
     * that was not committed has left there is used where it fits, and removed.
     *
     * @throws DamagedFileException when a file has a damaged frame
     */
    public static Report prepare(
            Disk disk,
            List<String> names,
            Path member,
            String cluster,
            String life,
            long takenAtMs,
            Set<Integer> shards)
            throws IOException {
        FolderDisk.createPrivate(member);
        Before before = before(member);
        List<BackupManifest.File> files = new ArrayList<>();
        long copiedBytes = 0;
        for (String name : names) {
            Optional<BackupManifest.File> known = before.copyOf(member, disk, name);
            BackupManifest.File file =
                    known.isPresent() ? known.get() : copy(disk, name, member, before.freeName(name));
            files.add(file);
            copiedBytes += known.isPresent() ? 0 : file.sizeBytes();
        }
        // The agreed ones become those in use: after them, so that one of the two is there.
        for (String name : List.of(RULES_AGREED, RULES_IN_USE)) {
            Optional<BackupManifest.File> rules = copyRules(disk, name, member);
            rules.ifPresent(files::add);
            copiedBytes += rules.filter(file -> !before.has(file.name()))
                    .map(BackupManifest.File::sizeBytes)
                    .orElse(0L);
        }
        BackupManifest manifest = new BackupManifest(
                BackupManifest.FORMAT, cluster, life, takenAtMs, files, List.copyOf(new TreeSet<>(shards)));
        String name = BackupManifest.preparedName(takenAtMs);
        put(member, name, manifest);
        if (before.isRead) {
            List<BackupManifest.File> kept = new ArrayList<>(before.committed);
            kept.addAll(files);
            removeOthers(member, kept, Set.of(BackupManifest.NAME, BackupParts.NAME, name));
        }
        return new Report(member.toString(), shards.size(), manifest.sizeBytes(), copiedBytes, "", manifest.shards());
    }

    /** Removes all but the committed part, and the whole files of one that was not committed. */
    private static Before before(Path member) throws IOException {
        List<BackupManifest.File> committed = List.of();
        List<BackupManifest.File> failed = new ArrayList<>();
        boolean isRead = true;
        try {
            if (Files.exists(member.resolve(BackupManifest.NAME))) {
                committed = manifest(member).files();
            }
        } catch (IOException e) {
            isRead = false;
            LOG.warn("an earlier backup cannot be read, so all files are copied again: {}", e.toString());
        }
        for (Path part : prepared(member)) {
            try {
                failed.addAll(manifest(part).files());
            } catch (IOException e) {
                LOG.warn("a backup that was not committed is not used: {}", e.toString());
            }
            Files.delete(part);
        }
        if (isRead) {
            List<BackupManifest.File> kept = new ArrayList<>(committed);
            kept.addAll(failed);
            removeOthers(member, kept, Set.of(BackupManifest.NAME, BackupParts.NAME));
        }
        return new Before(isRead, committed, failed);
    }

    /**
     * Commits the backup that was prepared in a member's folder. Called when all members have prepared it: the first call makes it the
     * valid one, and each other one makes it so where members do not see each other's folders. All files stay.
     *
     * @param members names of the folders with its parts
     * @throws IOException when it is not there any more, or cannot be written
     */
    public static void commit(Path member, long takenAtMs, List<String> members) throws IOException {
        BackupManifest prepared = manifest(member.resolve(BackupManifest.preparedName(takenAtMs)));
        put(member, BackupParts.NAME, BackupParts.Committed.of(takenAtMs, members));
        put(member, BackupManifest.NAME, prepared);
    }

    /**
     * Removes what the committed backup does not need: in a member's folder, and folders of members that are no part of it and were of the
     * one before, of the same life. Others have all their shards.
     */
    public static void clean(Path member) throws IOException {
        BackupManifest manifest = manifest(member);
        List<String> members = BackupParts.Committed.read(member).members();
        removeOthers(member, manifest.files(), Set.of(BackupManifest.NAME, BackupParts.NAME));
        for (Path other : folders(member.resolveSibling(""))) {
            if (!members.contains(String.valueOf(other.getFileName())) && isOfSameLife(other, manifest)) {
                removeOthers(other, List.of(), Set.of());
                Files.delete(other);
            }
        }
    }

    private static boolean isOfSameLife(Path other, BackupManifest manifest) throws IOException {
        return !manifest.life().isEmpty()
                && Stream.concat(Stream.of(other), prepared(other).stream())
                        .flatMap(part -> BackupParts.readable(part).stream())
                        .anyMatch(found -> found.life().equals(manifest.life())
                                && found.cluster().equals(manifest.cluster()));
    }

    private static void removeOthers(Path member, List<BackupManifest.File> files, Set<String> names)
            throws IOException {
        Set<String> kept = new HashSet<>(names);
        files.forEach(file -> kept.add(file.name()));
        try (Stream<Path> all = Files.list(member)) {
            for (Path file : all.toList()) {
                if (!kept.contains(String.valueOf(file.getFileName()))) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Writes a file in one step; it is on the disk then. */
    private static void put(Path member, String name, Object content) throws IOException {
        Path unfinished = member.resolve(name + UNFINISHED);
        Files.write(unfinished, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(content));
        try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            file.force(true);
        }
        Files.move(
                unfinished, member.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        FolderDisk.toRead(member).sync();
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

    /** Whether a file of a backup has sets of rules. */
    public static boolean isRules(BackupManifest.File file) {
        return file.name().startsWith(RULES_PREFIX);
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
