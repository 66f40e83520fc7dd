package com.hazelcast.certification.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupManifestTest {
    @TempDir
    private Path folder;

    private Path member(String id, long takenAtMs, Integer... shards) throws IOException {
        BackupManifest manifest =
                new BackupManifest(BackupManifest.FORMAT, "13-shards", "", takenAtMs, List.of(), List.of(shards));
        Path member = Files.createDirectory(folder.resolve(BackupManifest.MEMBER_PREFIX + id));
        Files.write(
                member.resolve(BackupManifest.NAME),
                JsonMapper.builder().build().writeValueAsBytes(manifest));
        return member;
    }

    private static BackupManifest.Parts parts(Path... members) {
        return BackupManifest.Parts.of(List.of(members));
    }

    /** A member that failed leaves its folder of an earlier backup, which may have the only copies of some shards. */
    @Test
    void shouldSayWhenTheOldestCopyWasTakenThatIsTheNewestOfItsShard() throws IOException {
        Path earlier = member("a", 1_000, 0, 1);
        Path later = member("b", 5_000, 1, 2);
        assertThat(parts(earlier, later).takenAtMs()).as("shard 0").hasValue(1_000);
        assertThat(parts(earlier, later, member("c", 5_000, 0)).takenAtMs()).hasValue(5_000);
        assertThat(parts(member("d", 5_000)).takenAtMs()).isEmpty();
    }
}
