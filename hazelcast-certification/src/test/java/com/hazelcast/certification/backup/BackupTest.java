package com.hazelcast.certification.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.cli.Fraud;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.exporting.HistoryExport;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.storage.Backup;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Backups that members make while they score, and clusters of other sizes that begin with one. */
@Timeout(180)
class BackupTest {
    @TempDir
    private Path folder;

    private BackupFolder backup;

    @BeforeEach
    void prepare() {
        backup = new BackupFolder(folder);
    }

    @Test
    void shouldBringEverythingBackIntoAClusterOfAnotherSize() throws Exception {
        ShardSurvey held = backup.ofTwoMembers();
        assertThat(held.held()).isEqualTo(TestCluster.LOADED + BackupFolder.TRANSACTIONS);
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(3);

            List<ShardRestore.Report> reports = new ArrayList<>();
            OptionalLong takenAtMs = cluster.control().backup().restore(backup.path(), reports::add);

            assertThat(reports).hasSize(2).allMatch(report -> report.problems().isEmpty());
            assertThat(takenAtMs)
                    .as("what was answered since is not in it")
                    .hasValue(Backup.manifest(Backup.members(backup.path()).get(0))
                            .takenAtMs());
            assertThat(cluster.control().missingShards()).isZero();
            assertThat(cluster.survey().held()).isEqualTo(held.held());
            assertThat(cluster.survey().cards()).isEqualTo(held.cards());
            TestCluster.await(
                    "copies agree", () -> cluster.control().audit().verify().isGood());
            assertThat(cluster.control().start()).isTrue();

            assertThatThrownBy(() -> backup.restore(cluster))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the cluster has histories")
                    .hasMessageContaining("shardsLoaded=13");
        }
    }

    @Test
    void shouldSendEachMembersFolderOnAndFetchThemAgain() throws Exception {
        Path remote = Files.createDirectories(folder.resolve("remote"));
        BackupCommands commands = BackupCommands.parse(
                program("send", "mkdir -p \"$2\"; cp -R \"$1\"/. \"$2\"; echo sent $3") + " {folder} "
                        + remote.resolve("{member}") + " {member}",
                program("fetch", "cp -R \"$1\"/member-* \"$2\"; echo fetched") + " " + remote + " {folder}",
                Duration.ofMinutes(2));
        long held;
        try (TestCluster cluster = new TestCluster().withStorage(backup::onDisk).withBackupCommands(commands)) {
            cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();

            assertThat(backup.make(cluster.control()))
                    .hasSize(2)
                    .allMatch(report -> report.commandOutput().startsWith("sent member-"));
            held = cluster.survey().held();
        }
        Files.move(backup.path(), folder.resolve("gone"));
        try (TestCluster cluster = BackupFolder.ofOneMember().withBackupCommands(commands)) {
            cluster.startMember();
            List<String> outputs = new ArrayList<>();

            cluster.control().backup().fetch(backup.path(), outputs::add);

            assertThat(outputs).containsExactly("fetched");
            BackupFolder.assertIsPrivate(backup.path());
            assertThat(backup.restore(cluster))
                    .hasSize(2)
                    .allMatch(report -> report.problems().isEmpty());
            assertThat(cluster.survey().held()).isEqualTo(held);
        }
    }

    @Test
    void shouldFailABackupThatIsNotSentOn() throws IOException {
        BackupCommands commands =
                BackupCommands.parse(program("fail", "echo the store is full; exit 3"), null, Duration.ofMinutes(2));
        try (TestCluster cluster = new TestCluster().withStorage(backup::onDisk).withBackupCommands(commands)) {
            cluster.startMember();
            cluster.load();

            assertThatThrownBy(() -> backup.make(cluster.control()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("were not sent on")
                    .hasMessageContaining("backup-command ended with status 3")
                    .hasMessageContaining("the store is full");
            assertThatThrownBy(() -> cluster.control().backup().fetch(backup.path(), output -> {}))
                    .hasMessageContaining("give members the key restore-command");
        }
    }

    private String program(String name, String text) throws IOException {
        return "/bin/sh " + Files.writeString(folder.resolve(name), "set -e\n" + text + "\n");
    }

    @Test
    void shouldNotScoreBeforeAllFoldersAreBack() throws Exception {
        ShardSurvey held = backup.ofTwoMembers();
        try (TestCluster cluster = BackupFolder.ofOneMember().withStart()) {
            FraudMember member = cluster.startMember(cluster.startSource(BackupFolder.TRANSACTIONS, 0));
            List<MemberState> states = new ArrayList<>();

            cluster.control().backup().restore(backup.path(), report -> {
                // All shards are there after the first folder of two.
                TestCluster.pause();
                states.add(member.status().state());
            });

            assertThat(states).containsExactly(MemberState.IDLE, MemberState.IDLE);
            // Its answers would wait for another member until it becomes degraded by itself.
            cluster.control().expect(1);
            cluster.awaitAnswered(member, BackupFolder.TRANSACTIONS);
            assertThat(cluster.survey().held()).isGreaterThanOrEqualTo(held.held());
            assertThat(member.status().accounting().rejected()).isZero();
        }
    }

    @Test
    void shouldNotRestoreIntoAClusterThatScores() throws Exception {
        ShardSurvey unused = backup.ofTwoMembers();
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.control().startWithoutHistories();

            assertThatThrownBy(() -> backup.restore(cluster))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("members score already")
                    .hasMessageContaining("ctl stop");
        }
    }

    /** Two members without data folders that have scored, of which a backup was made meanwhile and one afterwards. */
    @Test
    void shouldBackUpExportAndBringBackAClusterInMemory() throws Exception {
        ShardSurvey held;
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = BackupFolder.startTwo(cluster);
            ClusterControl control = cluster.control();
            assertThat(backup.make(control)).hasSize(2);
            assertThat(backup.problems()).isEmpty();
            cluster.awaitAnswered(first, BackupFolder.TRANSACTIONS);

            List<Backup.Report> afterwards = backup.make(control);

            assertThat(afterwards).hasSize(2).allMatch(report -> report.copiedBytes() > 0);
            assertThat(afterwards.stream().mapToInt(Backup.Report::shards).sum())
                    .as("each shard once, by its owner")
                    .isEqualTo(13);
            assertThat(backup.problems()).isEmpty();
            assertThat(Backup.members(backup.path())).hasSize(2);
            try (Stream<Path> files = Files.walk(backup.path())) {
                assertThat(files.filter(file -> file.toString().endsWith(".snapshot")))
                        .as("nothing of the first is left")
                        .hasSize(13);
            }
            BackupFolder.assertIsPrivate(backup.path());
            held = cluster.survey();
        }
        assertThat(held.held()).isEqualTo(TestCluster.LOADED + BackupFolder.TRANSACTIONS);
        assertThat(new HistoryExport(backup.path(), Optional.empty(), folder.resolve("parquet")).run())
                .isEqualTo(new HistoryExport.Result(13, held.held(), List.of()));
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(3);

            assertThat(backup.restore(cluster))
                    .hasSize(2)
                    .allMatch(report -> report.problems().isEmpty());

            assertThat(cluster.control().missingShards()).isZero();
            assertThat(cluster.survey().held()).isEqualTo(held.held());
            assertThat(cluster.survey().cards()).isEqualTo(held.cards());
            TestCluster.await(
                    "copies agree", () -> cluster.control().audit().verify().isGood());
        }
    }

    /** Who makes backups by a timer makes one also after all members have ended, before the last one is brought back. */
    @Test
    void shouldReplaceNoBackupByOneOfAClusterThatHasLostItsHistories() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.load();
            backup.make(cluster.control());
        }
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();

            assertThatThrownBy(() -> backup.make(cluster.control()))
                    .hasMessageContaining("13 shards are not there, and may be in the earlier backup");
        }
        assertThat(Backup.members(backup.path())).hasSize(1);
        assertThat(backup.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"load", "import"})
    void shouldSayThatABackupIsNoSourceOfALoad(String command) throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.load();
            backup.make(cluster.control());
        }
        for (Path source : List.of(backup.path(), Backup.members(backup.path()).get(0))) {
            StringWriter err = new StringWriter();

            int status = Fraud.commandLine(command)
                    .setErr(new PrintWriter(err, true))
                    .execute(command, source.toString());

            assertThat(status).isNotZero();
            assertThat(err.toString()).contains("the source is a backup", "ctl restore");
        }
    }

    @Test
    void shouldSayThatThereIsNoBackup() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();

            assertThatThrownBy(() -> backup.restore(cluster)).hasMessageContaining("there is no such folder");
            Files.createDirectories(backup.path());
            assertThatThrownBy(() -> backup.restore(cluster)).hasMessageContaining("there is no backup in that folder");
        }
    }
}
