package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.hazelcast.certification.backup.BackupCheck;
import com.hazelcast.certification.cli.Fraud;
import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.cluster.ClusterRules;
import com.hazelcast.certification.exporting.HistoryExport;
import com.hazelcast.certification.gateway.GatewaySettings;
import com.hazelcast.certification.rules.live.RuleBook;
import com.hazelcast.certification.rules.live.RuleChange;
import com.hazelcast.certification.rules.live.RuleChange.Kind;
import com.hazelcast.certification.rules.live.RuleSetText;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupManifest;
import com.hazelcast.certification.storage.BackupParts;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.storage.files.DataKey;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sets of rules in backups: what they have decided keeps its names, wherever it is brought. */
@Timeout(180)
class RuleBackupTest {
    private static final RuleSetText BIG =
            new RuleSetText("set big\nrule large review when tx.amount >= 1_000\n", Map.of());

    private static final RuleSetText POINTS = new RuleSetText("""
            set amounts
            points challenge at 10, decline at 20
            rule large points 10 when tx.amount >= 1_000
            rule larger points 15 when tx.amount >= 2_000
            """, Map.of());

    @TempDir
    private Path folder;

    private final Transaction payment =
            new Transaction("4000220000112333", System.currentTimeMillis(), 276, 0, 5_000, 978, 5_411, 7, 9);

