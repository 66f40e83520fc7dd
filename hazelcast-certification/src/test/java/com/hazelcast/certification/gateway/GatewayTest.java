package com.hazelcast.certification.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.RejectionReason;
import com.hazelcast.certification.client.TlsOptions;
import com.hazelcast.certification.client.Transaction;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.metrics.Accounting;
import com.hazelcast.certification.source.TransactionGenerator;
import com.hazelcast.certification.transaction.WireRecord;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients at the gateways of real members in this JVM. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
public class GatewayTest {
    private static final String HOST = "127.0.0.1";

    @TempDir
    Path folder;

    @Test
    void shouldAnswerEveryRecordAtItsPlaceAndTheSameWhenItIsSentAgain() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(plain());
            cluster.startMember();
            // While a backup is being made, what it misses is tried again, and says that it was there.
            cluster.awaitMembers(2);
            cluster.load();
            cluster.control().start();
            int count = 20_000;
            byte[] records = records(count, 11);
            List<Integer> malformed = List.of(0, 4_999, 15_000);
            malformed.forEach(i -> records[i * WireRecord.SIZE_BYTES + 20] = 'x');

            List<Verdict> first = sendAll(plainClient(member), records);
            List<Verdict> second = sendAll(plainClient(member), records);

            for (int i = 0; i < count; i++) {
                if (malformed.contains(i)) {
                    assertThat(first.get(i).reason()).as("record " + i).contains(RejectionReason.NOT_A_DIGIT);
                    assertThat(second.get(i)).isEqualTo(first.get(i));
                } else {
                    assertThat(first.get(i).status()).as("record " + i).isEqualTo(Verdict.Status.SCORED);
                    assertThat(second.get(i).status()).isEqualTo(Verdict.Status.DUPLICATE);
                    assertThat(second.get(i).rule()).isEqualTo(first.get(i).rule());
                }
            }
            assertThat(first.stream().map(Verdict::rule).distinct().count())
                    .as("different verdicts, so that an exchanged one shows")
                    .isGreaterThan(2);
            int good = count - malformed.size();
            assertThat(member.status().accounting())
                    .isEqualTo(new Accounting(2 * count, good, good, 2 * malformed.size(), 0));
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + good);
            assertThat(cluster.control().audit().verify().problems()).isEmpty();
        }
    }

    @Test
    void shouldGiveTheSameVerdictToACompactRecordAsToItsText() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(plain());
            cluster.load();
            cluster.control().start();
            long nowMs = System.currentTimeMillis();
            Transaction good = new Transaction("00000000000017", nowMs, 107, 0, 34_209, 107, 494, 9_691, 74_106);
            Transaction future =
                    new Transaction("00000000000017", nowMs + 7_200_000, 107, 0, 1, 107, 494, 9_691, 74_106);
            try (FraudClient compact = FraudClient.connect(plainClient(member).withFormat(RecordFormat.COMPACT));
                    FraudClient text = FraudClient.connect(plainClient(member))) {
                Verdict scored = get(compact.send(good));
                Verdict duplicate = get(text.send(good));
                assertThat(scored.status()).isEqualTo(Verdict.Status.SCORED);
                assertThat(duplicate)
                        .isEqualTo(new Verdict(
                                Verdict.Status.DUPLICATE, scored.rule(), Optional.empty(), scored.action(), 1));
                assertThat(get(compact.send(future)).reason()).contains(RejectionReason.FUTURE);
                assertThat(get(text.send(future)).reason()).contains(RejectionReason.FUTURE);
            }
        }
    }

    @Test
    void shouldSpeakTlsAndRequestTheClientsCertificateWhenConfigured() throws Exception {
        GatewayCertificates certificates = new GatewayCertificates(folder);
        try (TestCluster cluster = new TestCluster()) {
            FraudMember open = cluster.startMember(tls(certificates.forGateway(false)));
            FraudMember strict = cluster.startMember(tls(certificates.forGateway(true)));
            cluster.load();
            cluster.control().start();

            assertThat(sendAll(client(open, Optional.of(certificates.forClient())), records(2_000, 1)))
                    .allMatch(verdict -> verdict.status() == Verdict.Status.SCORED);
            assertThat(sendAll(client(strict, Optional.of(certificates.forClientWithCertificate())), records(2_000, 2)))
                    .allMatch(verdict -> verdict.status() == Verdict.Status.SCORED);

            assertRefused(client(strict, Optional.of(certificates.forClient())));
            assertThat(strict.metrics().gateway().refused("tls_handshake")).isPositive();
            assertRefused(client(open, Optional.of(TlsOptions.trusting(certificates.strangeAuthority))));
            assertRefused(client(open, Optional.empty()));
            assertThat(open.metrics().gateway().refused("not_tls")).isPositive();
        }
    }

    @Test
    void shouldSendAgainToAnotherMemberWhenTheMemberLeaves() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember stays = cluster.startMember(plain());
            FraudMember leaves = cluster.startMember(plain());
            cluster.load();
            cluster.control().start();
            int count = 60_000;
            byte[] records = records(count, 5);
            ClientConfig config =
                    client(List.of(leaves, stays), Optional.empty()).withUnacknowledgedMax(500);
            List<CompletionStage<Verdict>> stages = new ArrayList<>();
            try (FraudClient client = connectedTo(leaves, config)) {
                for (int i = 0; i < count; i++) {
                    if (i == count / 3) {
                        assertThat(client.connectionsLost()).isZero();
                        Thread leaving = new Thread(() -> cluster.leave(leaves), "test-leave");
                        leaving.start();
                    }
                    stages.add(client.sendRecord(records, i * WireRecord.SIZE_BYTES));
                }
                TestCluster.await("the client moved", () -> client.connectionsLost() > 0);
            }
            for (CompletionStage<Verdict> stage : stages) {
                assertThat(get(stage).status()).isNotEqualTo(Verdict.Status.REJECTED);
            }
            cluster.awaitMembers(1);
            assertThat(cluster.survey().everInserted()).isEqualTo(TestCluster.LOADED + count);
        }
    }

    @Test
    void shouldGiveTheSameVerdictsWhenTheMemberIsKilledUnderTheClient() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember stays = cluster.startMember(plain());
            FraudMember victim = cluster.startMember(plain());
            // A third, so that a second copy can be made: until there is one, answers are held back.
            cluster.startMember();
            cluster.load();
            cluster.control().start();
            byte[] records = records(60_000, 6);
            ClientConfig config =
                    client(List.of(victim, stays), Optional.empty()).withUnacknowledgedMax(500);
            List<CompletionStage<Verdict>> stages;
            try (FraudClient client = connectedTo(victim, config)) {
                stages = sendAndKill(client, records, cluster, victim);
            }
            assertHolds(stays, records, stages);
        }
    }

    @Test
    void shouldSendClientsAwayWhileScoringIsStopped() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(plain());
            cluster.load();
            assertThatThrownBy(() -> FraudClient.connect(plainClient(member)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not_scoring");

            cluster.control().start();
            try (FraudClient client = FraudClient.connect(plainClient(member))) {
                get(client.sendRecord(records(1, 3), 0));
                cluster.control().stop();
                TestCluster.await("sent away", () -> client.connectionsLost() > 0);
                CompletionStage<Verdict> waits = client.sendRecord(records(1, 4), 0);
                cluster.control().start();
                assertThat(get(waits).status()).isEqualTo(Verdict.Status.SCORED);
            }
        }
    }

    @Test
    void shouldSendClientsToOtherMembersWhileItSeesTooFew() throws Exception {
        try (TestCluster cluster = new TestCluster().withMinMembers(2)) {
            FraudMember member = cluster.startMember(plain());
            assertThatThrownBy(() -> FraudClient.connect(plainClient(member)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("too_few_members")
                    .hasMessageContaining("members=1 min-members=2");
            FraudMember victim = cluster.startMember();
            cluster.load();
            cluster.control().start();
            try (FraudClient client = FraudClient.connect(plainClient(member))) {
                get(client.sendRecord(records(1, 3), 0));
                cluster.kill(victim);
                TestCluster.await("sent away", () -> client.connectionsLost() > 0);
                CompletionStage<Verdict> waits = client.sendRecord(records(1, 4), 0);
                cluster.startMember();
                // A duplicate of itself, if the shard's new backup takes longer than an answer is held before it is
                // deferred.
                assertThat(get(waits).status()).isIn(Verdict.Status.SCORED, Verdict.Status.DUPLICATE);
            }
            assertThat(member.metrics().gateway().refused("too_few_members")).isPositive();
        }
    }

    /** A client whose random first member is that one. */
    private static FraudClient connectedTo(FraudMember member, ClientConfig config) throws InterruptedException {
        while (true) {
            FraudClient client = FraudClient.connect(config);
            if (member.metrics().gatewayFigures().orElseThrow().connections() == 1) {
                return client;
            }
            client.close();
        }
    }

    private static void assertRefused(ClientConfig config) {
        Duration soon = Duration.ofSeconds(2);
        assertThatThrownBy(() -> FraudClient.connect(config.withTimeouts(soon, soon, soon)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no member has said hello");
    }

    public static GatewaySettings plain() throws IOException {
        return GatewaySettings.of(HOST, 0, Optional.empty(), 100, 4);
    }

    static GatewaySettings tls(GatewaySettings.Tls tls) {
        return GatewaySettings.of(HOST, 0, Optional.of(tls), 100, 4);
    }

    public static ClientConfig plainClient(FraudMember member) {
        return client(member, Optional.empty());
    }

    static ClientConfig client(FraudMember member, Optional<TlsOptions> tls) {
        return client(List.of(member), tls);
    }

    private static ClientConfig client(List<FraudMember> members, Optional<TlsOptions> tls) {
        List<InetSocketAddress> gateways = members.stream()
                .map(member -> new InetSocketAddress(HOST, member.gatewayPort().orElseThrow()))
                .toList();
        ClientConfig config = tls.isPresent() ? ClientConfig.of(gateways, tls.get()) : ClientConfig.plain(gateways);
        Duration patience = Duration.ofSeconds(30);
        return config.withFormat(RecordFormat.TEXT)
                .withSpreadWithin(Duration.ZERO)
                .withTimeouts(Duration.ofSeconds(15), Duration.ofSeconds(10), patience);
    }

    public static byte[] records(int count, long seed) {
        byte[] records = new byte[count * WireRecord.SIZE_BYTES];
        new TransactionGenerator(TestCluster.CARDS, seed).fill(records, 0, count, System.currentTimeMillis());
        return records;
    }

    public static List<Verdict> sendAll(ClientConfig config, byte[] records) throws Exception {
        List<CompletionStage<Verdict>> stages = new ArrayList<>();
        try (FraudClient client = FraudClient.connect(config)) {
            for (int offset = 0; offset < records.length; offset += WireRecord.SIZE_BYTES) {
                stages.add(client.sendRecord(records, offset));
            }
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (CompletionStage<Verdict> stage : stages) {
            verdicts.add(get(stage));
        }
        return verdicts;
    }

    /** Sends all records. When a third of them is sent, another thread begins to kill a member. */
    static List<CompletionStage<Verdict>> sendAndKill(
            FraudClient client, byte[] records, TestCluster cluster, FraudMember victim) throws InterruptedException {
        int count = records.length / WireRecord.SIZE_BYTES;
        List<CompletionStage<Verdict>> stages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (i == count / 3) {
                // Inside one JVM the dead member's sockets live on; its gateway is closed for it.
                new Thread(
                                () -> {
                                    cluster.kill(victim);
                                    victim.close();
                                },
                                "test-kill")
                        .start();
            }
            stages.add(client.sendRecord(records, i * WireRecord.SIZE_BYTES));
        }
        return stages;
    }

    /** Asserts that a member answers each of these records as a duplicate, with the rule that it was answered first. */
    static void assertHolds(FraudMember member, byte[] records, List<CompletionStage<Verdict>> stages)
            throws Exception {
        List<Verdict> again = sendAll(plainClient(member), records);
        for (int i = 0; i < stages.size(); i++) {
            assertThat(again.get(i).status()).as("record " + i + " is held").isEqualTo(Verdict.Status.DUPLICATE);
            assertThat(again.get(i).rule())
                    .as("record " + i)
                    .isEqualTo(get(stages.get(i)).rule());
        }
    }

    private static Verdict get(CompletionStage<Verdict> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
