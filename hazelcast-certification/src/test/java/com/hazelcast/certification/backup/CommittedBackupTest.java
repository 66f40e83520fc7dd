package com.hazelcast.certification.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.exporting.HistoryExport;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.MemberConfig;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.storage.Backup;
import com.hazelcast.certification.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backups into a folder with an earlier one, of which only some members finish their parts: the folder has the one or the other, never some
 * of each.
 */
@Timeout(180)
class CommittedBackupTest {
    private static final int TRANSACTIONS = 20_000;

    @TempDir
    private Path folder;

    private int exports;

    private Path backup() {
        return folder.resolve("backup");
    }

    private List<Backup.Report> backUp(TestCluster cluster) {
        List<Backup.Report> reports = new ArrayList<>();
        cluster.control().backup().backUp(backup(), Clock.systemUTC(), reports::add);
        return reports;
    }

    /** Starts two members that are loaded and backed up, and then score. */
    private FraudMember scored(TestCluster cluster) throws IOException {
        FraudMember first = cluster.startMember(cluster.startSource(TRANSACTIONS, 0));
        FraudMember second = cluster.startMember();
        cluster.awaitMembers(2);
        cluster.load();
        assertThat(backUp(cluster)).hasSize(2);
        cluster.control().start();
        cluster.awaitAnswered(first, TRANSACTIONS);
        return second;
    }

    /** The backup is whole, and has so many transactions. */
    private void requireWhole(Path backup, long transactions) throws Exception {
        assertThat(BackupCheck.of(backup, Optional.empty()).problems()).isEmpty();
        HistoryExport.Result exported =
                new HistoryExport(backup, Optional.empty(), folder.resolve("export-" + exports++)).run();
        assertThat(exported.problems()).isEmpty();
        assertThat(exported.transactions()).isEqualTo(transactions);
    }

    private static List<String> filesOf(Path backup) throws IOException {
        try (Stream<Path> files = Files.walk(backup)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    @Test
    void shouldKeepTheEarlierBackupWhenAMemberFails() throws Exception {
        try (TestCluster cluster = new TestCluster()
                .withStorage(member -> new MemberConfig.OnDisk(
                        folder.resolve("data-" + member),
                        Durability.WRITTEN,
                        Optional.empty(),
                        2,
                        Duration.ofSeconds(3)))) {
            FraudMember second = scored(cluster);
            for (Path member : Backup.members(backup())) {
                Path obstacle = Files.createDirectories(member.resolve("obstacle/in-it"));

                assertThatThrownBy(() -> backUp(cluster)).hasMessageContaining("the backup could not be written");

                requireWhole(backup(), TestCluster.LOADED);
                Files.delete(obstacle);
                Files.delete(member.resolve("obstacle"));
            }
            second.hazelcast().getMap("fraud-backups").lock(backup().toString());
            assertThatThrownBy(() -> backUp(cluster))
                    .hasMessageContaining("another 'ctl backup' writes into that folder");
            second.hazelcast().getMap("fraud-backups").unlock(backup().toString());

            assertThat(backUp(cluster)).hasSize(2).allMatch(report -> report.copiedBytes() < report.sizeBytes());

            requireWhole(backup(), TestCluster.LOADED + TRANSACTIONS);
            assertThat(filesOf(backup())).noneMatch(name -> name.startsWith("manifest-"));
        }
        try (TestCluster cluster = new TestCluster()) {
            for (int i = 0; i < 3; i++) {
                FraudMember unused = cluster.startMember();
            }
            cluster.awaitMembers(3);
            List<ShardRestore.Report> reports = new ArrayList<>();
            var unused = cluster.control().backup().restore(backup(), reports::add);
            assertThat(reports).hasSize(2).allMatch(report -> report.problems().isEmpty());
            assertThat(cluster.survey().held()).isEqualTo(TestCluster.LOADED + TRANSACTIONS);
        }
    }

    /** The program takes from the store what the folder has no more, and fails for one member when the backup is committed. */
    @Test
    void shouldKeepOneBackupInAStoreWhenACommitIsNotSentThere() throws Exception {
        Path store = folder.resolve("store");
        Path committing = folder.resolve("committing");
        Path program = Files.writeString(folder.resolve("sync"), """
                set -e
                commits=true
                for part in "$1"/manifest-*.json; do
                  time=${part##*/manifest-}
                  [ ! -e "$part" ] || grep -q "${time%%.json}" "$1/backup.json" 2> /dev/null || commits=false
                done
                if [ -e %1$s ] && $commits; then
                  [ -s %1$s ] || basename "$1" > %1$s
                  [ "$(cat %1$s)" = "$(basename "$1")" ] || { echo the store is full; exit 3; }
                fi
                mkdir -p "$2"
                cp -R "$1"/. "$2"
                for file in "$2"/*; do [ -e "$1/$(basename "$file")" ] || rm "$file"; done
                """.formatted(committing));
        BackupCommands commands = BackupCommands.parse(
                "/bin/sh " + program + " {folder} " + store.resolve("{member}"), null, Duration.ofMinutes(2));
        try (TestCluster cluster = new TestCluster().withBackupCommands(commands)) {
            FraudMember unused = scored(cluster);
            requireWhole(store, TestCluster.LOADED);

            Files.writeString(committing, "no member");
            assertThatThrownBy(() -> backUp(cluster))
                    .hasMessageContaining("the backup was not committed")
                    .hasMessageContaining("the store is full");
            requireWhole(store, TestCluster.LOADED);
            Files.delete(committing);
            assertThat(backUp(cluster)).hasSize(2);
            requireWhole(store, TestCluster.LOADED + TRANSACTIONS);

            Files.writeString(committing, "");
            assertThatThrownBy(() -> backUp(cluster))
                    .hasMessageContaining("the backup is the valid one, but not every member")
                    .hasMessageContaining("the store is full");
            requireWhole(store, TestCluster.LOADED + TRANSACTIONS);
            assertThat(filesOf(store)).anyMatch(name -> name.startsWith("manifest-"));

            Files.delete(committing);
            assertThat(backUp(cluster)).hasSize(2);
            requireWhole(store, TestCluster.LOADED + TRANSACTIONS);
            requireWhole(backup(), TestCluster.LOADED + TRANSACTIONS);
            assertThat(filesOf(store))
                    .containsExactlyInAnyOrderElementsOf(filesOf(backup()).stream()
                            .map(name -> name.equals("backup") ? "store" : name)
                            .toList());
        }
    }
}
