package com.hazelcast.certification.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.exporting.HistoryExport;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.member.TestCluster;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Backups that are damaged or cut: what a restore, an export and a check report of them, and what is restored all the same. */
@Timeout(180)
class DamagedRestoreTest {
    private static final int LOG_HEAD_SIZE_BYTES = 32;

    @TempDir
    private Path folder;

    private BackupFolder backup;

    @BeforeEach
    void prepare() {
        backup = new BackupFolder(folder);
    }

    @Test
    void shouldNameWhatIsDamagedAndUseTheOtherCopy() throws Exception {
        ShardSurvey held = backup.ofTwoMembers();
        Path damaged = backup.snapshot();
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length / 2] ^= 1;
        Files.write(damaged, bytes);

        String name = damaged.getFileName().toString();
        assertThat(backup.problems())
                .hasSize(2)
                .anyMatch(problem -> problem.contains(name + " is damaged"))
                .anyMatch(problem -> problem.contains("the copy of the shard with key " + name.split("-")[1]));
        try (TestCluster cluster = BackupFolder.ofOneMember()) {
            cluster.startMember();

            List<ShardRestore.Report> reports = backup.restore(cluster);

            assertThat(reports.stream().flatMap(report -> report.problems().stream()))
                    .singleElement()
                    .asString()
                    .contains("the shard with key " + name.split("-")[1], name);
            assertThat(cluster.control().missingShards()).isZero();
            assertThat(cluster.survey().held()).isEqualTo(held.held());
        }

        Path manifest = damaged.resolveSibling("manifest.json");
        Files.writeString(manifest, "{}");
        try (TestCluster cluster = BackupFolder.ofOneMember()) {
            cluster.startMember();

            assertThat(backup.restore(cluster).stream().flatMap(report -> report.problems().stream()))
                    .singleElement()
                    .asString()
                    .contains("the backup cannot be read", damaged.getParent().toString());
            assertThat(cluster.survey().held()).isEqualTo(held.held());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "{}",
                "[1]",
                "{\"format\":2}",
                "{\"format\":1,\"cluster\":\"x\",\"takenAtMs\":0,\"files\":[],\"shards\":[]}",
                "{\"format\":1,\"cluster\":\"13-shards\",\"takenAtMs\":0,\"files\":[{\"name\":\"../../x\",\"sizeBytes\":1,\"crc32c\":\"0\"}],\"shards\":[0]}",
                "{\"format\":1,\"cluster\":\"13-shards\",\"takenAtMs\":0,\"files\":[null],\"shards\":[null]}"
            })
    void shouldNameADamagedManifest(String content) throws Exception {
        Path manifest =
                Files.createDirectories(backup.path().resolve("member-1")).resolve("manifest.json");
        Files.writeString(manifest, content);

        assertThat(backup.problems()).first().asString().contains("member-1/manifest.json cannot be used");
        assertThatThrownBy(() -> new HistoryExport(backup.path(), Optional.empty(), folder.resolve("to")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no backup of one cluster");
    }

    /** As after a copy of the folder that was interrupted; a folder of a member has its log up to some place, and looks whole. */
    @ParameterizedTest
    @EnumSource
    void shouldNotTakeALogThatIsCutForAWholeOne(LogCut cut) throws Exception {
        ShardSurvey held = backup.ofTwoMembers();
        Path log = lastLog();
        switch (cut) {
            case MISSING -> Files.delete(log);
            case WITHOUT_RECORDS -> cut(log, LOG_HEAD_SIZE_BYTES);
            // Not near the end: the last record may be of no shard.
            case WITHIN_A_RECORD -> cut(log, Files.size(log) / 2);
        }
        String name = log.getFileName().toString();
        try (TestCluster cluster = BackupFolder.ofOneMember()) {
            cluster.startMember();

            List<String> problems = backup.restore(cluster).stream()
                    .flatMap(report -> report.problems().stream())
                    .toList();

            assertThat(problems).anyMatch(problem -> problem.startsWith(name + " "));
            assertThat(problems).anyMatch(problem -> problem.startsWith("the shard with key "));
            assertThat(cluster.survey().held()).isEqualTo(held.held());
        }
        assertThat(new HistoryExport(backup.path(), Optional.empty(), folder.resolve("to"))
                        .run()
                        .problems())
                .anyMatch(problem -> problem.contains(name))
                .anyMatch(problem -> problem.contains("a copy of the shard with key "));
    }

    /** What is missing of the last file of a log. */
    private enum LogCut {
        MISSING,
        WITHOUT_RECORDS,
        WITHIN_A_RECORD
    }

    private static void cut(Path file, long sizeBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(sizeBytes);
        }
    }

    private Path lastLog() throws IOException {
        try (Stream<Path> files = Files.list(backup.snapshot().getParent())) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .reduce((one, other) -> other)
                    .orElseThrow();
        }
    }
}
