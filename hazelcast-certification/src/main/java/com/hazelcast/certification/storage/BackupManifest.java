package com.hazelcast.certification.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a backup of one member has: the file {@code manifest.json} beside the others.
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

    /** Folders of members begin like that. */
    static final String MEMBER_PREFIX = "member-";

    /** A file of the backup. */
    public record File(String name, long sizeBytes, String crc32c) {
        private boolean isWhole() {
            return name != null && crc32c != null && name.matches("[a-zA-Z0-9.-]+") && !name.startsWith(".");
        }
    }

    /**
     * The folders of members in a backup. Those of one life of the cluster are used, the newest that a manifest names: a cluster that was
     * started anew may be backed up into the same folder, and is not mixed with the one before.
     *
     * @param used of that life, of none, or with a manifest that cannot be read, which whoever uses it finds out
     * @param leftOut of another life, each with the reason
     */
    public record Parts(List<Path> used, Map<Path, String> leftOut) {
        static Parts of(List<Path> members) {
            Map<Path, BackupManifest> named = new LinkedHashMap<>();
            for (Path member : members) {
                readable(member)
                        .filter(manifest -> !manifest.life.isEmpty())
                        .ifPresent(manifest -> named.put(member, manifest));
            }
            String newest = named.values().stream()
                    .max(Comparator.comparingLong(BackupManifest::takenAtMs).thenComparing(BackupManifest::life))
                    .map(BackupManifest::life)
                    .orElse("");
            Map<Path, String> leftOut = new LinkedHashMap<>();
            named.forEach((member, manifest) -> {
                if (!manifest.life.equals(newest)) {
                    leftOut.put(
                            member, "of another life of the cluster: life=" + manifest.life + " newestLife=" + newest);
                }
            });
            return new Parts(
                    members.stream()
                            .filter(member -> !leftOut.containsKey(member))
                            .toList(),
                    leftOut);
        }

        /** When the backup was taken, in ms since 1970: all that was answered before is in it. Empty: no manifest can be read. */
        public OptionalLong takenAtMs() {
            return used.stream()
                    .flatMap(member -> readable(member).stream())
                    .mapToLong(BackupManifest::takenAtMs)
                    .max();
        }

        private static Optional<BackupManifest> readable(Path member) {
            try {
                return Optional.of(Backup.manifest(member));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }

    /** What the name of a cluster begins with, as in {@link StorageSettings}: the number of its shards. */
    private static final Pattern CLUSTER = Pattern.compile("(\\d{1,6})-[a-zA-Z0-9-]+");

    /** Shards of a cluster of that name. */
    static int shardCount(String cluster) {
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

    /** Bytes of all files. */
    public long sizeBytes() {
        return files.stream().mapToLong(File::sizeBytes).sum();
    }
}
