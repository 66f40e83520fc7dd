package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.audit.ShardSurvey;
import com.hazelcast.certification.audit.Verification;
import com.hazelcast.certification.cluster.DesiredState;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.BatchAnswer;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.BatchScorer;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real members in this JVM, with one backup, fed by sources of an exact count. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ClusterTest {
    private static final long COUNT = 300_000;
    private static final long RATE = 60_000;

    @Test
    void shouldHoldEqualBackupsAfterLoadingAndAfterScoring() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember reader = cluster.startMember(cluster.startSource(COUNT, 0));
            cluster.startMember();
            cluster.load();

            // The second member may have become the backup while the first one loaded: then its copies come afterwards.
            TestCluster.await(
                    "all backups are there",
                    () -> cluster.control().audit().verify().problems().isEmpty());
            Verification loaded = cluster.control().audit().verify();
            assertThat(loaded.backupsRequired()).isEqualTo(1);
            assertThat(loaded.transactionsHeld()).isEqualTo(TestCluster.LOADED);

            cluster.control().start();
            cluster.awaitAnswered(reader, COUNT);

            Verification scored = cluster.control().audit().verify();
            assertThat(scored.problems()).isEmpty();
            assertThat(reader.status().accounting()).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + COUNT);
        }
    }

    @Test
    void shouldLoseAndRepeatNothingWhenMembersJoinAndLeaveUnderLoad() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember reader = cluster.startMember(cluster.startSource(COUNT, RATE));
            FraudMember leaver = cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await(
                    "scoring under way", () -> reader.status().accounting().scored() > COUNT / 20);

            cluster.startMember();
            cluster.awaitMembers(3);
            cluster.leave(leaver);
            cluster.awaitMembers(2);
            assertThat(reader.status().accounting().received())
                    .as("members came and went while transactions flowed")
                    .isLessThan(COUNT);

            cluster.awaitAnswered(reader, COUNT);
            assertAllAnswered(reader.status().accounting());
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + COUNT);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
        }
    }

    @Test
    void shouldScoreInAMemberThatJoinsOneThatScores() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            cluster.startMember();
            cluster.load();
            cluster.control().start();
            FraudMember joined = cluster.startMember(cluster.startSource(COUNT / 100, 0));
            cluster.awaitAnswered(joined, COUNT / 100);

            // Otherwise the map answers null for a moment after joining, which seldom is as long as the question takes
            // to come.
            assertThat(joined.hazelcast()
                            .getConfig()
                            .findReplicatedMapConfig(DesiredState.MAP)
                            .isAsyncFillup())
                    .isFalse();
        }
    }

    @Test
    void shouldEndTheSourcesStreamInOrderWhenAReadingMemberLeaves() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            var source = cluster.startSource(COUNT, RATE);
            FraudMember stays = cluster.startMember(source);
            FraudMember leaves = cluster.startMember(source);
            cluster.load();
            cluster.control().start();
            TestCluster.await(
                    "both read",
                    () -> leaves.status().accounting().scored() > COUNT / 20
                            && stays.status().accounting().scored() > COUNT / 20);

            cluster.leave(leaves);
            Accounting left = leaves.metrics().accounting();
            assertThat(left.unaccounted()).isZero();

            cluster.awaitAnswered(stays, COUNT - left.received());
            assertAllAnswered(stays.status().accounting().plus(left));
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + COUNT);
        }
    }

    @Test
    void shouldKeepEveryVerdictThatWasGivenWhenAMemberIsKilledUnderLoad() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember reader = cluster.startMember(cluster.startSource(COUNT, RATE));
            FraudMember victim = cluster.startMember();
            cluster.startMember();
            cluster.load();
            cluster.control().start();
            TestCluster.await(
                    "scoring under way", () -> reader.status().accounting().scored() > COUNT / 20);

            cluster.kill(victim);
            assertThat(reader.status().accounting().received())
                    .as("the member died while transactions flowed")
                    .isLessThan(COUNT);

            cluster.awaitAnswered(reader, COUNT);
            cluster.awaitMembers(2);
            Accounting accounting = reader.status().accounting();
            assertAllAnswered(accounting);
            assertThat(cluster.survey().everInserted()).isGreaterThanOrEqualTo(TestCluster.LOADED + COUNT);
            ShardSurvey survey = cluster.survey();
            assertThat(survey.held()).isLessThanOrEqualTo(TestCluster.LOADED + COUNT);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
        }
    }

    @Test
    void shouldEndAndTryNothingAgainWhenItsHazelcastStopsByItself() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(cluster.startSource(COUNT, RATE));
            cluster.load();
            cluster.control().start();
            TestCluster.await(
                    "scoring under way", () -> member.metrics().accounting().scored() > COUNT / 20);

            cluster.kill(member);
            assertThat(member.awaitEnd()).as("left by itself").isFalse();
            member.close();
        }
    }

    @Test
    void shouldAnswerARepeatedBatchAsTheFirstTimeAlsoOnTheFormerBackup() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            IMap<Integer, HistoryShard> map = ShardMap.of(first.hazelcast());
            Integer key = cluster.keyOwnedBy(second);
            byte[] transactions = cluster.transactionsOf(key, 50);
            short[] answers = submit(map, key, new BatchId(7, 1), transactions);
            assertThat(countOf(answers, Answer::isScored)).isEqualTo(50);

            assertThat(submit(map, key, new BatchId(7, 1), transactions)).isEqualTo(answers);
            cluster.kill(second);
            cluster.awaitMembers(1);
            assertThat(submit(map, key, new BatchId(7, 1), transactions)).isEqualTo(answers);

            short[] another = submit(map, key, new BatchId(7, 2), transactions);
            assertThat(countOf(another, Answer::isDuplicate)).isEqualTo(50);
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + 50);
        }
    }

    @Test
    void shouldAnswerWhatWasHeldBeforeARepeatedBatchCameAsDuplicatesEachTime() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember second = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            IMap<Integer, HistoryShard> map = ShardMap.of(first.hazelcast());
            Integer key = cluster.keyOwnedBy(second);
            byte[] transactions = cluster.transactionsOf(key, 50);
            byte[] held = Arrays.copyOf(transactions, 20 * TransactionLayout.TRANSACTION_SIZE_BYTES);
            submit(map, key, new BatchId(7, 1), held);

            short[] answers = submit(map, key, new BatchId(7, 2), transactions);
            assertThat(countOf(Arrays.copyOf(answers, 20), Answer::isDuplicate)).isEqualTo(20);
            assertThat(countOf(answers, Answer::isScored)).isEqualTo(30);
            assertThat(submit(map, key, new BatchId(7, 2), transactions)).isEqualTo(answers);
            assertPartsAnsweredAlike(map, key, transactions, answers);

            cluster.kill(second);
            cluster.awaitMembers(1);
            assertThat(submit(map, key, new BatchId(7, 2), transactions)).isEqualTo(answers);
            assertPartsAnsweredAlike(map, key, transactions, answers);
        }
    }

    /** The same batch once more, cut in two where it is halved when a part of it fails. */
    private static void assertPartsAnsweredAlike(
            IMap<Integer, HistoryShard> map, Integer key, byte[] transactions, short[] answers) throws Exception {
        int cut = 25;
        int cutBytes = cut * TransactionLayout.TRANSACTION_SIZE_BYTES;
        short[] left = submit(map, key, new BatchId(7, 2), Arrays.copyOf(transactions, cutBytes));
        short[] right = submit(
                map, key, new BatchId(7, 2, cut), Arrays.copyOfRange(transactions, cutBytes, transactions.length));
        assertThat(left).isEqualTo(Arrays.copyOf(answers, cut));
        assertThat(right).isEqualTo(Arrays.copyOfRange(answers, cut, answers.length));
    }

    /** Scores on the owner alone, as if the link to the backup had broken. */
    private record OnOwnerOnly(byte[] transactions, int count)
            implements EntryProcessor<Integer, HistoryShard, byte[]> {
        @Override
        public byte[] process(Map.Entry<Integer, HistoryShard> entry) {
            short[] answers = new short[count];
            HistoryShard shard = entry.getValue();
            new BatchScorer().score(shard, System.currentTimeMillis(), transactions, count, answers);
            entry.setValue(shard);
            return new byte[0];
        }

        @Override
        public @Nullable EntryProcessor<Integer, HistoryShard, byte[]> getBackupProcessor() {
            return null;
        }
    }

    @Test
    void shouldGiveTheBackupWhatItMissedWhenATransactionComesAgain() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember owner = cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            IMap<Integer, HistoryShard> map = ShardMap.of(owner.hazelcast());
            Integer key = cluster.keyOwnedBy(owner);
            byte[] transactions = cluster.transactionsOf(key, 50);
            map.executeOnKey(key, new OnOwnerOnly(transactions.clone(), 50));
            assertThat(cluster.control().audit().verify().problems()).isNotEmpty();

            short[] answers = submit(map, key, new BatchId(7, 1), transactions);
            assertThat(countOf(answers, Answer::isDuplicate)).isEqualTo(50);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
        }
    }

    private static short[] submit(IMap<Integer, HistoryShard> map, Integer key, BatchId id, byte[] transactions)
            throws Exception {
        int count = transactions.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
        while (true) {
            try {
                byte[] answer = map.submitToKey(key, new ScoreBatch(id, transactions.clone(), count))
                        .toCompletableFuture()
                        .get(1, TimeUnit.MINUTES);
                return BatchAnswer.answers(answer);
            } catch (ExecutionException e) {
                // The backup was slow on a busy machine: the same batch again is answered as the first time.
                if (!(e.getCause() instanceof IndeterminateOperationStateException)) {
                    throw e;
                }
            }
        }
    }

    private static long countOf(short[] answers, Predicate<Short> kind) {
        long count = 0;
        for (short answer : answers) {
            count += kind.test(answer) ? 1 : 0;
        }
        return count;
    }

    @Test
    void shouldRejectWhatBelongsToShardsThatAreNotLoaded() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember reader = cluster.startMember(cluster.startSource(10_000, 0));
            cluster.control().startWithoutHistories();
            cluster.awaitAnswered(reader, 10_000);

            assertThat(reader.status().accounting()).isEqualTo(new Accounting(10_000, 0, 0, 10_000, 0));
            assertThat(cluster.survey().held()).isZero();
            assertThat(cluster.control().audit().verify().problems())
                    .allMatch(problem -> problem.contains("not loaded, or lost"))
                    .isNotEmpty();
        }
    }

    @Test
    void shouldLoadEverythingWhenAMemberJoinsAndOneLeavesMeanwhile() throws IOException {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember();
            FraudMember leaver = cluster.startMember();
            cluster.control().load(Optional.empty());
            cluster.startMember();
            cluster.leave(leaver);
            TestCluster.await(
                    "all shards loaded", () -> first.loadState().progress().isDone());
            cluster.awaitMembers(2);

            Verification verification = cluster.control().audit().verify();
            assertThat(verification.problems()).isEmpty();
            assertThat(verification.cards()).isEqualTo(TestCluster.CARDS);
            assertThat(verification.transactionsHeld()).isEqualTo(TestCluster.LOADED);
        }
    }

    /** Each transaction counts once, also when Hazelcast or a lane has repeated a call. */
    private static void assertAllAnswered(Accounting accounting) {
        assertThat(accounting).isEqualTo(new Accounting(COUNT, COUNT, 0, 0, 0));
    }
}
