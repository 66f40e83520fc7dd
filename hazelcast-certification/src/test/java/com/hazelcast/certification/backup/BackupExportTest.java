package com.hazelcast.certification.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.chain.ChainVerifier;
import com.hazelcast.certification.cli.Fraud;
import com.hazelcast.certification.exporting.HistoryExport;
import com.hazelcast.certification.member.TestCluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backups that are exported to Parquet. */
@Timeout(180)
class BackupExportTest {
    @TempDir
    private Path folder;

    private BackupFolder backup;

    @BeforeEach
    void prepare() {
        backup = new BackupFolder(folder);
    }

    /** A member may be writing to the folder, or it is mounted to be read only. */
    @Test
    void shouldLeaveABackupAsItIsWhenItReadsIt() throws Exception {
        backup.ofTwoMembers();
        Path unfinished = backup.snapshot().resolveSibling("shard-1.unfinished");
        Files.writeString(unfinished, "of a backup that is being written");
        // Of an earlier backup, or of another one: the manifest does not name it.
        Path unnamed = backup.snapshot().resolveSibling("shard-1-999999-0.snapshot");
        Files.writeString(unnamed, "?");

        HistoryExport.Result result = new HistoryExport(backup.path(), Optional.empty(), folder.resolve("to")).run();

        assertThat(unfinished).exists();
        assertThat(unnamed).exists();
        assertThat(result.problems()).isEmpty();
    }

    @Test
    void shouldExportEachTransactionOnceThoughTwoCopiesHoldIt() throws Exception {
        ShardSurvey held = backup.ofTwoMembers();
        Path to = folder.resolve("parquet");

        HistoryExport.Result result = new HistoryExport(backup.path(), Optional.empty(), to).run();

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
        assertThatThrownBy(() -> new HistoryExport(backup.path(), Optional.empty(), to))
                .hasMessageContaining("give a folder that is not there yet");
    }

    @Test
    void shouldWriteDownWhoExportedABackup() throws Exception {
        try (TestCluster cluster = new TestCluster().withStorage(backup::onDisk)) {
            cluster.startMember();
            cluster.load();
            backup.make(cluster.control());
        }
        Path to = folder.resolve("parquet");
        assertThat(export(backup.path().toString(), to.toString())).isZero();
        assertThat(export(backup.path().toString(), to.toString()))
                .as("the folder is there")
                .isNotZero();
        assertThat(export(backup.path().toString(), folder + "/other", "--audit-log", folder + "/none/audit.jsonl"))
                .as("no audit, no export")
                .isNotZero();
        assertThat(folder.resolve("other")).doesNotExist();

        ChainVerifier chain = ChainVerifier.fromStart();
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(backup.path().resolve("export-audit.jsonl"))) {
            assertThat(chain.accept(line)).isEmpty();
            lines.add(new JsonMapper().readTree(line));
        }
        assertThat(lines).extracting(line -> line.get("what").asText()).containsOnly("export");
        assertThat(lines).extracting(line -> line.get("result").asText()).containsExactly("accepted", "done");
        assertThat(lines)
                .allSatisfy(
                        line -> assertThat(line.get("from").asText()).startsWith(System.getProperty("user.name") + "@"))
                .allSatisfy(line -> assertThat(line.get("detail").asText()).isEqualTo(backup.path() + " to " + to));
        assertThat(backup.problems()).isEmpty();
    }

    private static int export(String... args) {
        List<String> all = new ArrayList<>(List.of("export"));
        all.addAll(List.of(args));
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return Fraud.commandLine("export").setOut(nowhere).setErr(nowhere).execute(all.toArray(String[]::new));
    }
}
