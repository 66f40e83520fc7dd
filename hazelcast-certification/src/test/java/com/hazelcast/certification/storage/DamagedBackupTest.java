package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.storage.files.FolderDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Backups of a data folder in which a bit has changed since it was written. */
@Timeout(120)
class DamagedBackupTest {
    @TempDir
    private Path folder;

    /** A member's shards are whole in memory, so the backup has them, too. */
    @ParameterizedTest
    @CsvSource({"shard-1-, .snapshot, 20", "log-, .log, 20", "shard-1-, .snapshot, 0"})
    void shouldWriteAnewWhatIsDamagedBeforeItIsCopied(String prefix, String suffix, int changes) throws Exception {
        TreeMap<Integer, Long> digests;
        Path member;
        try (StoredShards shards =
                StoredShards.on(FolderDisk.open(folder.resolve("data"))).withShards(2)) {
            digests = shards.change(changes).digestsNow();
            Path damaged = firstFile(prefix, suffix);
            byte[] bytes = Files.readAllBytes(damaged);
            // In the first frame, which others follow.
            bytes[60] ^= 1;
            Files.write(damaged, bytes);

            member = Path.of(
                    shards.storage.prepareBackup(folder.resolve("backup"), 1).folder());
            Backup.commit(member, 1, List.of(String.valueOf(member.getFileName())));

            // The new snapshot of a shard that has not changed has the same name.
            StoredShards.await(() -> changes == 0 || !Files.exists(damaged));
        }
        StoredShards.Found found = StoredShards.readBackup(member);
        assertThat(found.broken()).isEmpty();
        assertThat(found.digests()).isEqualTo(digests);
    }

    private Path firstFile(String prefix, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("data"))) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix)
                            && file.toString().endsWith(suffix))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void shouldReadShardsInGroupsOfABoundedSize() {
        assertThat(BackupManifest.groups(Map.of(5, 10L, 1, 10L, 7, 50L, 9, 3L, 12, 3L), 20))
                .containsExactly(Set.of(1, 5), Set.of(7), Set.of(9, 12));
        assertThat(BackupManifest.groups(Map.of(), 20)).isEmpty();
    }
}
