package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.AskLaterRound;
import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.history.HistoryMemory;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.history.MemoryKind;
import com.hazelcast.certification.life.LifeAgreement;
import com.hazelcast.certification.loading.StoredShards;
import com.hazelcast.certification.logs.LoggedLines;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.storage.ShardStorage;
import com.hazelcast.certification.storage.StorageSettings;
import com.hazelcast.certification.storage.files.FolderDisk;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
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
            cluster.awaitScored(first, TRANSACTIONS / 2);
            cluster.kill(second);

            cluster.startMember();
            cluster.awaitMembers(2);

            cluster.awaitAnswered(first, TRANSACTIONS);
            assertThat(first.status().accounting().rejected()).isZero();
            TestCluster.await(
                    "copies agree", () -> cluster.control().audit().verify().isGood());
        }
    }

    /** Its shards are scored while it still reads and brings what it had: it was left behind. */
    @Test
    void shouldNotKeepAClusterThatWentOnWaitingForItsDisk() throws IOException {
        try (TestCluster cluster =
                        new TestCluster().withStorage(member -> onDisk(member == 2 ? 1 : member, Durability.WRITTEN));
                LoggedLines lines = new LoggedLines(StoredShards.class)) {
            FraudMember first = cluster.startMember(cluster.startSource(TRANSACTIONS, 4_000));
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            cluster.awaitScored(first, TRANSACTIONS / 4);
            cluster.kill(second);
            cluster.awaitAnswered(first, TRANSACTIONS);
            assertThat(lines.messages()).noneMatch(line -> line.contains("has gone on"));

            cluster.startMember();
            cluster.awaitMembers(2);
            TestCluster.await(
                    "the first one has gone on",
                    () -> lines.messages().stream()
                            .anyMatch(line -> line.contains("of 13 shards") && line.contains("has gone on")));
            TestCluster.await(
                    "copies agree", () -> cluster.control().audit().verify().isGood());
        }
    }

    /** Who has gone on: whoever has confirmed copies since, and was not together with the one that asks when all began. */
    @Test
    void shouldKnowWithWhichCopiesItHasGoneOn() throws Exception {
        try (TestCluster cluster = new TestCluster().withStorage(member -> onDisk(member, Durability.WRITTEN))) {
            FraudMember first = cluster.startMember(cluster.startSource(TRANSACTIONS, 0));
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            cluster.awaitAnswered(first, TRANSACTIONS);
            UUID together = second.hazelcast().getCluster().getLocalMember().getUuid();
            UUID later = new UUID(1, 2);
            IMap<Integer, HistoryShard> map = ShardMap.of(first.hazelcast());
            Integer key = cluster.keyOwnedBy(first);

            assertThat(map.submitToKey(key, new AskLaterRound(0, later))
                            .toCompletableFuture()
                            .get())
                    .isTrue();
            assertThat(map.submitToKey(key, new AskLaterRound(1_000, later))
                            .toCompletableFuture()
                            .get())
                    .as("a copy that is ahead")
                    .isFalse();
            assertThat(map.submitToKey(key, new AskLaterRound(0, together))
                            .toCompletableFuture()
                            .get())
                    .as("of a member that was there from the beginning")
                    .isFalse();
            assertThat(map.submitToKey(key, AskLaterRound.any(later))
                            .toCompletableFuture()
                            .get())
                    .as("in place before that one came, whatever its copy has")
                    .isTrue();
            assertThat(map.submitToKey(key, AskLaterRound.any(together))
                            .toCompletableFuture()
                            .get())
                    .as("in place, by one that began together with it")
                    .isFalse();
            assertThat(map.submitToKey(key, AskLaterRound.here(0, together))
                            .toCompletableFuture()
                            .get())
                    .as("the owner itself, where the others have gone on")
                    .isTrue();
            assertThat(map.submitToKey(key, AskLaterRound.here(1_000, together))
                            .toCompletableFuture()
                            .get())
                    .as("a copy that is ahead")
                    .isFalse();
            assertThat(ShardMap.of(second.hazelcast())
                            .submitToKey(key, AskLaterRound.here(0, together))
                            .toCompletableFuture()
                            .get())
                    .as("another owner is asked the usual question")
                    .isFalse();
        }
    }

    /** A thread that ended would leave its shards waited for as long as the member runs. */
    @Test
    void shouldTryAgainWhateverFailsAndNameAnErrorThatEndsIt() throws IOException {
        try (TestCluster writing = new TestCluster().withStorage(member -> onDisk(0, Durability.WRITTEN))) {
            FraudMember writer = writing.startMember();
            writing.load();
            TestCluster.await(
                    "all is on disk",
                    () -> writer.shards().storage().orElseThrow().figures().copies() == 13);
            writing.leave(writer);
        }
        try (TestCluster cluster = new TestCluster();
                ShardStorage storage = openFolder(0);
                LifeAgreement life = new LifeAgreement(Optional.of(storage), Clock.systemUTC());
                LoggedLines lines = new LoggedLines(StoredShards.class)) {
            FraudMember member = cluster.startMember();
            life.begin(member.hazelcast(), () -> true, () -> false);
            try (StoredShards bringing = bring(member, storage, life, () -> {
                throw new StackOverflowError("planted");
            })) {
                assertThat(bringing).isNotNull();
                TestCluster.await(
                        "the error is named",
                        () -> lines.messages().stream().anyMatch(line -> line.contains("restart this member")));
            }
            assertThat(storage.recoveredKeys()).hasSize(13);

            AtomicInteger looks = new AtomicInteger();
            try (StoredShards bringing = bring(member, storage, life, () -> {
                if (looks.incrementAndGet() % 5 == 2 && looks.get() < 20) {
                    throw new UnsupportedOperationException("planted");
                }
                return 1;
            })) {
                assertThat(bringing).isNotNull();
                TestCluster.await(
                        "all is brought", () -> storage.recoveredKeys().isEmpty());
            }
            assertThat(lines.messages()).anyMatch(line -> line.contains("is tried again"));
            assertThat(cluster.survey().held()).isEqualTo(TestCluster.LOADED);
        }
    }

    private ShardStorage openFolder(int member) throws IOException {
        Path data = folder.resolve("data-" + member);
        String prefix = "cluster-";
        try (Stream<Path> files = Files.list(data)) {
            String of = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .findFirst()
                    .orElseThrow();
            return ShardStorage.open(
                    FolderDisk.open(data),
                    StorageSettings.of(Durability.WRITTEN, Optional.empty(), of.substring(prefix.length()), 0),
                    HistoryMemory.unbounded(MemoryKind.HEAP),
                    (shard, outcome) -> {
                        throw new IOException("nothing was scored");
                    });
        }
    }

    private static StoredShards bring(FraudMember member, ShardStorage storage, LifeAgreement life, LongSupplier view) {
        return new StoredShards(
                member.hazelcast(), storage, life, new ShardContext(1, 1).deliveries(), view, 1, Duration.ZERO);
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
