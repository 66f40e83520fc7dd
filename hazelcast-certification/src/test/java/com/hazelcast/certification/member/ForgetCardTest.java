package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.cli.Fraud;
import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.cluster.ClusterControl;
import com.hazelcast.certification.console.http.ConsoleSettings;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.rules.live.RuleSet;
import com.hazelcast.certification.rules.live.ShadowFigures;
import com.hazelcast.certification.rules.model.Action;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.FlaggedRing;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.scoring.ScoringContext;
import com.hazelcast.certification.shard.ShardContext;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.storage.Durability;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.cluster.Member;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cards that a cluster is to forget: on every copy, on disk, and after all members ended. */
@Timeout(180)
class ForgetCardTest {
    private static final long CARD = CardNumber.of("4012888888881881");
    private static final long OTHER = CardNumber.of("5105105105105100");
    private static final int TRANSACTIONS = 3;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private MemberConfig.OnDisk onDisk(int member) {
        return new MemberConfig.OnDisk(
                folder.resolve("data-" + member), Durability.WRITTEN, Optional.empty(), 2, Duration.ofSeconds(3));
    }

    private static ConsoleSettings console(Optional<Path> auditLog) {
        return new ConsoleSettings(
                "127.0.0.1",
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                auditLog);
    }

    private int forget(TestCluster cluster, String... more) {
        List<String> args = new ArrayList<>(
                List.of("ctl", "forget-card", "--address", cluster.controlAddress(), "--cluster-name", cluster.name()));
        args.addAll(List.of(more));
        return Fraud.commandLine("ctl")
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args.toArray(String[]::new));
    }

    /** Files of data folders in which the card is, as tables, records of removals and logs have it. */
    private List<Path> filesWith(long card) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                if (Stream.of(bytesOf(card), bytesOf(card + 1), bytesOf(Long.reverseBytes(card)))
                        .anyMatch(bytes::contains)) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    private static String bytesOf(long word) {
        return new String(ByteBuffer.allocate(Long.BYTES).putLong(word).array(), StandardCharsets.ISO_8859_1);
    }

    /** Waits until the card is in files of so many data folders. */
    private void awaitFiles(long card, int folders) {
        TestCluster.await("the card is on " + folders + " disks", () -> isInFiles(card, folders));
    }

    private boolean isInFiles(long card, int folders) {
        try {
            return filesWith(card).stream().map(Path::getParent).distinct().count() == folders;
        } catch (IOException | UncheckedIOException e) {
            // A file was deleted meanwhile.
            return false;
        }
    }

    /** Some transactions of the card come in. */
    private static void pay(FraudMember member, long card) {
        for (int i = 0; i < TRANSACTIONS; i++) {
            byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
            TransactionLayout.put(
                    transaction,
                    0,
                    card,
                    TransactionLayout.times(System.currentTimeMillis() + i, 107, 107),
                    TransactionLayout.payment(100, 1, 494),
                    TransactionLayout.outcome(9_691, 0));
            BatchId id = new BatchId(7, card % 1_000 * 10 + i);
            int count = i + 1;
            // Nothing is scored before the shard is on disk.
            TestCluster.await("a transaction is scored", () -> {
                Integer key = keyOf(member, card);
                var map = ShardMap.of(member.hazelcast());
                byte[] unused = map.executeOnKey(key, new ScoreBatch(id, transaction.clone(), 1));
                return map.get(key).entryCount(card) == count;
            });
        }
    }

    private static Integer keyOf(FraudMember member, long card) {
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        return keys.keyOf(CardHash.shard(CardHash.of(card), keys.shardCount()));
    }

    private static boolean isHeld(FraudMember member, long card) {
        HistoryShard shard = ShardMap.of(member.hazelcast()).get(keyOf(member, card));
        return shard != null && shard.holds(card);
    }

    @Test
    void shouldForgetACardOnEveryCopyAndOnDisk() throws Exception {
        Path audit = folder.resolve("audit.jsonl");
        try (TestCluster cluster = new TestCluster().withStorage(this::onDisk)) {
            FraudMember first = cluster.withConsole(console(Optional.of(audit))).startMember();
            FraudMember second = cluster.withConsole(console(Optional.empty())).startMember();
            cluster.awaitMembers(2);
            cluster.load();
            pay(first, CARD);
            pay(first, OTHER);
            awaitFiles(CARD, 2);
            long heldBefore = cluster.survey().held();
            assertThat(isHeld(first, CARD)).isTrue();

            Path numbers = Files.writeString(folder.resolve("numbers.txt"), CardNumber.text(CARD) + "\n\n");
            assertThat(forget(cluster, "--file", numbers.toString()))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString())
                    .contains(CardNumber.masked(CARD) + ": forgotten, with " + TRANSACTIONS + " transaction(s)")
                    .doesNotContain(CardNumber.text(CARD));
            Files.delete(numbers);

            assertThat(isHeld(first, CARD)).isFalse();
            assertThat(cluster.survey().held()).isEqualTo(heldBefore - TRANSACTIONS);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
            awaitFiles(CARD, 0);
            awaitFiles(OTHER, 2);
            assertThat(Files.readString(audit))
                    .contains("forget-card")
                    .contains("card=" + CardNumber.masked(CARD))
                    .doesNotContain(CardNumber.text(CARD));

            // Once more, by standard input.
            InputStream before = System.in;
            try {
                System.setIn(
                        new ByteArrayInputStream((CardNumber.text(CARD) + "\n").getBytes(StandardCharsets.US_ASCII)));
                assertThat(forget(cluster)).isZero();
            } finally {
                System.setIn(before);
            }
            assertThat(out.toString()).contains(CardNumber.masked(CARD) + ": was not held");
            cluster.kill(second);
            cluster.kill(first);

            FraudMember again = cluster.withConsole(console(Optional.empty())).startMember();
            FraudMember unused = cluster.startMember();
            cluster.awaitMembers(2);
            TestCluster.await("all shards are there", () -> cluster.control().missingShards() == 0);
            assertThat(isHeld(again, CARD)).isFalse();
            assertThat(isHeld(again, OTHER)).isTrue();
            assertThat(cluster.survey().held()).isEqualTo(heldBefore - TRANSACTIONS);
        }
    }

    /** What a member has handed over is on its disk still, in a snapshot and in its log. */
    @Test
    void shouldForgetCardsOnTheDiskOfAMemberThatHasHandedTheirShardsOver() throws Exception {
        try (TestCluster cluster = new TestCluster().withStorage(this::onDisk)) {
            FraudMember first = cluster.startMember();
            FraudMember unused = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            Map<Integer, Long> cards = cardOfEachShard(first);
            cards.values().forEach(card -> pay(first, card));
            cards.values().forEach(card -> awaitFiles(card, 2));
            FraudMember third = cluster.startMember();
            cluster.awaitMembers(3);
            TestCluster.await("the shards are spread", () -> shardsOwned(third) > 0);
            cluster.awaitMembers(3);

            Path numbers = folder.resolve("numbers.txt");
            Files.write(numbers, cards.values().stream().map(CardNumber::text).toList());
            assertThat(forget(cluster, "--file", numbers.toString()))
                    .as(err.toString())
                    .isZero();
            Files.delete(numbers);

            cards.values()
                    .forEach(card -> TestCluster.await("no disk has the card", () -> {
                        // What has left goes from a disk when it is collected.
                        System.gc();
                        return isInFiles(card, 0);
                    }));
        }
    }

    /** A card of each shard, whose number has 16 digits. */
    private static Map<Integer, Long> cardOfEachShard(FraudMember member) {
        Map<Integer, Long> cards = new HashMap<>();
        int shards = ShardKeys.of(member.hazelcast()).shardCount();
        // No number is next to another: what is on disk has a card's code and the one after it.
        for (long number = 5_300_000_000_000_000L; cards.size() < shards; number += 3) {
            long card = CardNumber.of(Long.toString(number));
            cards.putIfAbsent(keyOf(member, card), card);
        }
        return cards;
    }

    /** Rule 2 declines it: country 121, and a response that is not 00. */
    private static void flag(FraudMember member, long card) {
        byte[] transaction = new byte[TransactionLayout.TRANSACTION_SIZE_BYTES];
        TransactionLayout.put(
                transaction,
                0,
                card,
                TransactionLayout.times(System.currentTimeMillis(), 121, 107),
                TransactionLayout.payment(100, 1, 494),
                TransactionLayout.outcome(9_691, 5));
        byte[] unused = ShardMap.of(member.hazelcast())
                .executeOnKey(keyOf(member, card), new ScoreBatch(new BatchId(8, card), transaction, 1));
    }

    private static Set<Long> flagged(FraudMember member) {
        return ScoringContext.of(member.hazelcast()).flagged().newest(FlaggedRing.CAPACITY).stream()
                .map(FlaggedRing.Flagged::card)
                .collect(Collectors.toSet());
    }

    private static long shardsOwned(FraudMember member) {
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        Member local = member.hazelcast().getCluster().getLocalMember();
        return IntStream.range(0, keys.shardCount())
                .mapToObj(shard -> member.hazelcast().getPartitionService().getPartition(keys.keyOf(shard)))
                .filter(partition -> local.equals(partition.getOwner()))
                .count();
    }

    /** Of three members with a backup each, a member is neither owner nor backup of a third of the shards. */
    @Test
    void shouldForgetACardInTheListOfAMemberThatHasHandedItsShardOver() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            cluster.load();
            Map<Integer, Long> cards = cardOfEachShard(first);
            cards.values().forEach(card -> flag(first, card));
            assertThat(flagged(first)).containsAll(cards.values());
            List<FraudMember> others = List.of(cluster.startMember(), cluster.startMember());
            cluster.awaitMembers(3);
            TestCluster.await(
                    "the shards are spread",
                    () -> shardsOwned(first) <= cards.size() / 2
                            && others.stream().allMatch(one -> shardsOwned(one) > 0));
            cluster.awaitMembers(3);

            Path numbers = folder.resolve("numbers.txt");
            Files.write(numbers, cards.values().stream().map(CardNumber::text).toList());
            assertThat(forget(cluster, "--file", numbers.toString()))
                    .as(err.toString())
                    .isZero();

            assertThat(flagged(first)).doesNotContainAnyElementsOf(cards.values());
            others.forEach(one -> assertThat(flagged(one)).doesNotContainAnyElementsOf(cards.values()));
        }
    }

    @Test
    void shouldForgetInListsAloneWhatAMemberAsks() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.load();
            flag(member, CARD);
            flag(member, OTHER);
            RuleSet set = RuleSet.shipped();
            member.metrics().shadowMoved(set, Action.APPROVE, Action.REVIEW, 1, CARD, 0, 0);
            member.metrics().shadowMoved(set, Action.APPROVE, Action.REVIEW, 1, OTHER, 0, 0);
            FraudMember asking = cluster.startMember();
            cluster.awaitMembers(2);

            try (ClusterControl others = ClusterControl.lent(asking.hazelcast())) {
                others.forgetFlagged(CARD);
            }

            assertThat(flagged(member)).contains(OTHER).doesNotContain(CARD);
            assertThat(member.metrics()
                            .shadows()
                            .figures(List.of(set))
                            .sets()
                            .get(0)
                            .examples())
                    .singleElement()
                    .returns(CardNumber.masked(OTHER), ShadowFigures.ShadowExample::card);
            assertThat(isHeld(member, CARD)).isTrue();
        }
    }

    /** Nothing waits for the copy, and it may have the card all the same. */
    @Test
    void shouldForgetNoCardOfAShardOfWhichACopyIsStillToCome() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            pay(first, CARD);
            List<FraudMember> members = List.of(first, second);
            members.forEach(member -> bringing(member, Set.of(keyOf(first, CARD))));
            assertThatThrownBy(() -> first.removal().forget(CARD, Duration.ofMillis(300)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not every copy has forgotten the card in time");
            assertThat(isHeld(first, CARD)).isTrue();

            members.forEach(member -> bringing(member, Set.of()));
            assertThat(first.removal().forget(CARD, Duration.ofSeconds(30))).isEqualTo(TRANSACTIONS);
        }
    }

    /** That member has copies of these shards on its disk, with which the cluster has gone on. */
    private static void bringing(FraudMember member, Set<Integer> keys) {
        UUID self = member.hazelcast().getCluster().getLocalMember().getUuid();
        ShardContext.of(member.hazelcast()).deliveries().hasOnDisk(self, Set.of(), keys);
    }

    @Test
    void shouldForgetNothingWhenALineIsNoCardNumber() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.load();
            pay(member, CARD);
            Path numbers = Files.writeString(folder.resolve("numbers.txt"), CardNumber.text(CARD) + "\n4012-888\n");
            assertThat(forget(cluster, "--file", numbers.toString())).isEqualTo(2);
            assertThat(err.toString()).contains("nothing was forgotten: line 2").doesNotContain("4012-888");
            assertThat(isHeld(member, CARD)).isTrue();
        }
    }
}
