package com.hazelcast.certification.backup;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A folder in which tests keep the data folders of members and a backup of them. */
final class BackupFolder {
    /** What the source of the members that are backed up sends. */
    static final int TRANSACTIONS = 20_000;

    private final Path folder;

    BackupFolder(Path folder) {
        this.folder = folder;
    }

    /** Where the backup is, when it has been made. */
    Path path() {
        return folder.resolve("backup");
    }

    private Path data(int member) {
        return folder.resolve("data-" + member);
    }

    /** Settings of the data folder of the member of that number. */
    MemberConfig.OnDisk onDisk(int member) {
        return new MemberConfig.OnDisk(data(member), Durability.WRITTEN, Optional.empty(), 2, Duration.ofSeconds(3));
    }

    /** Rules are restored into no degraded cluster, and one of one member becomes degraded. */
    static TestCluster ofOneMember() {
        return new TestCluster().withDegradedAfter(Optional.of(Duration.ofSeconds(15)));
    }

    /** Starts two members with histories; returns the first, which scores what a source sends. */
    static FraudMember startTwo(TestCluster cluster) throws IOException {
        FraudMember first = cluster.startMember(cluster.startSource(TRANSACTIONS, 0));
        cluster.startMember();
        cluster.awaitMembers(2);
        cluster.load();
        cluster.control().start();
        TestCluster.await(
                "something is scored", () -> first.status().accounting().scored() > 0);
        return first;
    }

    /** Has the members make a backup; returns what each reports. */
    List<Backup.Report> make(ClusterControl control) {
        List<Backup.Report> reports = new ArrayList<>();
        control.backup().backUp(path(), Clock.systemUTC(), reports::add);
        return reports;
    }

    /** Two members that have scored, of which a backup was made meanwhile and one afterwards; what they held then. */
    ShardSurvey ofTwoMembers() throws Exception {
        try (TestCluster cluster = new TestCluster().withStorage(this::onDisk)) {
            FraudMember first = startTwo(cluster);
            ClusterControl control = cluster.control();
            List<Backup.Report> meanwhile = make(control);
            assertThat(meanwhile).hasSize(2).allMatch(report -> report.copiedBytes() == report.sizeBytes());
            cluster.awaitAnswered(first, TRANSACTIONS);

            List<Backup.Report> afterwards = make(control);

            assertThat(problems()).isEmpty();
            assertIsPrivate(path());
            assertIsPrivate(data(0));
            assertThat(afterwards)
                    .as("the snapshots are there from before")
                    .hasSize(2)
                    .allMatch(report -> report.copiedBytes() < report.sizeBytes());
            return cluster.survey();
        }
    }

    /** Has the cluster begin with the backup; returns what is reported of each member's folder. */
    List<ShardRestore.Report> restore(TestCluster cluster) throws IOException {
        List<ShardRestore.Report> reports = new ArrayList<>();
        cluster.control().backup().restore(path(), reports::add);
        return reports;
    }

    /** What a check of the backup finds. */
    List<String> problems() throws Exception {
        return BackupCheck.of(path(), Optional.empty()).problems();
    }

    /** One of the backup's snapshots: the first by its path. */
    Path snapshot() throws IOException {
        try (Stream<Path> files = Files.walk(path())) {
            return files.filter(file -> file.toString().endsWith(".snapshot"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    static void assertIsPrivate(Path folder) throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .as(folder.toString())
                .isEqualTo("rwx------");
    }
}
