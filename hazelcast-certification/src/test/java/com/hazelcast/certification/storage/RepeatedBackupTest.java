package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.certification.storage.files.StorageException;
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
            first = shards.storage.backUp(folder.resolve("backup"), 1);
            renew(shards);

            second = shards.storage.backUp(folder.resolve("backup"), 2);
        }
        assertThat(second.folder()).isEqualTo(first.folder());
        assertThat(second.sizeBytes()).isEqualTo(first.sizeBytes());
        assertThat(second.copiedBytes()).isEqualTo(second.sizeBytes());
        StoredShards.Found found = StoredShards.readBackup(Path.of(second.folder()));
        assertThat(found.broken()).isEmpty();
        assertThat(found.digests()).isEqualTo(digests);
    }

    /** The later one has copied all, snapshots of the names of before among them, and cannot write its manifest. */
    @Test
    void shouldLeaveAnEarlierBackupAsItWasWhenALaterOneFails() throws Exception {
        Path backup = folder.resolve("backup");
        try (StoredShards shards =
                StoredShards.on(FolderDisk.open(folder.resolve("data"))).withShards(2)) {
            TreeMap<Integer, Long> digests = shards.change(3).digestsNow();
            renew(shards);
            Path member = Path.of(shards.storage.backUp(backup, 1).folder());
            for (int time = 2; time <= 3; time++) {
                renew(shards);
                Path obstacle = Files.createDirectory(member.resolve(BackupManifest.NAME + ".unfinished"));

                assertThatThrownBy(() -> shards.storage.backUp(backup, 5)).isInstanceOf(StorageException.class);

                requireWhole(member, digests);
                Files.delete(obstacle);
                assertThat(shards.storage.backUp(backup, time).copiedBytes()).isPositive();
                requireWhole(member, digests);
                assertThat(shards.storage.backUp(backup, time).copiedBytes()).isZero();
            }
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
            Backup.Report unused = shards.change(3).storage.backUp(folder.resolve("backup"), 1);

            second = shards.storage.backUp(folder.resolve("backup"), 2);
        }
        assertThat(second.sizeBytes()).isPositive();
        assertThat(second.copiedBytes()).isZero();
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
