package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.scoring.Answer;
import com.hazelcast.certification.scoring.BatchAnswer;
import com.hazelcast.certification.scoring.BatchId;
import com.hazelcast.certification.scoring.ScoreBatch;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.map.IMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real members in this JVM whose memory is full: owner and backups drop alike, and what was dropped is known wherever a shard goes. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FullMembersTest {
    private static final int SIZE_BYTES = TransactionLayout.TRANSACTION_SIZE_BYTES;
    private static final int BATCH = 500;
    private static final int CARDS = 900;
    private static final long HOUR_MS = 3_600_000;

    /** A page a shard for what is loaded, and the tables: no further page. */
    private static final long MEMORY_BYTES = 13 * (1L << 20) + (600 << 10);

    private final Random random = new Random(18);
    private final List<byte[]> batches = new ArrayList<>();
    private final List<short[]> answers = new ArrayList<>();
    private long nowMs = System.currentTimeMillis();
    private long batchNumber;
    private int content;

    @Test
    void shouldKnowWhatWasDroppedOnBackupsAndAfterALossAndAMigration() throws Exception {
        try (TestCluster cluster = new TestCluster().withHistoryMemory(MEMORY_BYTES)) {
            FraudMember backup = cluster.startMember();
            FraudMember owner = cluster.startMember();
            cluster.load();
            // A backup loads each shard as well, for nothing, and what it loaded counts until the collector has
            // noticed.
            awaitOneShardEach(owner);
            awaitOneShardEach(backup);
            Integer key = cluster.keyOwnedBy(owner);
            for (int i = 0; i < 160; i++) {
                send(owner, key, batch());
            }
            assertThat(cluster.survey().droppedByMemory())
                    .as("dropped, of %s", cluster.survey())
                    .isGreaterThan(5_000);
            assertAnsweredAsBefore(owner, key);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();

            cluster.kill(owner);
            cluster.awaitMembers(1);
            assertAnsweredAsBefore(backup, key);

            FraudMember next = cluster.startMember();
            cluster.awaitMembers(2);
            cluster.leave(backup);
            cluster.awaitMembers(1);
            assertAnsweredAsBefore(next, key);
        }
    }

    private static void awaitOneShardEach(FraudMember member) {
        TestCluster.await("no shards but those in the map", () -> {
            System.gc();
            return member.status().memoryUsedBytes() < MEMORY_BYTES;
        });
    }

    /** Of cards that are few enough to be known soon; some late, so that their place is anywhere. */
    private byte[] batch() {
        byte[] batch = new byte[BATCH * SIZE_BYTES];
        for (int i = 0; i < BATCH; i++) {
            nowMs += 500;
            long timeMs = random.nextInt(4) == 0 ? nowMs - random.nextInt((int) (12 * HOUR_MS)) : nowMs;
            content++;
            TransactionLayout.put(
                    batch,
                    i * SIZE_BYTES,
                    1_000_000 + (long) (CARDS * random.nextDouble() * random.nextDouble()),
                    TransactionLayout.times(timeMs, content % 200, content % 200),
                    TransactionLayout.payment(content % 50_000, content % 100_000, content % 500),
                    TransactionLayout.outcome(content % 10_000, 0));
        }
        return batch;
    }

    private void send(FraudMember member, Integer key, byte[] batch) {
        batches.add(batch);
        answers.add(score(member, key, batch));
    }

    private short[] score(FraudMember member, Integer key, byte[] batch) {
        IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
        BatchId id = new BatchId(7, ++batchNumber);
        while (true) {
            try {
                return BatchAnswer.answers(map.executeOnKey(key, new ScoreBatch(id, batch.clone(), BATCH)));
            } catch (IndeterminateOperationStateException e) {
                // The backup was slow on a busy machine: the same batch again, as a lane does, is answered as the first
                // time.
            }
        }
    }

    private void assertAnsweredAsBefore(FraudMember member, Integer key) {
        List<String> violations = new ArrayList<>();
        int duplicates = 0;
        int tooOld = 0;
        for (int b = 0; b < batches.size(); b++) {
            short[] again = score(member, key, batches.get(b));
            for (int i = 0; i < BATCH; i++) {
                short first = answers.get(b)[i];
                if (Answer.isRejected(first)) {
                    continue;
                }
                if (Answer.isDuplicate(again[i])) {
                    duplicates++;
                    if (Answer.verdict(again[i]) != Answer.verdict(first)) {
                        violations.add("verdict " + Answer.verdict(first) + ", now " + Answer.verdict(again[i]));
                    }
                } else if (Answer.isRejected(again[i]) && Answer.rejection(again[i]) == Rejection.TOO_OLD) {
                    tooOld++;
                } else {
                    violations.add("answered " + first + ", now " + again[i]);
                }
            }
        }
        assertThat(violations).as("answers that changed").isEmpty();
        assertThat(duplicates).as("still held").isGreaterThan(10_000);
        assertThat(tooOld).as("dropped, and too old now").isGreaterThan(5_000);
    }
}
