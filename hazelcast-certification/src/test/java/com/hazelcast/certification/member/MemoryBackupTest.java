package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.backup.BackupCheck;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.loading.ShardRestore;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.BatchAnswer;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A backup of members without data folders, made while they score: each part of it is of another moment. */
@Timeout(180)
class MemoryBackupTest {
    private static final int BATCH = 200;
    private static final long ENDLESS = 0;
    private static final long TPS = 20_000;

    @TempDir
    private Path folder;

    private final Map<Integer, byte[]> batches = new HashMap<>();
    private final Map<Integer, short[]> answers = new HashMap<>();
    private long batchNumber;

    @Test
    void shouldHaveAllThatWasAnsweredBeforeItBegan() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember reader = cluster.startMember(cluster.startSource(ENDLESS, TPS));
            cluster.startMember();
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            TestCluster.await(
                    "something is scored", () -> reader.status().accounting().scored() > 0);
            for (Integer key : keys(reader)) {
                byte[] batch = cluster.transactionsOf(key, BATCH);
                batches.put(key, batch);
                answers.put(key, score(reader, key, batch));
            }

            cluster.control().backup().backUp(folder, Clock.systemUTC(), report -> {});

            long scored = reader.status().accounting().scored();
            TestCluster.await(
                    "it scores still", () -> reader.status().accounting().scored() > scored);
        }
        assertThat(BackupCheck.of(folder, Optional.empty()).problems()).isEmpty();
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember();
            cluster.startMember();
            cluster.startMember();
            cluster.awaitMembers(3);
            List<ShardRestore.Report> reports = new ArrayList<>();
            cluster.control().backup().restore(folder, reports::add);
            assertThat(reports).hasSize(2).allMatch(report -> report.problems().isEmpty());

            for (Integer key : keys(member)) {
                short[] again = score(member, key, batches.get(key));
                for (int i = 0; i < BATCH; i++) {
                    String transaction = "transaction " + i + " of the shard with key " + key;
                    assertThat(Answer.isDuplicate(again[i])).as(transaction).isTrue();
                    assertThat(Answer.verdict(again[i])).as(transaction).isEqualTo(Answer.verdict(answers.get(key)[i]));
                }
            }
        }
    }

    private static List<Integer> keys(FraudMember member) {
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        List<Integer> all = new ArrayList<>();
        for (int shard = 0; shard < keys.shardCount(); shard++) {
            all.add(keys.keyOf(shard));
        }
        return all;
    }

    private short[] score(FraudMember member, Integer key, byte[] batch) {
        IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
        BatchId id = new BatchId(7, ++batchNumber);
        List<short[]> scored = new ArrayList<>();
        TestCluster.await("a batch is scored", () -> {
            try {
                byte[] answer = map.executeOnKey(key, new ScoreBatch(id, batch.clone(), BATCH));
                if (BatchAnswer.isScored(answer)) {
                    scored.add(BatchAnswer.answers(answer));
                }
            } catch (IndeterminateOperationStateException e) {
                // The backup was slow on a busy machine: the same batch again is answered as the first time.
            }
            return !scored.isEmpty();
        });
        short[] all = scored.get(0);
        for (short answer : all) {
            assertThat(Answer.isRejected(answer)).isFalse();
        }
        return all;
    }
}
