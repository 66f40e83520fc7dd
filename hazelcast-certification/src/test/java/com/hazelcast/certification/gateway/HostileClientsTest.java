package com.hazelcast.certification.gateway;

import static com.hazelcast.certification.gateway.GatewayTest.plainClient;
import static com.hazelcast.certification.gateway.GatewayTest.records;
import static com.hazelcast.certification.gateway.GatewayTest.sendAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.scoring.UnknownCards;
import com.hazelcast.certification.source.TransactionGenerator;
import com.hazelcast.certification.transaction.WireRecord;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each attack beside a good client, which is at another address: no record of the good client may stay without an answer, or be
 * rejected. Time-outs are the usual ones, so that nothing that waits for one passes.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class HostileClientsTest {
    private static final String HOSTILE = "127.0.0.9";

    @TempDir
    Path folder;

    private static GatewaySettings settings() {
        return settings(GatewaySettings.ClientLimits.usual(500));
    }

    private static GatewaySettings settings(GatewaySettings.ClientLimits limits) {
        return GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 500, 4).withClients(limits);
    }

    private static FraudMember start(TestCluster cluster, GatewaySettings settings) throws IOException {
        FraudMember member = cluster.startMember(settings);
        cluster.load();
        cluster.control().start();
        return member;
    }

    /** Clients of the hostile address that have said hello. */
    private static List<RawClient> hostile(FraudMember member, int count) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RawClient client = RawClient.from(HOSTILE, member);
            client.hello();
            client.readFrame();
            clients.add(client);
        }
        return clients;
    }

    private static void closeAll(List<RawClient> clients) throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }

    private static byte[] largeBatch(long seed) {
        return GatewayAbuseTest.batch(1, records(10_000, seed), 10_000);
    }

    /** Sends a batch of ten thousand and checks each answer. */
    private static void assertLargeBatchScored(FraudMember member) throws IOException {
        try (RawClient good = new RawClient(member)) {
            good.hello();
            good.readFrame();
            good.write(largeBatch(System.nanoTime()));
            ByteBuf answer = good.readFrame();
            assertThat(Frame.type(answer)).isEqualTo(FrameType.ANSWER);
            for (int i = 0; i < AnswerFrame.count(answer); i++) {
                assertThat(AnswerFrame.answer(answer, i) & AnswerFrame.KIND_MASK)
                        .isEqualTo(AnswerFrame.SCORED);
            }
        }
    }

    private static void assertAllScored(FraudMember member, int count) throws Exception {
        assertThat(sendAll(plainClient(member), records(count, System.nanoTime())))
                .hasSize(count)
                .allMatch(verdict -> verdict.status() == Verdict.Status.SCORED);
    }

    @Test
    void shouldNotLetOneAddressTakeAllConnections() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = start(cluster, settings(new GatewaySettings.ClientLimits(20, 20, 0, 1)));
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                clients.add(RawClient.from(HOSTILE, member));
            }
            TestCluster.await(
                    "those beyond the limit are closed",
                    () -> member.metrics().gateway().refused("too_many_from_address") >= 580);
            assertAllScored(member, 1_000);
            closeAll(clients);
            // Those that have closed count no more.
            TestCluster.await("closed", () -> {
                try (RawClient again = RawClient.from(HOSTILE, member)) {
                    again.hello();
                    return Frame.type(again.readFrame()) == FrameType.MEMBER_HELLO;
                } catch (IOException e) {
                    return false;
                }
            });
        }
    }

    @Test
    void shouldNotLetOneCertificateTakeAllConnections() throws Exception {
        GatewayCertificates certificates = new GatewayCertificates(folder);
        try (TestCluster cluster = new TestCluster()) {
            GatewaySettings settings = GatewayTest.tls(certificates.forGateway(true))
                    .withClients(new GatewaySettings.ClientLimits(100, 2, 0, 1));
            FraudMember member = start(cluster, settings);
            List<FraudClient> clients = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                clients.add(FraudClient.connect(
                        GatewayTest.client(member, Optional.of(certificates.forClientWithCertificate()))));
            }
            Duration soon = Duration.ofSeconds(2);
            assertThatThrownBy(() -> FraudClient.connect(
                            GatewayTest.client(member, Optional.of(certificates.forClientWithCertificate()))
                                    .withTimeouts(soon, soon, soon)))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(member.metrics().gateway().refused("too_many_of_certificate"))
                    .isPositive();
            clients.forEach(FraudClient::close);
            assertThat(sendAll(
                            GatewayTest.client(member, Optional.of(certificates.forClientWithCertificate())),
                            records(100, 1)))
                    .allMatch(verdict -> verdict.status() == Verdict.Status.SCORED);
        }
    }

    @Test
    void shouldReserveNothingForALengthThatIsOnlyAnnounced() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = start(cluster, settings());
            List<RawClient> clients = hostile(member, 70);
            for (RawClient client : clients) {
                client.write(Arrays.copyOf(largeBatch(1), 5));
            }
            assertLargeBatchScored(member);
            assertThat(member.metrics().gateway().refused("frame_timeout"))
                    .as("answered before any of them was ended")
                    .isZero();
            closeAll(clients);
        }
    }

    @Test
    void shouldNotLetOneClientTakeAllTheFrameMemory() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = start(cluster, settings());
            // All but the last byte: 90 MB, where the memory has 64.
            byte[] begun = Arrays.copyOf(largeBatch(1), 1_000_020);
            List<RawClient> clients = hostile(member, 90);
            List<Thread> writers = new ArrayList<>();
            AtomicInteger written = new AtomicInteger();
            for (RawClient client : clients) {
                Thread writer = new Thread(
                        () -> {
                            try {
                                client.write(begun);
                                written.incrementAndGet();
                            } catch (IOException e) {
                                // Not read to its end.
                            }
                        },
                        "test-hostile");
                writer.start();
                writers.add(writer);
            }
            TestCluster.await("as many as fit have been read", () -> written.get() >= 12);
            assertLargeBatchScored(member);
            assertThat(member.metrics().gateway().refused("frame_timeout")).isZero();
            closeAll(clients);
            for (Thread writer : writers) {
                writer.join();
            }
            assertLargeBatchScored(member);
        }
    }

    @Test
    void shouldNotLetOneClientFillTheMember() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = start(cluster, settings());
            List<RawClient> clients = hostile(member, 30);
            List<Thread> writers = new ArrayList<>();
            for (RawClient client : clients) {
                byte[] records = records(10_000, 1);
                Thread writer = new Thread(
                        () -> client.writeUntilCut(number -> GatewayAbuseTest.batch(number, records, 10_000)),
                        "test-hostile");
                Thread reader = new Thread(client::readUntilCut, "test-hostile-reader");
                writer.start();
                reader.start();
                writers.add(writer);
                writers.add(reader);
            }
            assertAllScored(member, 20_000);
            assertLargeBatchScored(member);
            closeAll(clients);
            for (Thread writer : writers) {
                writer.join();
            }
        }
    }

    private static Transaction ofCard(String card) {
        return new Transaction(card, System.currentTimeMillis(), 107, 0, 100, 107, 494, 9_691, 74_106);
    }

    private static Verdict get(CompletionStage<Verdict> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldBoundTheNewCardsOfAClientAndOfNoOther() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = start(cluster, settings(new GatewaySettings.ClientLimits(100, 100, 1, 500)));
            long cards = cluster.survey().cards();
            byte[] invented = new byte[1_000 * WireRecord.SIZE_BYTES];
            new TransactionGenerator(1_000_000_000, 3).fill(invented, 0, 1_000, System.currentTimeMillis());
            try (RawClient hostile = hostile(member, 1).get(0)) {
                int rejected = 0;
                for (int number = 1; number <= 20; number++) {
                    new TransactionGenerator(1_000_000_000, number)
                            .fill(invented, 0, 1_000, System.currentTimeMillis());
                    hostile.write(GatewayAbuseTest.batch(number, invented, 1_000));
                    ByteBuf answer = hostile.readFrame();
                    for (int i = 0; i < 1_000; i++) {
                        int kind = AnswerFrame.answer(answer, i) & AnswerFrame.KIND_MASK;
                        assertThat(kind).as("no byte that clients do not know").isNotEqualTo(AnswerFrame.KIND_MASK);
                        rejected += kind == AnswerFrame.REJECTED ? 1 : 0;
                    }
                }
                assertThat(rejected).as("all but the first batch").isBetween(18_900, 19_000);
                hostile.write(GatewayAbuseTest.batch(21, records(100, 9), 100));
                ByteBuf known = hostile.readFrame();
                for (int i = 0; i < 100; i++) {
                    assertThat(AnswerFrame.answer(known, i) & AnswerFrame.KIND_MASK)
                            .as("its known cards are scored")
                            .isEqualTo(AnswerFrame.SCORED);
                }
            }
            assertThat(member.metrics().newCardCount()).isBetween(900L, 1_100L);
            assertThat(cluster.survey().cards() - cards)
                    .isEqualTo(member.metrics().newCardCount());
            assertAllScored(member, 1_000);
            try (FraudClient good = FraudClient.connect(plainClient(member))) {
                assertThat(get(good.send(ofCard("77000000001"))).status()).isEqualTo(Verdict.Status.SCORED);
            }
        }
    }

    @Test
    void shouldRejectUnknownCardsFromClientsWhenConfigured() throws Exception {
        try (TestCluster cluster = new TestCluster().withUnknownCards(UnknownCards.REJECT)) {
            FraudMember member = start(cluster, settings());
            try (FraudClient client = FraudClient.connect(plainClient(member))) {
                assertThat(get(client.send(ofCard("77000000001"))).reason()).contains(RejectionReason.UNKNOWN_CARD);
            }
            assertAllScored(member, 1_000);
            assertThat(cluster.survey().cards()).isEqualTo(TestCluster.CARDS);
        }
    }

    @Test
    void shouldSendAClientToOthersWhoseBatchWaitsTooLong() throws Exception {
        Duration usual = Duration.ofSeconds(60);
        GatewaySettings settings = settings()
                .withTimeouts(new GatewaySettings.Timeouts(usual, usual, Duration.ofSeconds(1), usual, usual));
        try (TestCluster cluster = new TestCluster().withDegradedAfter(Optional.empty())) {
            FraudMember member = cluster.startMember(settings);
            FraudMember other = cluster.startMember();
            cluster.load();
            cluster.awaitMembers(2);
            cluster.control().start();
            cluster.kill(other);
            try (RawClient client = new RawClient(member)) {
                client.hello();
                client.readFrame();
                // Held, until there is a copy again.
                client.write(GatewayAbuseTest.batch(1, records(10_000, 1), 10_000));
                client.write(GatewayAbuseTest.batch(2, records(10_000, 2), 10_000));
                assertThat(client.readError()).isEqualTo(ErrorCode.OVERLOADED);
            }
            cluster.startMember();
            TestCluster.await(
                    "what was taken is answered",
                    () -> member.status().accounting().inFlight() == 0);
            assertAllScored(member, 100);
        }
    }
}
