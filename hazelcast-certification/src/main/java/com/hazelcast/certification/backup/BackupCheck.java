package com.hazelcast.certification.backup;

import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.scoring.OutcomeRecord;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupManifest;
import com.hazelcast.certification.storage.BackupParts;
import com.hazelcast.certification.storage.files.DataKey;
import com.hazelcast.certification.storage.files.StorageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a backup is worth: reads it as a restore does, and says which shards would come back. Folders of other lives of the cluster than the
 * newest are not looked at.
 *
 * <p>Each file is compared with its checksum. Then shards are read with their log, some at a time: their snapshots take at most an eighth
 * of the heap, or are of one shard. The log of a folder is read once for each of these groups. Used once, by one thread.
 */
public final class BackupCheck {
    private static final int HEAP_SHARE = 8;

    private final Optional<DataKey> dataKey;
    private final Set<String> problems = new LinkedHashSet<>();
    private final List<Copies> members = new ArrayList<>();
    private final Set<Integer> named = new TreeSet<>();
    private final Set<Integer> whole = new TreeSet<>();
    private final Set<String> clusters = new TreeSet<>();
    private boolean isRead = true;

    /**
     * Copies of a member's folder.
     *
     * @param member the name of the folder
     * @param count of the shards of which the manifest says that there is a copy
     * @param notWhole keys of those whose copy cannot be used
     */
    public record Copies(String member, int count, Set<Integer> notWhole) {}

    /**
     * What was found.
     *
     * @param problems what is wrong: files that are missing, or are not what they were, and copies that cannot be used, each with the reason
     * @param members their copies, a folder each
     * @param whole shards of which there is a copy that can be used
     * @param shards of the cluster; 0: not known
     * @param isRead whether all frames were read; if not, some are encrypted, there is no key, and checksums alone were compared
     */
    public record Result(List<String> problems, List<Copies> members, int whole, int shards, boolean isRead) {}

    private BackupCheck(Optional<DataKey> dataKey) {
        this.dataKey = dataKey;
    }

    /**
     * Looks at a backup.
     *
     * @param folder of all members
     * @param dataKey by which it is encrypted, if it is and the key is there
     * @throws IOException when there is no such folder
     */
    public static Result of(Path folder, Optional<DataKey> dataKey) throws IOException, InterruptedException {
        BackupCheck check = new BackupCheck(dataKey);
        BackupParts parts = BackupParts.of(folder);
        check.problems.addAll(parts.problems());
        List<Path> members = parts.used();
        for (Path member : members) {
            check.look(member);
        }
        if (members.isEmpty()) {
            check.problems.add("there is no backup in " + folder);
        }
        return check.result();
    }

    private Result result() {
        if (clusters.size() > 1) {
            problems.add("the members are of different clusters: " + String.join(", ", clusters));
        }
        int count = clusters.stream().mapToInt(BackupManifest::shardCount).max().orElse(0);
        int without = Math.max(0, count - whole.size());
        if (without > 0) {
            Set<Integer> keys = new TreeSet<>(named);
            keys.removeAll(whole);
            problems.add(without + " of " + count + " shards have no whole copy"
                    + (keys.isEmpty() ? "" : "; the manifests name those with these keys: " + keys));
        }
        return new Result(List.copyOf(problems), members, count - without, count, isRead);
    }

    private void look(Path part) throws InterruptedException {
        Path member = Backup.folderOf(part);
        String name = String.valueOf(member.getFileName());
        BackupManifest manifest;
        try {
            manifest = Backup.manifest(part);
        } catch (IOException e) {
            problems.add(name + "/manifest.json cannot be used: " + e.getMessage());
            return;
        }
        clusters.add(manifest.cluster());
        named.addAll(manifest.shards());
        boolean isEncrypted = false;
        Set<Integer> damaged = new TreeSet<>();
        for (BackupManifest.File file : manifest.files()) {
            BackupManifest.Look look = file.look(member);
            isEncrypted |= look.isEncrypted();
            if (!look.problem().isEmpty()) {
                problems.add(name + "/" + file.name() + " " + look.problem());
                damaged.addAll(manifest.concernedBy(file));
            } else if (Backup.isRules(file)) {
                readRules(member.resolve(file.name()), name);
            }
        }
        Set<Integer> notWhole = damaged;
        if (isEncrypted && dataKey.isEmpty()) {
            isRead = false;
        } else {
            notWhole = unreadable(part, name, manifest);
        }
        Set<Integer> usable = new TreeSet<>(manifest.shards());
        usable.removeAll(notWhole);
        whole.addAll(usable);
        members.add(new Copies(name, manifest.shards().size(), notWhole));
    }

    private void readRules(Path file, String name) {
        try {
            var unused = Backup.readRules(file, dataKey);
        } catch (IOException e) {
            problems.add(name + "/" + file.getFileName() + ": the sets of rules cannot be read: " + e.getMessage());
        } catch (StorageException e) {
            if (dataKey.isEmpty()) {
                isRead = false;
            } else {
                problems.add(name + ": " + e.getMessage());
            }
        }
    }

    /** Reads all shards of a folder; returns the keys of those that cannot be used. */
    private Set<Integer> unreadable(Path part, String name, BackupManifest manifest) throws InterruptedException {
        Set<Integer> unreadable = new TreeSet<>(manifest.shards());
        Map<Integer, Long> sizes = manifest.snapshotSizes();
        for (int key : manifest.shards()) {
            if (!sizes.containsKey(key)) {
                problems.add(name + ": there is no snapshot of the shard with key " + key);
            }
        }
        for (Set<Integer> group :
                BackupManifest.groups(sizes, Runtime.getRuntime().maxMemory() / HEAP_SHARE)) {
            try {
                Backup.Shards read = Backup.read(
                        part,
                        group,
                        manifest.cluster(),
                        dataKey,
                        HistoryMemory.unbounded(MemoryKind.HEAP),
                        OutcomeRecord::replay);
                read.broken()
                        .forEach((key, why) -> problems.add(
                                name + ": the copy of the shard with key " + key + " cannot be used: " + why));
                Set<Integer> usable = new TreeSet<>(group);
                usable.removeAll(read.broken().keySet());
                unreadable.removeAll(usable);
            } catch (StorageException e) {
                problems.add(name + ": " + e.getMessage());
            }
        }
        return unreadable;
    }
}
