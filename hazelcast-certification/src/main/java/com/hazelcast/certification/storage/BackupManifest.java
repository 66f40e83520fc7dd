package com.hazelcast.certification.storage;

import com.hazelcast.certification.storage.files.Disk;
import com.hazelcast.certification.storage.files.FileHead;
import com.hazelcast.certification.storage.files.FileSums;
import com.hazelcast.certification.storage.files.FolderDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a backup of one member has: the file {@code manifest.json} beside the others, or {@code manifest-TIME.json} before the backup is
 * committed ({@link BackupParts}).
 *
 * @param format of the backup
 * @param cluster whose shards these are, as in {@link StorageSettings}
 * @param life of the cluster that the folder was of, {@code ID since TIME}; empty: of none, or written by an earlier release
 * @param takenAtMs when the backup was taken: all that was answered before is in it
 * @param files all files but this one
 * @param shards of which there is a copy, by their keys
 */
public record BackupManifest(
        int format, String cluster, String life, long takenAtMs, List<File> files, List<Integer> shards) {
    /** A manifest; without a life where an earlier release has written none. */
    public BackupManifest {
        life = Objects.requireNonNullElse(life, "");
    }

    static final int FORMAT = 1;
    static final String NAME = "manifest.json";

    private static final String PREPARED_PREFIX = "manifest-";
    private static final String PREPARED_SUFFIX = ".json";

    /** Folders of members begin like that. */
    static final String MEMBER_PREFIX = "member-";

    /** The name of the manifest of a backup that was taken at that time and may not be committed. */
    static String preparedName(long takenAtMs) {
        return PREPARED_PREFIX + takenAtMs + PREPARED_SUFFIX;
    }

    /** Whether it is the name of a manifest of a backup that may not be committed. */
    static boolean isPreparedName(String name) {
        return name.startsWith(PREPARED_PREFIX) && name.endsWith(PREPARED_SUFFIX);
    }

    /** A file of the backup. */
    public record File(String name, long sizeBytes, String crc32c) {
        private boolean isWhole() {
            return name != null && crc32c != null && name.matches("[a-zA-Z0-9.-]+") && !name.startsWith(".");
        }

        /** Whether that folder lacks this file, or has one of another size: a text, or empty. */
        String sizeProblem(Path member) throws IOException {
            Path path = member.resolve(name);
            if (!Files.exists(path)) {
                return "is missing";
            }
            long found = Files.size(path);
            return found == sizeBytes ? "" : "has " + found + " bytes, not " + sizeBytes;
        }

        /**
         * Whether the folder has the file that the disk has by that name, as the salts in their heads say. A snapshot that was taken anew of a shard
         * that has not changed has the same name and size, and begins at a later place of the log: the one before needs more of the log.
         */
        boolean isIn(Path member, Disk disk, String nameOnDisk) throws IOException {
            if (disk.size(nameOnDisk) != sizeBytes || !sizeProblem(member).isEmpty()) {
                return false;
            }
            try (FolderDisk folder = FolderDisk.toRead(member);
                    Disk.Input copied = folder.open(name);
                    Disk.Input kept = disk.open(nameOnDisk)) {
                return head(copied).equals(head(kept));
            }
        }

        private static ByteBuffer head(Disk.Input file) throws IOException {
            ByteBuffer head = ByteBuffer.allocate(FileHead.SIZE_BYTES);
            int unused = file.read(head, 0);
            return head.flip();
        }

        /**
         * Reads the file in a member's folder, and compares it and its frames with their checksums. Needs no key. What frames have, and whether some
         * are missing, is found when the folder is {@linkplain Backup#read read}.
         */
        public Look look(Path member) {
            try {
                String problem = sizeProblem(member);
                if (!problem.isEmpty()) {
                    return new Look(problem, false);
                }
                try (FolderDisk folder = FolderDisk.toRead(member);
                        Disk.Input in = folder.open(name)) {
                    FileSums read = FileSums.read(in, framesOf(name), bytes -> {});
                    if (!read.crc32c().equals(crc32c)) {
                        // A later backup looks at its size and its head, which may be as they were.
                        return new Look(
                                "is damaged: its checksum differs; as long as the members run, delete this file, and the next backup"
                                        + " into this folder copies it anew",
                                read.isSealed());
                    }
                    String damage = damage(name, read);
                    return new Look(
                            damage.isEmpty() ? "" : damage + ", and was so when it was copied", read.isSealed());
                }
            } catch (IOException e) {
                return new Look("cannot be read: " + e, false);
            }
        }
    }

    /**
     * What a look at a file has found.
     *
     * @param problem what is wrong with it; empty: nothing
     * @param isEncrypted whether a key is needed to read what it has
     */
    public record Look(String problem, boolean isEncrypted) {}

    /** What the frames of a file of that name are of; empty: it has none. */
    static Optional<FileHead.Kind> framesOf(String name) {
        if (name.startsWith(Snapshot.PREFIX)) {
            return Optional.of(FileHead.Kind.SNAPSHOT);
        }
        return name.startsWith(LogFiles.PREFIX) ? Optional.of(FileHead.Kind.LOG) : Optional.empty();
    }

    /**
     * What is damaged in a file of that name; empty: nothing. The end of a log file may have been cut off when a process ended: whether
     * that matters is known by whoever reads the whole log.
     */
    static String damage(String name, FileSums read) {
        OptionalLong at = read.damagedAt();
        boolean isDamage = at.isPresent() && (name.startsWith(Snapshot.PREFIX) || read.isDamagedWithin());
        return isDamage ? "is damaged at offset " + at.getAsLong() : "";
    }

    /** What the name of a cluster begins with, as in {@link StorageSettings}: the number of its shards. */
    private static final Pattern CLUSTER = Pattern.compile("(\\d{1,6})-[a-zA-Z0-9-]+");

    /** Shards of a cluster of that name, as in {@link StorageSettings}. */
    public static int shardCount(String cluster) {
        Matcher matcher = CLUSTER.matcher(cluster);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no name of a cluster: cluster=" + cluster);
        }
        return Integer.parseInt(matcher.group(1));
    }

    /** Whether nothing is missing that a manifest has, and each name is one of a file in the same folder. */
    boolean isWhole() {
        return cluster != null
                && CLUSTER.matcher(cluster).matches()
                && files != null
                && files.stream().allMatch(file -> file != null && file.isWhole())
                && shards != null
                && shards.stream().allMatch(Objects::nonNull);
    }

    /** The file of that name. */
    Optional<File> file(String name) {
        return files.stream().filter(one -> one.name().equals(name)).findFirst();
    }

    /** Keys of the shards whose copy may be of no use when that file is damaged. */
    public List<Integer> concernedBy(File file) {
        if (file.name.startsWith(Snapshot.PREFIX)) {
            return Snapshot.Base.ofName(file.name)
                    .map(base -> List.of(base.key()))
                    .orElse(List.of());
        }
        return file.name.startsWith(LogFiles.PREFIX) ? shards : List.of();
    }

    /** Bytes of the snapshot of each shard, by key. In memory a shard takes about as much. */
    public Map<Integer, Long> snapshotSizes() {
        Map<Integer, Long> sizes = new TreeMap<>();
        for (File file : files) {
            if (file.name.startsWith(Snapshot.PREFIX) && file.name.endsWith(Snapshot.SUFFIX)) {
                Snapshot.Base.ofName(file.name).ifPresent(base -> sizes.merge(base.key(), file.sizeBytes, Long::sum));
            }
        }
        return sizes;
    }

    /**
     * Divides shards into groups that are {@linkplain Backup#read read} together: the log is read once for each.
     *
     * @param sizes bytes of each shard, by key
     * @param maxBytes of a group; a shard that has more is a group of its own
     * @return keys, in their order
     */
    public static List<Set<Integer>> groups(Map<Integer, Long> sizes, long maxBytes) {
        List<Set<Integer>> groups = new ArrayList<>();
        Set<Integer> group = new TreeSet<>();
        long bytes = 0;
        for (Map.Entry<Integer, Long> shard : new TreeMap<>(sizes).entrySet()) {
            if (!group.isEmpty() && bytes + shard.getValue() > maxBytes) {
                groups.add(group);
                group = new TreeSet<>();
                bytes = 0;
            }
            group.add(shard.getKey());
            bytes += shard.getValue();
        }
        if (!group.isEmpty()) {
            groups.add(group);
        }
        return groups;
    }

    /** Bytes of all files. */
    public long sizeBytes() {
        return files.stream().mapToLong(File::sizeBytes).sum();
    }
}
