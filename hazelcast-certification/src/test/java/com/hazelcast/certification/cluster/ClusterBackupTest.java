package com.hazelcast.certification.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.storage.Backup;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which shards are in no folder of a backup, by what members answer. */
class ClusterBackupTest {
    private static Backup.Report report(String more) {
        return MemberControl.read(
                "{\"folder\":\"/b/member-1\",\"shards\":2,\"sizeBytes\":5,\"copiedBytes\":4" + more + "}",
                Backup.Report.class);
    }

    @Test
    void shouldCountEachShardOnce() {
        List<Backup.Report> reports = List.of(report(",\"keys\":[3,7]"), report(",\"keys\":[7,8]"));

        assertThat(ClusterBackup.missing(reports, 3)).isZero();
        assertThat(ClusterBackup.missing(reports, 5)).isEqualTo(2);
    }

    @Test
    void shouldMissNothingWhereAMemberOfAnEarlierReleaseNamesNoShards() {
        List<Backup.Report> reports = List.of(report(",\"keys\":[3,7]"), report(""));

        assertThat(ClusterBackup.missing(reports, 5)).isZero();
    }
}
