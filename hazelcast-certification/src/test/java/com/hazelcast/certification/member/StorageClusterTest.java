package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Members that keep their shards on disk, all of which end, and others that start with what is there. */
@Timeout(180)
class StorageClusterTest {
    private static final int TRANSACTIONS = 20_000;

    @TempDir
    private Path folder;

    private MemberConfig.OnDisk onDisk(int member, Durability durability) {
        return new MemberConfig.OnDisk(
                folder.resolve("data-" + member), durability, Optional.empty(), 2, Duration.ofSeconds(3));
    }

    /** Two members that have scored, and are killed; what they held. */
    private ShardSurvey scoreAndKill(TestCluster cluster) throws IOException {
        FraudMember first = cluster.startMember(cluster.startSource(TRANSACTIONS, 0));
        FraudMember second = cluster.startMember();
        cluster.awaitMembers(2);
        cluster.load();
        try (ClusterControl control = cluster.control()) {
            control.start();
            cluster.awaitAnswered(first, TRANSACTIONS);
        }
        ShardSurvey held = cluster.survey();
        cluster.kill(second);
        cluster.kill(first);
        return held;
    }

    private static void awaitHeld(TestCluster cluster, ShardSurvey held) {
        TestCluster.await("everything is there again", () -> {
            ShardSurvey now = cluster.survey();
            return now.held() == held.held() && now.cards() == held.cards();
        });
        TestCluster.await(
                "copies agree", () -> cluster.control().audit().verify().isGood());
    }

    @ParameterizedTest
    @EnumSource(names = {"WRITTEN", "SYNCED"})
    void shouldHaveEverythingAfterAllMembersEnded(Durability durability) throws IOException {
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(member, durability))) {
            ShardSurvey held = scoreAndKill(cluster);
            assertThat(held.held()).isGreaterThan(TestCluster.LOADED);

            FraudMember again = cluster.withStart().startMember(cluster.startSource(TRANSACTIONS, 0));
            FraudMember other = cluster.startMember();
            cluster.awaitMembers(2);
            // It scores by itself, on what is there.
            cluster.awaitAnswered(again, TRANSACTIONS);
            assertThat(again.status().accounting().rejected()).isZero();
            assertThat(cluster.survey().held()).isGreaterThan(held.held());
            ShardSurvey more = cluster.survey();

            // And once more, into one member.
            cluster.kill(other);
            cluster.kill(again);
            FraudMember unused = cluster.startMember();
            TestCluster.await(
                    "one member has all that is on its disk",
                    () -> cluster.survey().held() == more.held());
        }
    }

    @Test
    void shouldUseTheOtherCopyOfABrokenFileAndRejectAShardWithoutOne() throws IOException {
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(member, Durability.WRITTEN))) {
            ShardSurvey held = scoreAndKill(cluster);
            Path broken = aSnapshot(0);
            Files.write(broken, new byte[] {1, 2, 3});
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            awaitHeld(cluster, held);
            cluster.kill(second);
            cluster.kill(first);

            String shard = broken.getFileName().toString().split("-")[1];
            for (int member = 0; member < 2; member++) {
                for (Path file : snapshots(member)) {
                    if (file.getFileName().toString().startsWith("shard-" + shard + "-")) {
                        Files.write(file, new byte[] {1, 2, 3});
                    }
                }
            }
            FraudMember third = cluster.startMember();
            FraudMember fourth = cluster.startMember();
            cluster.awaitMembers(2);
            TestCluster.await(
                    "all others are there",
                    () -> cluster.survey().cards() > 0
                            && third.status().shards().loaded()
                                            + fourth.status().shards().loaded()
                                    == 12);
            assertThat(cluster.survey().held()).isLessThan(held.held());
        }
    }

    /** It brings what it has to a cluster that went on, and does not wait for a member that is not there. */
    @Test
    void shouldComeBackIntoAClusterThatWentOn() throws IOException {
        MemberConfig.OnDisk back = new MemberConfig.OnDisk(
                folder.resolve("data-1"), Durability.WRITTEN, Optional.empty(), 3, Duration.ofMinutes(10));
        try (TestCluster cluster =
                new TestCluster().withStorage(member -> member == 2 ? back : onDisk(member, Durability.WRITTEN))) {
            FraudMember first = cluster.startMember(cluster.startSource(TRANSACTIONS, 0));
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            cluster.awaitAnswered(first, TRANSACTIONS / 2);
            cluster.kill(second);

            cluster.startMember();
            cluster.awaitMembers(2);

            cluster.awaitAnswered(first, TRANSACTIONS);
            assertThat(first.status().accounting().rejected()).isZero();
            TestCluster.await(
                    "copies agree", () -> cluster.control().audit().verify().isGood());
        }
    }

    private Path aSnapshot(int member) throws IOException {
        return snapshots(member).get(0);
    }

    private List<Path> snapshots(int member) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("data-" + member))) {
            return files.filter(file -> file.toString().endsWith(".snapshot"))
                    .sorted()
                    .toList();
        }
    }
}
