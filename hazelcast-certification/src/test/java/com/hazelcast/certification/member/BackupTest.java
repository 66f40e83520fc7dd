package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.backup.BackupCheck;
import com.hazelcast.certification.backup.BackupCommands;
import com.hazelcast.certification.chain.ChainVerifier;
import com.hazelcast.certification.cli.Fraud;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.cluster.MemberState;
import com.hazelcast.certification.exporting.HistoryExport;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.Durability;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Backups that members make while they score, and clusters of other sizes that begin with one. */
@Timeout(180)
class BackupTest {
    private static final int TRANSACTIONS = 20_000;
    private static final int LOG_HEAD_SIZE_BYTES = 32;

    @TempDir
    private Path folder;

    private Path backup() {
        return folder.resolve("backup");
    }

    private MemberConfig.OnDisk onDisk(int member) {
        return new MemberConfig.OnDisk(
                folder.resolve("data-" + member), Durability.WRITTEN, Optional.empty(), 2, Duration.ofSeconds(3));
    }

    private List<Backup.Report> backUp(ClusterControl control) {
        List<Backup.Report> reports = new ArrayList<>();
        control.backup().backUp(backup(), Clock.systemUTC(), reports::add);
        return reports;
    }

    /** Rules are restored into no degraded cluster, and one of one member becomes degraded. */
    private static TestCluster ofOneMember() {
        return new TestCluster().withDegradedAfter(Optional.of(Duration.ofSeconds(15)));
    }

    private OptionalLong takenAtMs = OptionalLong.empty();

    private List<ShardRestore.Report> restore(TestCluster cluster) throws IOException {
        List<ShardRestore.Report> reports = new ArrayList<>();
        takenAtMs = cluster.control().backup().restore(backup(), reports::add);
        return reports;
    }

    /** Two members that have scored, of which a backup was made meanwhile and one afterwards; what they held then. */
    private ShardSurvey backedUp() throws Exception {
        try (TestCluster cluster = new TestCluster().withStorage(this::onDisk)) {
            FraudMember first = cluster.startMember(cluster.startSource(TRANSACTIONS, 0));
            cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            ClusterControl control = cluster.control();
            control.start();
            TestCluster.await(
                    "something is scored", () -> first.status().accounting().scored() > 0);
            List<Backup.Report> meanwhile = backUp(control);
            assertThat(meanwhile).hasSize(2).allMatch(report -> report.copiedBytes() == report.sizeBytes());
            cluster.awaitAnswered(first, TRANSACTIONS);

            List<Backup.Report> afterwards = backUp(control);

            assertThat(problems()).isEmpty();
            assertIsPrivate(backup());
            assertIsPrivate(folder.resolve("data-0"));
            assertThat(afterwards)
                    .as("the snapshots are there from before")
                    .hasSize(2)
                    .allMatch(report -> report.copiedBytes() < report.sizeBytes());
            return cluster.survey();
        }
    }

    private List<String> problems() throws Exception {
        return BackupCheck.of(backup(), Optional.empty()).problems();
    }

