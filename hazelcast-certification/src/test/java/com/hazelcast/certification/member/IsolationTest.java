package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.gateway.GatewayTest;
import com.hazelcast.certification.history.BrokenCard;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.source.ScriptedSource;
import com.hazelcast.certification.transaction.Rejection;
import com.hazelcast.certification.transaction.WireRecord;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real members in this JVM, and transactions whose scoring raises an exception among others. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class IsolationTest {
    private static final long BROKEN = 17;
    private static final int COUNT = 3_000;

    @Test
    void shouldRejectWhatRaisesAnExceptionAndAnswerTheRestThroughASource() throws IOException {
        byte[] records = GatewayTest.records(COUNT, 21);
        int broken = withCardAt(records, BROKEN, 100, 1_500, 2_999);
        try (ScriptedSource source = new ScriptedSource(out -> out.write(records));
                TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(source.address());
            cluster.startMember();
            cluster.load();
            plantBrokenCard(member);
            cluster.control().start();

            cluster.awaitAnswered(member, COUNT);

            assertThat(member.metrics().accounting()).isEqualTo(new Accounting(COUNT, COUNT - broken, 0, broken, 0));
            assertThat(member.metrics().accountingByReason().rejected())
                    .containsEntry(Rejection.UNPROCESSABLE, (long) broken);
        }
    }

    @Test
    void shouldRejectWhatRaisesAnExceptionAndAnswerTheRestThroughTheGateway() throws Exception {
        byte[] records = GatewayTest.records(COUNT, 22);
        int broken = withCardAt(records, BROKEN, 0, 7, 1_200);
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(GatewayTest.plain());
            cluster.startMember();
            cluster.load();
            plantBrokenCard(member);
            cluster.control().start();

            List<Verdict> first = GatewayTest.sendAll(GatewayTest.plainClient(member), records);
            List<Verdict> second = GatewayTest.sendAll(GatewayTest.plainClient(member), records);

            for (int i = 0; i < COUNT; i++) {
                if (cardAt(records, i) == BROKEN) {
                    assertThat(first.get(i).reason()).as("record " + i).contains(RejectionReason.UNPROCESSABLE);
                    assertThat(second.get(i)).isEqualTo(first.get(i));
                } else {
                    assertThat(first.get(i).status()).as("record " + i).isEqualTo(Verdict.Status.SCORED);
                    assertThat(second.get(i).status()).isEqualTo(Verdict.Status.DUPLICATE);
                    assertThat(second.get(i).rule()).isEqualTo(first.get(i).rule());
                }
            }
            assertThat(member.metrics().accounting())
                    .isEqualTo(new Accounting(2 * COUNT, COUNT - broken, COUNT - broken, 2 * broken, 0));
        }
    }

    @Test
    void shouldAnswerOthersSoonWhenTenThousandInARowRaiseExceptions() throws IOException {
        byte[] records = GatewayTest.records(4 * COUNT, 23);
        int[] first = IntStream.range(0, 10_000).toArray();
        int broken = withCardAt(records, BROKEN, first);
        try (ScriptedSource source = new ScriptedSource(out -> out.write(records));
                TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(source.address());
            cluster.load();
            plantBrokenCard(member);
            cluster.control().start();

            cluster.awaitAnswered(member, 4 * COUNT);

            assertThat(member.metrics().accountingByReason().rejected())
                    .containsEntry(Rejection.UNPROCESSABLE, (long) broken);
            assertThat(member.metrics().accounting())
                    .isEqualTo(new Accounting(4 * COUNT, 4 * COUNT - broken, 0, broken, 0));
        }
    }

    /** On the owner and on the backup. */
    private static void plantBrokenCard(FraudMember member) throws IOException {
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        Integer key = keys.keyOf(CardHash.shard(CardHash.of(BROKEN), keys.shardCount()));
        IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
        map.set(key, BrokenCard.in(map.get(key), BROKEN));
    }

    /** Writes the card into these records; returns how many records have it then. */
    private static int withCardAt(byte[] records, long card, int... positions) {
        for (int position : positions) {
            byte[] digits = String.format("%014d", card).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(digits, 0, records, position * WireRecord.SIZE_BYTES, digits.length);
        }
        int count = 0;
        for (int i = 0; i < records.length / WireRecord.SIZE_BYTES; i++) {
            count += cardAt(records, i) == card ? 1 : 0;
        }
        return count;
    }

    private static long cardAt(byte[] records, int index) {
        return Long.parseLong(new String(records, index * WireRecord.SIZE_BYTES, 14, StandardCharsets.US_ASCII));
    }
}