    private static GatewaySettings gateway() {
        return GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 10, 8);
    }

    private static Verdict send(FraudMember member, Transaction payment) throws Exception {
        try (FraudClient client = FraudClient.connect(ClientConfig.plain(
                List.of(new InetSocketAddress("127.0.0.1", member.gatewayPort().orElseThrow()))))) {
            return client.send(payment).toCompletableFuture().get(1, TimeUnit.MINUTES);
        }
    }

    private static RuleBook change(ClusterRules rules, Kind kind, int set, @Nullable RuleSetText text) {
        RuleBook changed = rules.change(new RuleChange(kind, set, 0, 0, "Ana", "a test", text));
        RuleBook whole = rules.book();
        assertThat(whole.lastHash()).isEqualTo(changed.lastHash());
        return whole;
    }

    private Path backup() {
        return folder.resolve("backup");
    }

    private MemberConfig.OnDisk onDisk(String name, Optional<DataKey> key) {
        return new MemberConfig.OnDisk(folder.resolve(name), Durability.WRITTEN, key, 1, Duration.ofSeconds(3));
    }

    private RuleBook backedUp() throws Exception {
        return backedUp(Optional.empty(), BIG);
    }

    /** The book of the backup; its second set, which is that one, has decided the payment. */
    private RuleBook backedUp(Optional<DataKey> key, RuleSetText set) throws Exception {
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk("data-" + member, key))) {
            FraudMember first = cluster.startMember(gateway());
            cluster.startMember();
            cluster.load();
            cluster.control().start();
            ClusterRules rules = cluster.control().rules();
            change(rules, Kind.SUBMIT, 0, set);
            cluster.control().backup().backUp(backup(), Clock.systemUTC(), report -> {});
            List<Path> before = BackupParts.of(backup()).rules();
            assertThat(before).hasSize(2);
            RuleBook book = change(rules, Kind.ACTIVATE, 2, null);
            Verdict verdict = send(first, payment);
            assertThat(verdict.ruleSet()).isEqualTo(2);

            cluster.control().backup().backUp(backup(), Clock.systemUTC(), report -> {});

            assertThat(BackupCheck.of(backup(), key).problems()).isEmpty();
            assertThat(BackupParts.of(backup()).rules()).hasSize(2).doesNotContainAnyElementsOf(before);
            assertThat(before).noneMatch(Files::exists);
            return book;
        }
    }

    @Test
    void shouldHaveTheSetsAndTheRecordAfterARestore() throws Exception {
        RuleBook book = backedUp();
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember(gateway());
            cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(3);

            cluster.control()
                    .backup()
                    .restore(backup(), report -> assertThat(report.problems()).isEmpty());

            assertThat(cluster.control().rules().books()).hasSize(3).allMatch(book::equals);
            cluster.control().start();
            Verdict again = send(first, payment);
            assertThat(again.status()).isEqualTo(Verdict.Status.DUPLICATE);
            assertThat(again.ruleSet()).isEqualTo(2);
            assertThat(again.action()).isEqualTo(Verdict.Action.REVIEW);
        }
    }

    @Test
    void shouldHaveNoSetInTheClearWhereFoldersAreEncrypted() throws Exception {
        DataKey key = DataKey.read(Files.writeString(folder.resolve("key"), "a".repeat(64)));
        RuleBook book = backedUp(Optional.of(key), BIG);
        for (String part : List.of("data-0", "data-1", "backup")) {
            try (Stream<Path> files = Files.walk(folder.resolve(part))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain("set big", "rule large");
                }
            }
        }
        assertThat(BackupCheck.of(backup(), Optional.empty()).isRead()).isFalse();
        assertThatThrownBy(() -> new HistoryExport(backup(), Optional.empty(), folder.resolve("parquet")))
                .hasMessageContaining("the sets of rules cannot be read")
                .hasMessageContaining("data-key-file");
        assertThat(new HistoryExport(backup(), Optional.of(key), folder.resolve("parquet"))
                        .run()
                        .problems())
                .isEmpty();
        try (TestCluster cluster =
                new TestCluster().withStorage(member -> onDisk("restored-" + member, Optional.of(key)))) {
            cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(2);

            cluster.control()
                    .backup()
                    .restore(backup(), report -> assertThat(report.problems()).isEmpty());

            assertThat(cluster.control().rules().books()).hasSize(2).allMatch(book::equals);
        }
    }

    @Test
    void shouldRefuseToMixItsRecordWithAnother() throws Exception {
        RuleBook unused = backedUp();
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();
            RuleBook other = change(cluster.control().rules(), Kind.SUBMIT, 0, BIG);

            assertThatThrownBy(() -> cluster.control().backup().restore(backup(), report -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the rules of this cluster have been changed");
            assertThat(cluster.control().rules().book()).isEqualTo(other);
            assertThat(cluster.control().missingShards())
                    .as("nothing is restored")
                    .isEqualTo(13);
        }
    }

    @Test
    void shouldNameSetsOfWhichNoFileIsWhole() throws Exception {
        RuleBook unused = backedUp();
        for (Path file : BackupParts.of(backup()).rules()) {
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
        }
        String problem = "no file with the sets of rules is whole";
        assertThat(new HistoryExport(backup(), Optional.empty(), folder.resolve("parquet"))
                        .run()
                        .problems())
                .singleElement()
                .asString()
                .contains(problem, "is damaged");
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();
            List<String> problems = new ArrayList<>();

            cluster.control().backup().restore(backup(), report -> problems.addAll(report.problems()));

            assertThat(problems).singleElement().asString().contains(problem, "is damaged");
            assertThat(cluster.control().missingShards()).isZero();
        }
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();

            int status = Fraud.commandLine("ctl")
                    .execute(
                            "ctl",
                            "--address=" + cluster.controlAddress(),
                            "--cluster-name=" + cluster.name(),
                            "restore",
                            backup().toString());

            assertThat(status).isEqualTo(1);
            assertThat(cluster.control().missingShards()).isZero();
        }
    }

    @Test
    void shouldReadABackupOfAnOlderReleaseThatHasNoRules() throws Exception {
        RuleBook unused = backedUp();
        for (Path member : Backup.members(backup())) {
            BackupManifest manifest = Backup.manifest(member);
            Files.write(
                    member.resolve("manifest.json"),
                    new ObjectMapper()
                            .writeValueAsBytes(new BackupManifest(
                                    manifest.format(),
                                    manifest.cluster(),
                                    manifest.life(),
                                    manifest.takenAtMs(),
                                    manifest.files().stream()
                                            .filter(file -> !file.name().startsWith("rules-"))
                                            .toList(),
                                    manifest.shards())));
        }
        assertThat(BackupParts.of(backup()).rules()).isEmpty();
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.startMember();

            cluster.control()
                    .backup()
                    .restore(backup(), report -> assertThat(report.problems()).isEmpty());

            assertThat(cluster.control().missingShards()).isZero();
            assertThat(cluster.control().rules().book().version()).isEqualTo(1);
        }
    }

    @Test
    void shouldHaveTheScoreInAnExport() throws Exception {
        RuleBook unused = backedUp(Optional.empty(), POINTS);
        Path to = folder.resolve("parquet");

        assertThat(new HistoryExport(backup(), Optional.empty(), to).run().problems())
                .isEmpty();

        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SELECT rule, action, score_at_least, score, count(*)"
                        + " FROM '" + to + "/*.parquet' GROUP BY ALL ORDER BY score")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("points");
            assertThat(rows.getString(2)).isEqualTo("decline");
            assertThat(rows.getInt(3)).isEqualTo(20);
            assertThat(rows.getInt(4)).isEqualTo(25);
            assertThat(rows.getInt(5)).isEqualTo(1);
            assertThat(rows.next()).as("loaded histories").isTrue();
            assertThat(rows.getObject(3)).isNull();
            assertThat(rows.getObject(4)).isNull();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void shouldNameSetAndRuleInAnExport() throws Exception {
        RuleBook unused = backedUp();
        Path to = folder.resolve("parquet");

        assertThat(new HistoryExport(backup(), Optional.empty(), to).run().problems())
                .isEmpty();

        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SELECT rule_set, rule_set_name, rule, action, count(*)"
                        + " FROM '" + to + "/*.parquet' WHERE decision IS NOT NULL GROUP BY ALL")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(2);
            assertThat(rows.getString(2)).isEqualTo("big");
            assertThat(rows.getString(3)).isEqualTo("large");
            assertThat(rows.getString(4)).isEqualTo("review");
            assertThat(rows.getInt(5)).isEqualTo(1);
            assertThat(rows.next()).isFalse();
        }
    }
}
