package com.hazelcast.certification.storage;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleBookReader;
import com.hazelcast.certification.storage.files.DataKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a backup of the cluster, a member each. While a backup is made, a member's folder has its part of the one before as well:
 *
 * <pre>
 *  member-1a2b3c4d/manifest.json        its part of the committed backup
 *  member-1a2b3c4d/manifest-TIME.json   its part of a later one, until what is not needed any more is removed
 *  member-1a2b3c4d/backup.json          a committed backup: when it was taken, and the folders that have its parts
 * </pre>
 *
 * The first {@code backup.json} commits a backup: it is written when each member has its part, and the part of each is then found by the
 * time. Until then the backup before has all its files. Parts of an earlier release have no {@code backup.json}: all folders are used,
 * those of one life of the cluster, the newest that a manifest names, because a cluster that was started anew may be backed up into the
 * same folder. Immutable.
 *
 * @param used the member's folder, or the manifest in it that is to be read; also one that cannot be read, which whoever uses it finds out
 * @param leftOut folders that are not used, each with the reason
 * @param problems parts that the committed backup has, and that are not there
 */
public record BackupParts(List<Path> used, Map<Path, String> leftOut, List<String> problems) {
    private static final Logger LOG = LoggerFactory.getLogger(BackupParts.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FORMAT = 1;

    /** The file of a committed backup. */
    static final String NAME = "backup.json";

    /**
     * A backup that was committed.
     *
     * @param format of the file
     * @param takenAtMs which the manifests of its parts have, too
     * @param members names of the folders with its parts
     */
    record Committed(int format, long takenAtMs, List<String> members) {
        static Committed of(long takenAtMs, List<String> members) {
            return new Committed(FORMAT, takenAtMs, members);
        }

        static Committed read(Path member) throws IOException {
            Committed read = JSON.readValue(Files.readAllBytes(member.resolve(NAME)), Committed.class);
            if (read == null || read.members == null || !read.members.stream().allMatch(Committed::isName)) {
                throw new IOException("it is damaged");
            }
            if (read.format != FORMAT) {
                throw new IOException("it is of format " + read.format + ", and this release reads format " + FORMAT);
            }
            return read;
        }

        private static boolean isName(String name) {
            return name != null && name.matches(BackupManifest.MEMBER_PREFIX + "[a-zA-Z0-9.-]+");
        }

        private boolean isThere(Path folder) {
            return members.stream()
                    .allMatch(name -> part(folder.resolve(name), takenAtMs).isPresent());
        }
    }

    /**
     * What the folder of a backup has, as a member sees it.
     *
     * @param committedAtMs when the backup was taken that was committed last; 0: none was
     * @param members names of the folders with its parts
     * @param shards keys of those of which the backup has a copy, committed or of an earlier release
     * @param prepared when those were taken that members have prepared, and of which not all was committed and cleaned
     */
    public record Present(long committedAtMs, List<String> members, List<Integer> shards, List<Long> prepared) {
        /** Of a folder, which need not be there. */
        public static Present in(Path folder) throws IOException {
            if (!Files.isDirectory(folder)) {
                return new Present(0, List.of(), List.of(), List.of());
            }
            // Where members do not see each other's folders, none sees all parts of the newest one.
            Committed newest = committed(folder, new ArrayList<>()).stream()
                    .max(Comparator.comparingLong(Committed::takenAtMs))
                    .orElse(Committed.of(0, List.of()));
            TreeSet<Integer> shards = new TreeSet<>();
            of(folder).used.forEach(part -> readable(part).ifPresent(manifest -> shards.addAll(manifest.shards())));
            TreeSet<Long> prepared = new TreeSet<>();
            for (Path member : Backup.folders(folder)) {
                for (Path part : Backup.prepared(member)) {
                    readable(part).ifPresent(manifest -> prepared.add(manifest.takenAtMs()));
                }
            }
            return new Present(newest.takenAtMs, newest.members, List.copyOf(shards), List.copyOf(prepared));
        }
    }

    /** Folders of members that have prepared the backup of that time, and of which not all was committed and cleaned. */
    public static List<Path> unfinished(Path folder, long takenAtMs) throws IOException {
        return Backup.folders(folder).stream()
                .filter(member -> Files.exists(member.resolve(BackupManifest.preparedName(takenAtMs))))
                .toList();
    }

    /** Those of the backup in that folder. */
    public static BackupParts of(Path folder) throws IOException {
        List<String> problems = new ArrayList<>();
        // The newest one that has all its parts; if none has, the newest.
        Optional<Committed> committed = committed(folder, problems).stream()
                .max(Comparator.comparing((Committed one) -> one.isThere(folder))
                        .thenComparingLong(Committed::takenAtMs));
        return committed.isPresent()
                ? ofCommitted(folder, committed.get(), problems)
                : ofEach(Backup.members(folder), problems);
    }

    private static List<Committed> committed(Path folder, List<String> problems) throws IOException {
        List<Committed> all = new ArrayList<>();
        for (Path member : Backup.folders(folder)) {
            try {
                if (Files.exists(member.resolve(NAME))) {
                    all.add(Committed.read(member));
                }
            } catch (IOException e) {
                problems.add(member.getFileName() + "/" + NAME + " cannot be used: " + e.getMessage());
            }
        }
        return all;
    }

    private static BackupParts ofCommitted(Path folder, Committed committed, List<String> problems) throws IOException {
        List<Path> used = new ArrayList<>();
        for (String name : committed.members) {
            Path member = folder.resolve(name);
            Optional<Path> part = part(member, committed.takenAtMs);
            if (part.isPresent()) {
                used.add(part.get());
            } else if (Files.exists(member.resolve(BackupManifest.NAME))) {
                used.add(member);
                readable(member)
                        .ifPresent(manifest -> problems.add(name + " is of another backup: takenAt="
                                + Instant.ofEpochMilli(manifest.takenAtMs()) + " backupTakenAt="
                                + Instant.ofEpochMilli(committed.takenAtMs)));
            } else {
                problems.add(name + " is missing");
            }
        }
        String life = used.stream()
                .flatMap(part -> readable(part).stream())
                .map(BackupManifest::life)
                .filter(one -> !one.isEmpty())
                .findFirst()
                .orElse("");
        Map<Path, String> leftOut = new LinkedHashMap<>();
        for (Path member : Backup.members(folder)) {
            if (!committed.members.contains(String.valueOf(member.getFileName()))) {
                String other = readable(member).map(BackupManifest::life).orElse("");
                leftOut.put(
                        member,
                        other.isEmpty() || other.equals(life)
                                ? "no part of the newest backup: backupTakenAt="
                                        + Instant.ofEpochMilli(committed.takenAtMs)
                                : ofAnotherLife(other, life));
            }
        }
        return new BackupParts(used, leftOut, problems);
    }

    /** The manifest of a member's folder that is of the backup of that time; the folder, where it is that of a committed part. */
    private static Optional<Path> part(Path member, long takenAtMs) {
        return List.of(member, member.resolve(BackupManifest.preparedName(takenAtMs))).stream()
                .filter(one -> readable(one)
                        .filter(manifest -> manifest.takenAtMs() == takenAtMs)
                        .isPresent())
                .findFirst();
    }

    static BackupParts ofEach(List<Path> members, List<String> problems) {
        Map<Path, BackupManifest> named = new LinkedHashMap<>();
        for (Path member : members) {
            readable(member)
                    .filter(manifest -> !manifest.life().isEmpty())
                    .ifPresent(manifest -> named.put(member, manifest));
        }
        String newest = named.values().stream()
                .max(Comparator.comparingLong(BackupManifest::takenAtMs).thenComparing(BackupManifest::life))
                .map(BackupManifest::life)
                .orElse("");
        Map<Path, String> leftOut = new LinkedHashMap<>();
        named.forEach((member, manifest) -> {
            if (!manifest.life().equals(newest)) {
                leftOut.put(member, ofAnotherLife(manifest.life(), newest));
            }
        });
        return new BackupParts(
                members.stream().filter(member -> !leftOut.containsKey(member)).toList(), leftOut, problems);
    }

    private static String ofAnotherLife(String life, String newest) {
        return "of another life of the cluster: life=" + life + " newestLife=" + newest;
    }

    /**
     * When the oldest of the newest copies of shards was taken, in ms since 1970: all that was answered before is in the backup. In one of
     * an earlier release, folders of before it may have the only copies of some. Empty: no manifest can be read, or none has a shard.
     */
    public OptionalLong takenAtMs() {
        Map<Integer, Long> newest = new HashMap<>();
        used.stream().flatMap(part -> readable(part).stream()).forEach(manifest -> {
            for (int key : manifest.shards()) {
                newest.merge(key, manifest.takenAtMs(), Math::max);
            }
        });
        return newest.values().stream().mapToLong(Long::longValue).min();
    }

    /** The manifest of a part; empty when it cannot be read. */
    static Optional<BackupManifest> readable(Path part) {
        try {
            return Optional.of(Backup.manifest(part));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whole files with the sets of rules that members had; none in a backup of an older release. */
    public List<Path> rules() {
        return lookedAtRules().entrySet().stream()
                .filter(file -> file.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Why the sets of rules of the backup cannot be used; empty: they can be, or the backup is of an older release and has none. */
    public Optional<String> rulesProblem() {
        Map<Path, String> files = lookedAtRules();
        if (files.isEmpty() || files.containsValue("")) {
            return Optional.empty();
        }
        return Optional.of(files.entrySet().stream()
                .map(file -> file.getKey() + " " + file.getValue())
                .collect(Collectors.joining(
                        "; ",
                        "no file with the sets of rules is whole, so decisions of the backup are read without these; before a restore give members the rules of then: ",
                        "")));
    }

    /** Files with the sets of rules that members had, and what is wrong with each; an empty text: nothing. */
    private Map<Path, String> lookedAtRules() {
        Map<Path, String> rules = new LinkedHashMap<>();
        for (Path part : used) {
            Path member = Backup.folderOf(part);
            try {
                for (BackupManifest.File file : Backup.manifest(part).files()) {
                    if (Backup.isRules(file)) {
                        rules.put(member.resolve(file.name()), file.look(member).problem());
                    }
                }
            } catch (IOException e) {
                LOG.warn("a member's folder of the backup is not read for its rules: {}", e.toString());
            }
        }
        return rules;
    }

    /**
     * The newest book of rules; empty in a backup of an older release.
     *
     * @param dataKey by which it is encrypted, if it is
     * @throws IOException when one cannot be read
     * @throws com.hazelcast.certification.storage.files.StorageException when one is encrypted, and there is no key, or it is another one
     */
    public Optional<RuleBook> ruleBook(Optional<DataKey> dataKey) throws IOException {
        List<RuleBook> books = new ArrayList<>();
        for (Path file : rules()) {
            books.add(Backup.readRules(file, dataKey));
        }
        return RuleBookReader.newest(books);
    }
}
