package com.hazelcast.certification.gateway;

import static com.hazelcast.certification.gateway.GatewayTest.plain;
import static com.hazelcast.certification.gateway.GatewayTest.plainClient;
import static com.hazelcast.certification.gateway.GatewayTest.records;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.ClientStatistics;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.GatewaysFrame;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.transaction.WireRecord;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that know one member, at clusters whose members come and go. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class GatewaySpreadTest {
    private static final int CLIENTS = 60;

    /** Each client chooses at random: a third of 60 are 20, and fewer than 5 or more than 35 are once in ten thousand runs. */
    private static final int TOLERANCE = 15;

    private static final int ROUNDS = 200;

    @TempDir
    Path folder;

    private static GatewaySettings roomy() {
        return GatewaySettings.of("127.0.0.1", 0, Optional.empty(), 4 * CLIENTS, 4);
    }

    private static long connections(FraudMember member) {
        return member.metrics().gatewayFigures().orElseThrow().connections();
    }

    private static ClientConfig spreading(FraudMember seed) {
        return plainClient(seed).withSpreadWithin(Duration.ofMillis(200)).withOwners(ClientConfig.Owners.NONE);
    }

    @Test
    void shouldLoseNothingWhenTheOnlyMemberOfItsListIsKilled() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember seed = cluster.startMember(plain());
            List<FraudMember> others = List.of(cluster.startMember(plain()), cluster.startMember(plain()));
            cluster.load();
            cluster.control().start();
            awaitListed(seed, 3);
            int count = 60_000;
            byte[] records = records(count, 27);
            try (FraudClient client = FraudClient.connect(spreading(seed).withUnacknowledgedMax(500))) {
                List<CompletionStage<Verdict>> stages = GatewayTest.sendAndKill(client, records, cluster, seed);
                for (CompletionStage<Verdict> stage : stages) {
                    assertThat(get(stage).status()).isIn(Verdict.Status.SCORED, Verdict.Status.DUPLICATE);
                }
                assertThat(others.stream()
                                .mapToLong(GatewaySpreadTest::connections)
                                .sum())
                        .as("the client is at a member that is not in its list")
                        .isEqualTo(1);
            }
            cluster.awaitMembers(2);
            assertThat(cluster.survey().everInserted()).as("none twice").isEqualTo(TestCluster.LOADED + count);
        }
    }

    @Test
    void shouldSpreadClientsOfOneSeedAndGiveAMemberThatJoinsItsShare() throws Exception {
        List<FraudClient> clients = new ArrayList<>();
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember(roomy());
            FraudMember second = cluster.startMember(roomy());
            cluster.load();
            cluster.control().start();
            awaitListed(first, 2);
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(FraudClient.connect(spreading(first)));
            }
            awaitSpread(clients, List.of(first, second));

            FraudMember joined = cluster.startMember(roomy());
            List<CompletionStage<Verdict>> stages = new ArrayList<>();
            int count = CLIENTS * ROUNDS;
            byte[] records = records(count, 5);
            for (int i = 0; i < count; i++) {
                stages.add(clients.get(i % CLIENTS).sendRecord(records, i * WireRecord.SIZE_BYTES));
            }
            awaitSpread(clients, List.of(first, second, joined));
            for (CompletionStage<Verdict> stage : stages) {
                // A duplicate of itself, if its shard has moved for so long that it was deferred.
                assertThat(get(stage).status()).isIn(Verdict.Status.SCORED, Verdict.Status.DUPLICATE);
            }
            assertThat(cluster.survey().everInserted()).as("none twice").isEqualTo(TestCluster.LOADED + count);
            assertThat(clients.stream().map(FraudClient::statistics).mapToLong(ClientStatistics::connectionsLost))
                    .containsOnly(0L);
        } finally {
            clients.forEach(FraudClient::close);
        }
    }

    private static void awaitSpread(List<FraudClient> clients, List<FraudMember> members) {
        int even = clients.size() / members.size();
        TestCluster.await(
                "clients are spread",
                () -> members.stream().allMatch(member -> Math.abs(connections(member) - even) <= TOLERANCE)
                        && members.stream()
                                        .mapToLong(GatewaySpreadTest::connections)
                                        .sum()
                                == clients.size());
    }

    @Test
    void shouldSayToClientsOfVersion5WhereTheGatewaysAreAndNothingToOthers() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(plain());
            cluster.load();
            cluster.control().start();
            awaitListed(member, 1);
            try (RawClient old = greeted(member, ProtocolLimits.VERSION_WITHOUT_GATEWAYS);
                    RawClient client = greeted(member, ProtocolLimits.VERSION_WITHOUT_OWNERS)) {
                assertThat(readList(client)).isEqualTo(new GatewaysFrame(addresses(member), Optional.of(0)));
                FraudMember joined = cluster.startMember(plain());
                GatewaysFrame both = readList(client);
                assertThat(both.gateways()).containsExactlyInAnyOrderElementsOf(addresses(member, joined));
                assertThat(both.ownAddress()).contains(addresses(member).get(0));

                cluster.leave(joined);
                assertThat(readList(client).gateways()).isEqualTo(addresses(member));
                old.write(bytes(Frame.empty(new UnpooledByteBufAllocator(false, true), FrameType.PING)));
                assertThat(Frame.type(old.readFrame())).isEqualTo(FrameType.PONG);

                cluster.control().stop();
                assertThat(client.readError().label()).isEqualTo("not_scoring");
            }
        }
    }

    @Test
    void shouldListWhereClientsReachItWhenThatIsConfigured() throws Exception {
        InetSocketAddress outside = InetSocketAddress.createUnresolved("gateway.example", 443);
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(plain().withPublicAddress(Optional.of(outside)));
            cluster.load();
            cluster.control().start();
            awaitListed(member, 1);
            try (RawClient client = greeted(member, ProtocolLimits.VERSION_WITHOUT_OWNERS)) {
                assertThat(readList(client).gateways()).containsExactly(outside);
            }
        }
    }

    @Test
    void shouldNotTrustAMemberThatItHasLearnedOfMoreThanItsSeeds() throws Exception {
        GatewayCertificates certificates = new GatewayCertificates(folder);
        AtomicInteger refused = new AtomicInteger();
        List<FraudClient> clients = new ArrayList<>();
        try (TestCluster cluster = new TestCluster();
                SSLServerSocket stranger = (SSLServerSocket) certificates
                        .strangersContext()
                        .getServerSocketFactory()
                        .createServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            new Thread(() -> shakeHands(stranger, refused), "test-stranger").start();
            FraudMember seed = cluster.startMember(GatewayTest.tls(certificates.forGateway(false)));
            cluster.startMember(plain().withPublicAddress(
                            Optional.of(InetSocketAddress.createUnresolved("127.0.0.1", stranger.getLocalPort()))));
            cluster.load();
            cluster.control().start();
            for (int i = 0; i < 16; i++) {
                clients.add(FraudClient.connect(GatewayTest.client(seed, Optional.of(certificates.forClient()))
                        .withSpreadWithin(Duration.ofMillis(50))
                        .withOwners(ClientConfig.Owners.NONE)));
            }
            TestCluster.await("one of 16 clients prefers the stranger", () -> refused.get() > 0);
            byte[] records = records(clients.size(), 3);
            for (int i = 0; i < clients.size(); i++) {
                FraudClient client = clients.get(i);
                assertThat(get(client.sendRecord(records, i * WireRecord.SIZE_BYTES))
                                .status())
                        .isEqualTo(Verdict.Status.SCORED);
                assertThat(client.statistics().moved()).isZero();
            }
            assertThat(connections(seed)).isEqualTo(clients.size());
        } finally {
            clients.forEach(FraudClient::close);
        }
    }

    /** Takes connections until the port is closed, and counts those with which no TLS came about. */
    private static void shakeHands(SSLServerSocket stranger, AtomicInteger refused) {
        while (!stranger.isClosed()) {
            try (SSLSocket client = (SSLSocket) stranger.accept()) {
                if (!isTrusted(client)) {
                    refused.incrementAndGet();
                }
            } catch (IOException e) {
                assertThat(stranger.isClosed()).as("ended by the test: %s", e).isTrue();
            }
        }
    }

    private static boolean isTrusted(SSLSocket client) {
        try {
            client.startHandshake();
            return client.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits until members have published so many gateways: a second or so after they take batches. */
    private static void awaitListed(FraudMember member, int gateways) {
        TestCluster.await(gateways + " gateways are listed", () -> {
            try (RawClient client = greeted(member, ProtocolLimits.VERSION_WITHOUT_OWNERS)) {
                client.write(bytes(Frame.empty(new UnpooledByteBufAllocator(false, true), FrameType.PING)));
                ByteBuf frame = client.readFrame();
                return Frame.type(frame) == FrameType.GATEWAYS
                        && GatewaysFrame.read(frame).gateways().size() == gateways;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static RawClient greeted(FraudMember member, int version) throws IOException {
        RawClient client = new RawClient(member);
        client.write(bytes(new ClientHello(new UUID(1, 2), RecordFormat.TEXT, version)
                .write(new UnpooledByteBufAllocator(false, true))));
        assertThat(Frame.type(client.readFrame())).isEqualTo(FrameType.MEMBER_HELLO);
        return client;
    }

    private static GatewaysFrame readList(RawClient client) throws IOException {
        ByteBuf frame = client.readFrame();
        assertThat(Frame.type(frame)).isEqualTo(FrameType.GATEWAYS);
        return GatewaysFrame.read(frame);
    }

    private static List<InetSocketAddress> addresses(FraudMember... members) {
        return Stream.of(members)
                .map(member -> InetSocketAddress.createUnresolved(
                        "127.0.0.1", member.gatewayPort().orElseThrow()))
                .toList();
    }

    private static byte[] bytes(ByteBuf frame) {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes).release();
        return bytes;
    }

    private static Verdict get(CompletionStage<Verdict> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
