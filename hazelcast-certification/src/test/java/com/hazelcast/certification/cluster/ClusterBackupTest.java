package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.storage.Backup;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whether a backup has all shards, by what members answer. */
class ClusterBackupTest {
    private static final Path FOLDER = Path.of("/b");

    private static final List<Backup.Report> REPORTS = List.of(report("[3,7]"), report("[7,8]"));

    private static Backup.Report report(String keys) {
        return MemberControl.read(
                "{\"folder\":\"/b/member-1\",\"shards\":2,\"sizeBytes\":5,\"copiedBytes\":4,\"keys\":" + keys + "}",
                Backup.Report.class);
    }

    @Test
    void shouldCountEachShardOnce() {
        assertThatCode(() -> ClusterBackup.requireAll(REPORTS, 3, Set.of(3), FOLDER))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> ClusterBackup.requireAll(REPORTS, 5, Set.of(), FOLDER))
                .hasMessageContaining("shards have moved between members meanwhile")
                .hasMessageContaining("shards=2");
    }

    /** A shard that all members have lost may be nowhere but in the earlier backup. */
    @Test
    void shouldReplaceNoBackupThatHasShardsWhichTheNewOneHasNot() {
        assertThatThrownBy(() -> ClusterBackup.requireAll(REPORTS, 3, Set.of(3, 7, 9), FOLDER))
                .hasMessageContaining("1 shards are not there, and may be in the earlier backup")
                .hasMessageContaining("folder=/b");
    }
}
