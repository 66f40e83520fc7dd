package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.storage.files.FolderDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a data folder into a folder that has an earlier one. */
@Timeout(120)
class RepeatedBackupTest {
    @TempDir
    private Path folder;

    private Backup.Report prepare(StoredShards shards, long takenAtMs) {
        return shards.storage.prepareBackup(folder.resolve("backup"), takenAtMs);
    }

    private Backup.Report backUp(StoredShards shards, long takenAtMs) throws IOException {
        Backup.Report report = prepare(shards, takenAtMs);
        Path member = Path.of(report.folder());
        Backup.commit(member, takenAtMs, List.of(String.valueOf(member.getFileName())));
        Backup.clean(member);
        return report;
    }

    /** The snapshot has the name and the size of the one before, and the log that only that one needs is deleted. */
    @Test
    void shouldCopyASnapshotThatWasTakenAnewOfAShardThatHasNotChanged() throws Exception {
        TreeMap<Integer, Long> digests;
        Backup.Report first;
        Backup.Report second;
        try (StoredShards shards =
                StoredShards.on(FolderDisk.open(folder.resolve("data"))).withShards(2)) {
            digests = shards.change(3).digestsNow();
            renew(shards);
            first = backUp(shards, 1);
            renew(shards);

            second = backUp(shards, 2);
        }
        assertThat(second.folder()).isEqualTo(first.folder());
        assertThat(second.sizeBytes()).isEqualTo(first.sizeBytes());
        assertThat(second.copiedBytes()).isEqualTo(second.sizeBytes());
        StoredShards.Found found = StoredShards.readBackup(Path.of(second.folder()));
        assertThat(found.broken()).isEmpty();
        assertThat(found.digests()).isEqualTo(digests);
    }

    /** The later ones have copied all, snapshots of the names of before among them, and other members have not. */
    @Test
    void shouldLeaveAnEarlierBackupAsItWasUntilALaterOneIsCommitted() throws Exception {
        try (StoredShards shards =
                StoredShards.on(FolderDisk.open(folder.resolve("data"))).withShards(2)) {
            TreeMap<Integer, Long> before = shards.change(3).digestsNow();
            renew(shards);
            Path member = Path.of(backUp(shards, 1).folder());
            for (int time = 2; time <= 6; time += 2) {
                TreeMap<Integer, Long> now = shards.change(3).digestsNow();
                renew(shards);

                assertThat(prepare(shards, time).copiedBytes()).isPositive();

                requireWhole(member, before);
                assertThat(prepare(shards, time + 1).copiedBytes())
                        .as("what the one that was not committed has is used")
                        .isZero();
                requireWhole(member, before);
                assertThat(filesOf(member)).doesNotContain(BackupManifest.preparedName(time));

                assertThat(backUp(shards, time + 1).copiedBytes()).isZero();
                requireWhole(member, now);
                assertThat(filesOf(member)).as("nothing is left").containsExactlyInAnyOrderElementsOf(namesOf(member));
                before = now;
            }
        }
    }

    private static List<String> namesOf(Path member) throws IOException {
        return Stream.concat(
                        Backup.manifest(member).files().stream().map(BackupManifest.File::name),
                        Stream.of(BackupManifest.NAME, BackupParts.NAME))
                .toList();
    }

    private static List<String> filesOf(Path member) throws IOException {
        try (Stream<Path> files = Files.list(member)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    private static void requireWhole(Path member, TreeMap<Integer, Long> digests) throws Exception {
        StoredShards.Found found = StoredShards.readBackup(member);
        assertThat(found.broken()).isEmpty();
        assertThat(found.digests()).isEqualTo(digests);
        for (BackupManifest.File file : Backup.manifest(member).files()) {
            assertThat(file.look(member).problem()).as(file.name()).isEmpty();
        }
    }

    @Test
    void shouldCopyNothingAgainThatIsThere() throws Exception {
        Backup.Report second;
        try (StoredShards shards =
                StoredShards.on(FolderDisk.open(folder.resolve("data"))).withShards(2)) {
            Backup.Report unused = backUp(shards.change(3), 1);

            second = backUp(shards, 2);
        }
        assertThat(second.sizeBytes()).isPositive();
        assertThat(second.copiedBytes()).isZero();
    }

    /** As a look at the backup says; what a later backup looks at is as it was. */
    @Test
    void shouldCopyAFileAnewThatWasDeletedBecauseItWasDamaged() throws Exception {
        try (StoredShards shards =
                StoredShards.on(FolderDisk.open(folder.resolve("data"))).withShards(2)) {
            TreeMap<Integer, Long> digests = shards.change(3).digestsNow();
            long time = 1;
            Path member = Path.of(backUp(shards, time).folder());
            for (BackupManifest.File file : Backup.manifest(member).files()) {
                Path copy = member.resolve(file.name());
                byte[] bytes = Files.readAllBytes(copy);
                bytes[bytes.length - 1] ^= 1;
                Files.write(copy, bytes);
                assertThat(backUp(shards, ++time).copiedBytes()).isZero();
                assertThat(file.look(member).problem()).contains("is damaged", "delete this file", "copies it anew");

                Files.delete(copy);

                assertThat(backUp(shards, ++time).copiedBytes()).isEqualTo(file.sizeBytes());
                requireWhole(member, digests);
            }
        }
    }

    /** All shards get snapshots anew, behind a file of the log that is not there yet. */
    private void renew(StoredShards shards) throws IOException {
        List<Path> before = logFiles();
        assertThat(before).isNotEmpty();
        shards.storage.renew();
        StoredShards.await(() -> before.stream().noneMatch(file -> Files.exists(file)));
    }

    private List<Path> logFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("data"))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(LogFiles.PREFIX))
                    .toList();
        }
    }
}
