package com.hazelcast.certification.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.audit.ReadCard;
import com.hazelcast.certification.client.CardNumber;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.gateway.GatewayTest;
import com.hazelcast.certification.history.CardHash;
import com.hazelcast.certification.history.HistoryShard;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.shard.ShardMap;
import com.hazelcast.certification.source.ScriptedSource;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.TransactionLayout;
import com.hazelcast.certification.transaction.WireRecord;
import com.hazelcast.map.IMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cards of every length, payments with references, and keyed cards, through source and gateway of a real cluster. */
@Timeout(120)
class CardNumbersTest {
    private static final CardKey KEY = new CardKey(new byte[32]);
    private static final CardKey OTHER_KEY = new CardKey(new byte[16]);
    private static final String SIXTEEN_DIGITS = "4000220000112333";
    private static final String WATCHED_BY_RULE_5 = "00004000222100";

    private final long nowMs = System.currentTimeMillis();

    private Transaction payment(String card, int amountUnits) {
        return new Transaction(card, nowMs, 107, 0, amountUnits, 107, 494, 9_691, 74_106);
    }

    @ParameterizedTest
    @EnumSource(RecordFormat.class)
    void shouldScoreCardsOf8To19DigitsEachForItself(RecordFormat format) throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(GatewayTest.plain());
            cluster.startMember();
            cluster.load();
            cluster.control().start();
            List<String> cards = new ArrayList<>();
            for (int digits = CardNumber.DIGITS_MIN; digits <= CardNumber.DIGITS_MAX; digits++) {
                cards.add("0".repeat(digits));
                cards.add("0".repeat(digits - 4) + "2333");
                cards.add("9".repeat(digits));
            }
            cards.add(SIXTEEN_DIGITS);
            try (FraudClient client =
                    FraudClient.connect(GatewayTest.plainClient(member).withFormat(format))) {
                for (String card : cards) {
                    int before = entries(member, CardNumber.of(card));
                    pay(client, payment(card, 1));
                    assertThat(entries(member, CardNumber.of(card)))
                            .as("a card of %d digits", card.length())
                            .isEqualTo(before + 1);
                }
                for (String card : cards) {
                    assertThat(get(client, payment(card, 1)).status()).isEqualTo(Verdict.Status.DUPLICATE);
                }
            }
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
        }
    }

    @Test
    void shouldScoreLongCardsOfASourceAndRejectShortOnes() throws Exception {
        String fields = "," + nowMs + ",107,00,1,107,0494,09691,74106";
        try (TestCluster cluster = new TestCluster();
                ScriptedSource source = new ScriptedSource(out -> {
                    for (String card : List.of(SIXTEEN_DIGITS, "1234567", "9".repeat(19), "9".repeat(20))) {
                        out.write(record(card + fields));
                    }
                })) {
            FraudMember member = cluster.startMember(source.address());
            cluster.load();
            cluster.control().start();

            TestCluster.await("all answered", () -> member.status().accounting().received() >= 4);
            TestCluster.await(
                    "none in flight", () -> member.status().accounting().inFlight() == 0);
            assertThat(member.status().accounting().scored()).isEqualTo(2);
            assertThat(member.status().accounting().rejected()).isEqualTo(2);
        }
    }

    private static byte[] record(String fields) {
        byte[] record = Arrays.copyOf(fields.getBytes(StandardCharsets.US_ASCII), WireRecord.SIZE_BYTES);
        record[WireRecord.NEWLINE_INDEX] = WireRecord.NEWLINE;
        return record;
    }

    @Test
    void shouldTakePaymentsThatDifferOnlyInTheirReferencesForTwo() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(GatewayTest.plain());
            FraudMember other = cluster.startMember();
            cluster.load();
            cluster.control().start();
            Transaction payment = payment(SIXTEEN_DIGITS, 100);
            try (FraudClient client = FraudClient.connect(
                    GatewayTest.plainClient(member).withFormat(RecordFormat.COMPACT_WITH_REFERENCE))) {
                for (String reference : new String[] {"", "a", "b"}) {
                    pay(client, payment.withReference(reference));
                }
                assertThat(entries(member, CardNumber.of(SIXTEEN_DIGITS))).isEqualTo(3);
                assertKnown(client, payment);
                assertThat(cluster.control().audit().verify().problems()).isEmpty();

                // What the owner knows its backup knows as well.
                cluster.kill(other);
                cluster.startMember();
                // The first call after a loss is held and repeated; a repeated batch answers duplicates as scored.
                get(client, payment(SIXTEEN_DIGITS, 102));
                assertKnown(client, payment);
            }
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
        }
    }

    private void assertKnown(FraudClient client, Transaction payment) throws Exception {
        for (String reference : new String[] {"", "a", "b"}) {
            assertThat(get(client, payment.withReference(reference)).status()).isEqualTo(Verdict.Status.DUPLICATE);
        }
        assertThat(get(client, payment(SIXTEEN_DIGITS, 101).withReference("a")).reason())
                .contains(RejectionReason.REFERENCE_REUSED);
        assertThat(get(client, payment("4000220000112334", 101).withReference("a"))
                        .reason())
                .as("the same reference of another card")
                .isEmpty();
    }

    @Test
    void shouldHoldNoCardNumberBehindTheGatewayWhenCardsAreKeyed() throws Exception {
        try (TestCluster cluster = new TestCluster().withCardKey(KEY)) {
            FraudMember member = cluster.startMember(GatewayTest.plain());
            FraudMember other = cluster.startMember();
            cluster.load();
            cluster.control().start();
            try (FraudClient client = FraudClient.connect(GatewayTest.plainClient(member))) {
                pay(client, payment(SIXTEEN_DIGITS, 1));
                assertThat(get(client, payment(SIXTEEN_DIGITS, 1)).status()).isEqualTo(Verdict.Status.DUPLICATE);
                assertThat(get(client, payment(WATCHED_BY_RULE_5, 100_001)).rule())
                        .isEqualTo(5);
            }

            assertThat(entries(member, CardNumber.of(SIXTEEN_DIGITS))).isZero();
            assertThat(entries(member, KEY.identify(CardNumber.of(SIXTEEN_DIGITS))))
                    .isOne();
            assertThat(entries(member, KEY.identify(0))).isEqualTo(TestCluster.HISTORY);
            assertThat(cluster.survey().cards()).isEqualTo(TestCluster.CARDS + 2);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
            assertThat(List.of(member, other))
                    .allSatisfy(each -> assertThat(each.hazelcast().getCluster().getMembers())
                            .hasSize(2));
        }
    }

    private static int entries(FraudMember member, long card) {
        IMap<Integer, HistoryShard> map = ShardMap.of(member.hazelcast());
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        int shard = CardHash.shard(CardHash.of(card), keys.shardCount());
        byte[] read = map.executeOnKey(keys.keyOf(shard), new ReadCard(card));
        return read.length / TransactionLayout.TRANSACTION_SIZE_BYTES;
    }

    @Test
    void shouldLeaveAClusterWhoseMembersHaveAnotherKey() throws Exception {
        try (TestCluster cluster = new TestCluster().withCardKey(KEY)) {
            FraudMember member = cluster.startMember();

            assertThatThrownBy(() -> cluster.withCardKey(OTHER_KEY).startMember())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("--card-key-file")
                    .hasMessageContaining("otherFingerprint=" + KEY.fingerprint());

            TestCluster.await(
                    "alone again",
                    () -> member.hazelcast().getCluster().getMembers().size() == 1);
            assertThat(member.hazelcast().getLifecycleService().isRunning()).isTrue();
        }
    }

    /** Scored once, perhaps in an attempt that was deferred for a slow backup: the client's next attempt finds it then. */
    private static void pay(FraudClient client, Transaction transaction) throws Exception {
        assertThat(get(client, transaction).status()).isIn(Verdict.Status.SCORED, Verdict.Status.DUPLICATE);
    }

    private static Verdict get(FraudClient client, Transaction transaction) throws Exception {
        return client.send(transaction).toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
