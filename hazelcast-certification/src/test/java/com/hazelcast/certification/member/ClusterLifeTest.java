package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.backup.BackupCheck;
import com.hazelcast.certification.exporting.HistoryExport;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.shard.OwnerDigests;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.BackupParts;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.storage.ShardStorage.StorageFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Data folders of one life of a cluster, and of others. */
@Timeout(120)
class ClusterLifeTest {
    private static final int TRANSACTIONS = 2_000;

    @TempDir
    private Path folder;

    private TestCluster withFolder(TestCluster cluster, String name, int membersExpected) {
        return cluster.withStorage(member -> new MemberConfig.OnDisk(
                folder.resolve(name),
                Durability.WRITTEN,
                Optional.empty(),
                membersExpected,
                Duration.ofSeconds(membersExpected == 1 ? 0 : 60)));
    }

    private FraudMember start(TestCluster cluster, String name, int membersExpected) throws IOException {
        return withFolder(cluster, name, membersExpected).startMember();
    }

    /** A cluster of one member that has scored into that folder, and is gone; the life that it was. */
    private String live(String name) throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = withFolder(cluster, name, 1).startMember(cluster.startSource(TRANSACTIONS, 0));
            cluster.load();
            cluster.control().start();
            cluster.awaitAnswered(member, TRANSACTIONS);
            awaitKept(member);
            return member.life().text();
        }
    }

    private static StorageFigures storageOf(FraudMember member) {
        return member.shards().storage().orElseThrow().figures();
    }

    private static void awaitKept(FraudMember member) {
        TestCluster.await(
                "all is on disk",
                () -> storageOf(member).pending() == 0 && storageOf(member).copies() > 0);
    }

    /** Files of a folder that are of use, and what they have. */
    private Map<String, List<Byte>> files(String name) throws IOException {
        Map<String, List<Byte>> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder.resolve(name))) {
            for (Path file : all.toList()) {
                String fileName = String.valueOf(file.getFileName());
                if (fileName.endsWith(".snapshot") || fileName.endsWith(".log") || fileName.equals("life")) {
                    files.put(fileName, bytes(file));
                }
            }
        }
        return files;
    }

    private static List<Byte> bytes(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        return Stream.iterate(0, i -> i + 1)
                .limit(content.length)
                .map(i -> content[i])
                .toList();
    }

    private static int membersSeenBy(FraudMember member) {
        return member.hazelcast().getCluster().getMembers().size();
    }

    private static void awaitLife(FraudMember member, String life) {
        TestCluster.await(
                "the member follows life " + life, () -> member.life().text().equals(life));
    }

    @Test
    void shouldRefuseAFolderOfAnEarlierLifeAndChangeNeitherItNorTheCluster() throws IOException {
        String earlier = live("earlier");
        Map<String, List<Byte>> before = files("earlier");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = start(cluster, "now", 1);
            cluster.load();
            String now = member.life().text();
            ShardSurvey held = cluster.survey();
            long digest = OwnerDigests.sum(member.hazelcast());

            assertThatThrownBy(() -> start(cluster, "earlier", 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasNoSuppressedExceptions()
                    .hasMessageContaining("data-dir=" + folder.resolve("earlier"))
                    .hasMessageContaining("shards=13")
                    .hasMessageContaining("life=" + earlier)
                    .hasMessageContaining("clusterLife=" + now)
                    .hasMessageContaining("move the folder away");

            cluster.awaitMembers(1);
            assertThat(cluster.survey()).isEqualTo(held);
            assertThat(OwnerDigests.sum(member.hazelcast())).isEqualTo(digest);
            assertThat(files("earlier")).containsAllEntriesOf(before);
            assertThat(now).isNotEqualTo(earlier);
        }
    }

    /** Also where nobody of the running cluster has a folder. */
    @Test
    void shouldRefuseAFolderInAClusterThatKeepsNothingOnDisk() throws IOException {
        String earlier = live("earlier");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            assertThat(member.life().text()).isEmpty();
            cluster.load();
            ShardSurvey held = cluster.survey();

            assertThatThrownBy(() -> start(cluster, "earlier", 1))
                    .hasMessageContaining("life=" + earlier)
                    .hasMessageContaining("clusterLife=" + member.life().text());
            assertThat(cluster.survey()).isEqualTo(held);

            // An empty one becomes one of this life.
            FraudMember kept = start(cluster, "new", 1);
            awaitLife(kept, member.life().text());
        }
    }

    /** The first member has nothing, and is asked for a load before the one comes that has all. */
    @Test
    void shouldGoOnWithTheLifeThatOthersBringAfterAnEmptyHostStartedFirst() throws IOException {
        String life;
        ShardSurvey held;
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = start(cluster, "a", 1);
            FraudMember second = start(cluster, "b", 1);
            cluster.awaitMembers(2);
            cluster.load();
            life = first.life().text();
            awaitKept(first);
            awaitKept(second);
            held = cluster.survey();
        }
        try (TestCluster cluster = new TestCluster()) {
            FraudMember empty = start(cluster, "replaced", 2);
            cluster.control().load(Optional.empty());
            TestCluster.pause();
            assertThat(empty.life().text()).isEmpty();
            assertThat(folder.resolve("replaced").resolve("life")).doesNotExist();

            FraudMember brings = start(cluster, "b", 2);

            awaitLife(brings, life);
            awaitLife(empty, life);
            cluster.awaitLoadEnded();
            TestCluster.await("all is there", () -> cluster.survey().cards() == held.cards());
            awaitKept(empty);
            assertThat(Files.readString(folder.resolve("replaced").resolve("life")))
                    .contains(life);
        }
    }

    /** Folders of an earlier release are taken as one life; one that is missing among others is given theirs. */
    @Test
    void shouldGiveFoldersWithoutALifeOne() throws IOException {
        String first = live("a");
        Files.delete(folder.resolve("a").resolve("life"));
        String second;
        try (TestCluster cluster = new TestCluster()) {
            FraudMember old = start(cluster, "a", 2);
            FraudMember empty = start(cluster, "b", 2);
            TestCluster.await("a life has begun", () -> !old.life().text().isEmpty());
            second = old.life().text();
            assertThat(second).isNotEqualTo(first);
            awaitLife(empty, second);
            TestCluster.await("all is there", () -> cluster.control().missingShards() == 0);
            cluster.awaitMembers(2);
            awaitKept(empty);
        }
        Files.delete(folder.resolve("a").resolve("life"));
        try (TestCluster cluster = new TestCluster()) {
            FraudMember old = start(cluster, "a", 2);
            FraudMember brings = start(cluster, "b", 2);
            awaitLife(old, second);
            awaitLife(brings, second);
        }
    }

    /** Why a member that waits for another one ends, at its start or just after it. */
    private String whyRefused(TestCluster cluster, String name) throws IOException {
        try {
            FraudMember member = start(cluster, name, 2);
            TestCluster.await("it ends", () -> member.refusal().isPresent());
            return member.refusal().orElseThrow();
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void shouldUseNoneOfTwoLivesThatStartTogether() throws IOException {
        String one = live("one");
        String two = live("two");
        Map<String, List<Byte>> before = files("one");
        try (TestCluster cluster = new TestCluster().withStart()) {
            FraudMember waits = start(cluster, "one", 2);

            assertThat(whyRefused(cluster, "two"))
                    .contains("data-dir=" + folder.resolve("two"), "life=" + two, "=" + one)
                    .contains("Decide which life is to go on");

            TestCluster.await("the other one ends, too", () -> waits.refusal().isPresent());
            assertThat(waits.refusal().orElseThrow())
                    .contains("data-dir=" + folder.resolve("one"), "life=" + one, "=" + two);
            assertThat(waits.metrics().accounting().scored()).isZero();
            TestCluster.await(
                    "it has ended",
                    () -> !waits.hazelcast().getLifecycleService().isRunning());
            assertThat(files("one")).containsAllEntriesOf(before);
        }
    }

    /** Each has begun a life of its own before it heard the other one. */
    @Test
    void shouldNotUniteTwoClustersOfDifferentLives() throws Exception {
        try (TestCluster cluster =
                new TestCluster().withLinks(new MemberLinks(Files.createDirectories(folder.resolve("links"))))) {
            FraudMember first = start(cluster, "a", 1);
            cluster.cutLinks();
            FraudMember second = start(cluster, "b", 1);
            cluster.cutLinks();
            first.load().begin(Optional.empty()).join();
            second.load().begin(Optional.empty()).join();
            awaitKept(first);
            awaitKept(second);
            assertThat(first.life().text()).isNotEqualTo(second.life().text());
            Map<String, Map<String, List<Byte>>> before = Map.of("a", files("a"), "b", files("b"));
            Map<FraudMember, Long> digests =
                    Map.of(first, OwnerDigests.sum(first.hazelcast()), second, OwnerDigests.sum(second.hazelcast()));

            cluster.healLinks();

            TestCluster.await(
                    "one of them ends",
                    () -> first.refusal().isPresent() || second.refusal().isPresent());
            boolean isFirst = first.refusal().isPresent();
            FraudMember ended = isFirst ? first : second;
            FraudMember stays = isFirst ? second : first;
            TestCluster.await(
                    "it has ended",
                    () -> !ended.hazelcast().getLifecycleService().isRunning());
            String name = isFirst ? "a" : "b";
            assertThat(files(name)).containsAllEntriesOf(before.get(name));
            assertThat(stays.refusal()).isEmpty();
            TestCluster.await("the other one is alone", () -> membersSeenBy(stays) == 1);
            assertThat(OwnerDigests.sum(stays.hazelcast())).isEqualTo(digests.get(stays));
        }
    }

    /** What a life holds that scores so many transactions, and is backed up before its end. */
    private ShardSurvey backUp(String name, int transactions, Path backup) throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = withFolder(cluster, name, 1).startMember(cluster.startSource(transactions, 0));
            cluster.load();
            cluster.control().start();
            cluster.awaitAnswered(member, transactions);
            awaitKept(member);
            cluster.control().backup().backUp(backup, Clock.systemUTC(), report -> {});
            return cluster.survey();
        }
    }

    /** A cluster that was started anew is backed up into the folder that has a backup of the one before. */
    @Test
    void shouldUseOnlyTheNewestLifeOfABackup() throws Exception {
        Path backup = folder.resolve("backup");
        ShardSurvey first = backUp("a", TRANSACTIONS, backup);
        Path earlier = Backup.members(backup).get(0);
        ShardSurvey second = backUp("b", TRANSACTIONS / 2, backup);
        assertThat(second.held()).isLessThan(first.held());

        BackupParts parts = BackupParts.of(backup);
        assertThat(Backup.members(backup)).hasSize(2);
        assertThat(parts.used()).hasSize(1).doesNotContain(earlier);
        assertThat(parts.leftOut()).containsOnlyKeys(earlier);
        assertThat(BackupCheck.of(backup, Optional.empty()).problems()).isEmpty();
        assertThat(parts.rules()).isNotEmpty().noneMatch(file -> file.startsWith(earlier));
        HistoryExport export = new HistoryExport(backup, Optional.empty(), folder.resolve("parquet"));
        assertThat(export.run().transactions()).isEqualTo(second.held());
        assertThat(export.notUsed())
                .singleElement()
                .asString()
                .contains(earlier.getFileName() + ": of another life of the cluster");
        List<ShardRestore.Report> reports = new ArrayList<>();
        try (TestCluster cluster = new TestCluster()) {
            FraudMember unused = start(cluster, "restored", 1);

            cluster.control().backup().restore(backup, reports::add);

            assertThat(cluster.survey().held()).isEqualTo(second.held());
            assertThat(cluster.survey().cards()).isEqualTo(second.cards());
        }
        assertThat(reports).hasSize(2);
        assertThat(reports.get(0).problems())
                .singleElement()
                .asString()
                .contains(
                        "of another life of the cluster",
                        "life=" + Backup.manifest(earlier).life());
        assertThat(reports.get(1).problems()).isEmpty();
    }

    @Test
    void shouldNameTheLifeInABackupAndBeginAnewWithARestore() throws IOException {
        String life;
        Path backup = folder.resolve("backup");
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = start(cluster, "a", 1);
            cluster.load();
            awaitKept(member);
            life = member.life().text();
            cluster.control().backup().backUp(backup, Clock.systemUTC(), report -> {});
        }
        assertThat(Backup.manifest(Backup.members(backup).get(0)).life()).isEqualTo(life);
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = start(cluster, "restored", 1);
            cluster.control()
                    .backup()
                    .restore(backup, report -> assertThat(report.problems()).isEmpty());
            assertThat(member.life().text()).isNotEmpty().isNotEqualTo(life);
            assertThatThrownBy(() -> start(cluster, "a", 1)).hasMessageContaining("life=" + life);
        }
    }
}