    private static void assertIsPrivate(Path folder) throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .as(folder.toString())
                .isEqualTo("rwx------");
    }

    @Test
    void shouldBringEverythingBackIntoAClusterOfAnotherSize() throws Exception {
        ShardSurvey held = backedUp();
        assertThat(held.held()).isEqualTo(TestCluster.LOADED + TRANSACTIONS);
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(3);

            List<ShardRestore.Report> reports = restore(cluster);

            assertThat(reports).hasSize(2).allMatch(report -> report.problems().isEmpty());
            assertThat(takenAtMs)
                    .as("what was answered since is not in it")
                    .hasValue(Backup.manifest(Backup.members(backup()).get(0)).takenAtMs());
            assertThat(cluster.control().missingShards()).isZero();
            assertThat(cluster.survey().held()).isEqualTo(held.held());
            assertThat(cluster.survey().cards()).isEqualTo(held.cards());
            TestCluster.await(
                    "copies agree", () -> cluster.control().audit().verify().isGood());
            assertThat(cluster.control().start()).isTrue();

            assertThatThrownBy(() -> restore(cluster))
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
        try (TestCluster cluster = new TestCluster().withStorage(this::onDisk).withBackupCommands(commands)) {
            cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();

            assertThat(backUp(cluster.control()))
                    .hasSize(2)
                    .allMatch(report -> report.commandOutput().startsWith("sent member-"));
            held = cluster.survey().held();
        }
        Files.move(backup(), folder.resolve("gone"));
        try (TestCluster cluster = ofOneMember().withBackupCommands(commands)) {
            cluster.startMember();
            List<String> outputs = new ArrayList<>();

            cluster.control().backup().fetch(backup(), outputs::add);

            assertThat(outputs).containsExactly("fetched");
            assertIsPrivate(backup());
            assertThat(restore(cluster))
                    .hasSize(2)
                    .allMatch(report -> report.problems().isEmpty());
            assertThat(cluster.survey().held()).isEqualTo(held);
        }
    }

    @Test
    void shouldFailABackupThatIsNotSentOn() throws IOException {
        BackupCommands commands =
                BackupCommands.parse(program("fail", "echo the store is full; exit 3"), null, Duration.ofMinutes(2));
        try (TestCluster cluster = new TestCluster().withStorage(this::onDisk).withBackupCommands(commands)) {
            cluster.startMember();
            cluster.load();

            assertThatThrownBy(() -> backUp(cluster.control()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("were not sent on")
                    .hasMessageContaining("backup-command ended with status 3")
                    .hasMessageContaining("the store is full");
            assertThatThrownBy(() -> cluster.control().backup().fetch(backup(), output -> {}))
                    .hasMessageContaining("give members the key restore-command");
        }
    }

    private String program(String name, String text) throws IOException {
        return "/bin/sh " + Files.writeString(folder.resolve(name), "set -e\n" + text + "\n");
    }

    @Test
    void shouldNameWhatIsDamagedAndUseTheOtherCopy() throws Exception {
        ShardSurvey held = backedUp();
        Path damaged = aSnapshot();
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length / 2] ^= 1;
        Files.write(damaged, bytes);

        String name = damaged.getFileName().toString();
        assertThat(problems())
                .hasSize(2)
                .anyMatch(problem -> problem.contains(name + " is damaged"))
                .anyMatch(problem -> problem.contains("the copy of the shard with key " + name.split("-")[1]));
        try (TestCluster cluster = ofOneMember()) {
            cluster.startMember();

            List<ShardRestore.Report> reports = restore(cluster);

            assertThat(reports.stream().flatMap(report -> report.problems().stream()))
                    .singleElement()
                    .asString()
                    .contains("the shard with key " + name.split("-")[1], name);
            assertThat(cluster.control().missingShards()).isZero();
            assertThat(cluster.survey().held()).isEqualTo(held.held());
        }

        Path manifest = damaged.resolveSibling("manifest.json");
        Files.writeString(manifest, "{}");
        try (TestCluster cluster = ofOneMember()) {
            cluster.startMember();

            assertThat(restore(cluster).stream().flatMap(report -> report.problems().stream()))
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
        Path manifest = Files.createDirectories(backup().resolve("member-1")).resolve("manifest.json");
        Files.writeString(manifest, content);

        assertThat(problems()).first().asString().contains("member-1/manifest.json cannot be used");
        assertThatThrownBy(() -> new HistoryExport(backup(), Optional.empty(), folder.resolve("to")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no backup of one cluster");
    }

    /** As after a copy of the folder that was interrupted; a folder of a member has its log up to some place, and looks whole. */
    @ParameterizedTest
    @EnumSource
    void shouldNotTakeALogThatIsCutForAWholeOne(LogCut cut) throws Exception {
        ShardSurvey held = backedUp();
        Path log = lastLog();
        switch (cut) {
            case MISSING -> Files.delete(log);
            case WITHOUT_RECORDS -> cut(log, LOG_HEAD_SIZE_BYTES);
            // Not near the end: the last record may be of no shard.
            case WITHIN_A_RECORD -> cut(log, Files.size(log) / 2);
        }
        String name = log.getFileName().toString();
        try (TestCluster cluster = ofOneMember()) {
            cluster.startMember();

            List<String> problems = restore(cluster).stream()
                    .flatMap(report -> report.problems().stream())
                    .toList();

            assertThat(problems).anyMatch(problem -> problem.startsWith(name + " "));
            assertThat(problems).anyMatch(problem -> problem.startsWith("the shard with key "));
            assertThat(cluster.survey().held()).isEqualTo(held.held());
        }
        assertThat(new HistoryExport(backup(), Optional.empty(), folder.resolve("to"))
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
        try (Stream<Path> files = Files.list(aSnapshot().getParent())) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .reduce((one, other) -> other)
                    .orElseThrow();
        }
    }

    /** A member may be writing to the folder, or it is mounted to be read only. */
    @Test
    void shouldLeaveABackupAsItIsWhenItReadsIt() throws Exception {
        backedUp();
        Path unfinished = aSnapshot().resolveSibling("shard-1.unfinished");
        Files.writeString(unfinished, "of a backup that is being written");
        // Of an earlier backup, or of another one: the manifest does not name it.
        Path unnamed = aSnapshot().resolveSibling("shard-1-999999-0.snapshot");
        Files.writeString(unnamed, "?");

        HistoryExport.Result result = new HistoryExport(backup(), Optional.empty(), folder.resolve("to")).run();

        assertThat(unfinished).exists();
        assertThat(unnamed).exists();
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void shouldNotScoreBeforeAllFoldersAreBack() throws Exception {
        ShardSurvey held = backedUp();
        try (TestCluster cluster = ofOneMember().withStart()) {
            FraudMember member = cluster.startMember(cluster.startSource(TRANSACTIONS, 0));
            List<MemberState> states = new ArrayList<>();

            cluster.control().backup().restore(backup(), report -> {
                // All shards are there after the first folder of two.
                TestCluster.pause();
                states.add(member.status().state());
            });

            assertThat(states).containsExactly(MemberState.IDLE, MemberState.IDLE);
            // Its answers would wait for another member until it becomes degraded by itself.
            cluster.control().expect(1);
            cluster.awaitAnswered(member, TRANSACTIONS);
            assertThat(cluster.survey().held()).isGreaterThanOrEqualTo(held.held());
            assertThat(member.status().accounting().rejected()).isZero();
        }
    }

    @Test
    void shouldNotRestoreIntoAClusterThatScores() throws Exception {
        ShardSurvey unused = backedUp();
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.control().startWithoutHistories();

            assertThatThrownBy(() -> restore(cluster))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("members score already")
                    .hasMessageContaining("ctl stop");
        }
    }

    @Test
    void shouldExportEachTransactionOnceThoughTwoCopiesHoldIt() throws Exception {
        ShardSurvey held = backedUp();
        Path to = folder.resolve("parquet");

        HistoryExport.Result result = new HistoryExport(backup(), Optional.empty(), to).run();

        assertThat(result).isEqualTo(new HistoryExport.Result(13, held.held(), List.of()));
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*), count(DISTINCT card_id),"
                        + " count(*) FILTER (decision IS NOT NULL), bool_and(card LIKE '%****%'),"
                        + " max(time) > now()::TIMESTAMP - INTERVAL 1 DAY,"
                        + " count(*) FILTER (decided_within = 'PT1M'), count(*) FILTER (decided_within IS NULL)"
                        + " FROM '" + to + "/*.parquet'")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(held.held());
            assertThat(rows.getLong(2)).isEqualTo(held.cards());
            assertThat(rows.getLong(3)).as("decided by a rule").isPositive();
            assertThat(rows.getBoolean(4)).as("masked").isTrue();
            assertThat(rows.getBoolean(5)).as("the time is UTC").isTrue();
            assertThat(rows.getLong(6)).as("decided within a minute").isPositive();
            assertThat(rows.getLong(7)).as("loaded").isPositive();
            assertThat(rows.getLong(6) + rows.getLong(7)).isEqualTo(held.held());
        }
        assertThatThrownBy(() -> new HistoryExport(backup(), Optional.empty(), to))
                .hasMessageContaining("give a folder that is not there yet");
    }

    @Test
    void shouldWriteDownWhoExportedABackup() throws Exception {
        try (TestCluster cluster = new TestCluster().withStorage(this::onDisk)) {
            cluster.startMember();
            cluster.load();
            backUp(cluster.control());
        }
        Path to = folder.resolve("parquet");
        assertThat(export(backup().toString(), to.toString())).isZero();
        assertThat(export(backup().toString(), to.toString()))
                .as("the folder is there")
                .isNotZero();
        assertThat(export(backup().toString(), folder + "/other", "--audit-log", folder + "/none/audit.jsonl"))
                .as("no audit, no export")
                .isNotZero();
        assertThat(folder.resolve("other")).doesNotExist();

        ChainVerifier chain = ChainVerifier.fromStart();
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(backup().resolve("export-audit.jsonl"))) {
            assertThat(chain.accept(line)).isEmpty();
            lines.add(new JsonMapper().readTree(line));
        }
        assertThat(lines).extracting(line -> line.get("what").asText()).containsOnly("export");
        assertThat(lines).extracting(line -> line.get("result").asText()).containsExactly("accepted", "done");
        assertThat(lines)
                .allSatisfy(
                        line -> assertThat(line.get("from").asText()).startsWith(System.getProperty("user.name") + "@"))
                .allSatisfy(line -> assertThat(line.get("detail").asText()).isEqualTo(backup() + " to " + to));
        assertThat(problems()).isEmpty();
    }

    private static int export(String... args) {
        List<String> all = new ArrayList<>(List.of("export"));
        all.addAll(List.of(args));
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return Fraud.commandLine("export").setOut(nowhere).setErr(nowhere).execute(all.toArray(String[]::new));
    }

    /** Two members without data folders that have scored, of which a backup was made meanwhile and one afterwards. */
    @Test
    void shouldBackUpExportAndBringBackAClusterInMemory() throws Exception {
        ShardSurvey held;
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember(cluster.startSource(TRANSACTIONS, 0));
            cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            ClusterControl control = cluster.control();
            control.start();
            TestCluster.await(
                    "something is scored", () -> first.status().accounting().scored() > 0);
            assertThat(backUp(control)).hasSize(2);
            assertThat(problems()).isEmpty();
            cluster.awaitAnswered(first, TRANSACTIONS);

            List<Backup.Report> afterwards = backUp(control);

            assertThat(afterwards).hasSize(2).allMatch(report -> report.copiedBytes() > 0);
            assertThat(afterwards.stream().mapToInt(Backup.Report::shards).sum())
                    .as("each shard once, by its owner")
                    .isEqualTo(13);
            assertThat(problems()).isEmpty();
            assertThat(Backup.members(backup())).hasSize(2);
            try (Stream<Path> files = Files.walk(backup())) {
                assertThat(files.filter(file -> file.toString().endsWith(".snapshot")))
                        .as("nothing of the first is left")
                        .hasSize(13);
            }
            assertIsPrivate(backup());
            held = cluster.survey();
        }
        assertThat(held.held()).isEqualTo(TestCluster.LOADED + TRANSACTIONS);
        assertThat(new HistoryExport(backup(), Optional.empty(), folder.resolve("parquet")).run())
                .isEqualTo(new HistoryExport.Result(13, held.held(), List.of()));
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(3);

            assertThat(restore(cluster))
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
            backUp(cluster.control());
        }
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();

            assertThatThrownBy(() -> backUp(cluster.control()))
                    .hasMessageContaining("13 shards are not there, and may be in the earlier backup");
        }
        assertThat(Backup.members(backup())).hasSize(1);
        assertThat(problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"load", "import"})
    void shouldSayThatABackupIsNoSourceOfALoad(String command) throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.load();
            backUp(cluster.control());
        }
        for (Path source : List.of(backup(), Backup.members(backup()).get(0))) {
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

            assertThatThrownBy(() -> restore(cluster)).hasMessageContaining("there is no such folder");
            Files.createDirectories(backup());
            assertThatThrownBy(() -> restore(cluster)).hasMessageContaining("there is no backup in that folder");
        }
    }

    private Path aSnapshot() throws IOException {
        try (Stream<Path> files = Files.walk(backup())) {
            return files.filter(file -> file.toString().endsWith(".snapshot"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }
}
