package com.hazelcast.certification.gateway;

import static com.hazelcast.certification.gateway.GatewayTest.plain;
import static com.hazelcast.certification.gateway.GatewayTest.plainClient;
import static com.hazelcast.certification.gateway.GatewayTest.records;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.certification.client.ClientConfig;
import com.hazelcast.certification.client.FraudClient;
import com.hazelcast.certification.client.Verdict;
import com.hazelcast.certification.client.protocol.CardShard;
import com.hazelcast.certification.client.protocol.ClientHello;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.OwnersFrame;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.RecordFormat;
import com.hazelcast.certification.member.FraudMember;
import com.hazelcast.certification.member.TestCluster;
import com.hazelcast.certification.shard.ShardKeys;
import com.hazelcast.certification.transaction.CardKey;
import com.hazelcast.certification.transaction.WireRecord;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that send each transaction to the owner of its shard, at real members in this JVM. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class GatewayOwnersTest {
    private static final int PROBES = 100;
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false, true);

    /** Moves at once and, with all of these members, has a connection to each. */
    private static ClientConfig toOwners(FraudMember seed) {
        return plainClient(seed)
                .withSpreadWithin(Duration.ofMillis(1))
                .withOwners(new ClientConfig.Owners(3, 0))
                .withUnacknowledgedMax(500);
    }

    @Test
    void shouldSendNoTransactionOverAMemberThatDoesNotOwnItsShard() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            List<FraudMember> members =
                    List.of(cluster.startMember(plain()), cluster.startMember(plain()), cluster.startMember(plain()));
            cluster.load();
            cluster.control().start();
            cluster.awaitMembers(3);
            int count = 20_000;
            byte[] records = records(count, 8);
            try (FraudClient client = FraudClient.connect(toOwners(members.get(0)))) {
                awaitOwners(client, members);
                long[] before = received(members);
                long toOwnersBefore = client.statistics().toOwners();
                assertAllScored(sendAll(client, records));

                long[] received = received(members);
                for (int i = 0; i < members.size(); i++) {
                    assertThat(received[i] - before[i])
                            .as("member " + i + " has got what it owns")
                            .isEqualTo(owned(members.get(i), records));
                }
                assertThat(client.statistics().toOwners() - toOwnersBefore).isEqualTo(count);
            }
        }
    }

    @Test
    void shouldSendToTheNewOwnersWhenShardsHaveMoved() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember first = cluster.startMember(plain());
            FraudMember second = cluster.startMember(plain());
            cluster.load();
            cluster.control().start();
            cluster.awaitMembers(2);
            byte[] records = records(2_000, 9);
            try (FraudClient client = FraudClient.connect(toOwners(first))) {
                awaitOwners(client, List.of(first, second));
                FraudMember joined = cluster.startMember(plain());
                cluster.awaitMembers(3);
                TestCluster.await("shards have moved to the member that joined", () -> owned(joined, records) > 0);
                List<FraudMember> members = List.of(first, second, joined);
                TestCluster.await(
                        "each member gets what it owns now, and nothing else",
                        () -> getWhatTheyOwn(client, members, records));
            }
        }
    }

    /** Whether each member receives those of the records that it owns, when the client sends all of them. */
    private static boolean getWhatTheyOwn(FraudClient client, List<FraudMember> members, byte[] records) {
        long[] before = received(members);
        try {
            assertAllScored(sendAll(client, records));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        long[] received = received(members);
        for (int i = 0; i < members.size(); i++) {
            if (received[i] - before[i] != owned(members.get(i), records)) {
                return false;
            }
        }
        return true;
    }

    /** Returns when the client has a connection to each member, stays where it is, and sends all to owners. */
    private static void awaitOwners(FraudClient client, List<FraudMember> members) {
        byte[] probes = records(PROBES, 1);
        awaitOwners(client, members, probes);
        // It may have been about to move its main connection.
        TestCluster.pause();
        awaitOwners(client, members, probes);
    }

    private static void awaitOwners(FraudClient client, List<FraudMember> members, byte[] probes) {
        TestCluster.await("the client is connected to all owners", () -> {
            long before = client.statistics().toOwners();
            try {
                assertAllScored(sendAll(client, probes));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return client.statistics().toOwners() - before == PROBES
                    && members.stream()
                            .allMatch(member -> member.metrics()
                                            .gatewayFigures()
                                            .orElseThrow()
                                            .connections()
                                    == 1);
        });
    }

    private static long[] received(List<FraudMember> members) {
        return members.stream()
                .mapToLong(member -> member.status().accounting().received())
                .toArray();
    }

    private static long owned(FraudMember member, byte[] records) {
        ShardKeys keys = ShardKeys.of(member.hazelcast());
        Set<Integer> owned = new HashSet<>(keys.owned(member.hazelcast()));
        long count = 0;
        for (int from = 0; from < records.length; from += WireRecord.SIZE_BYTES) {
            byte[] record = Arrays.copyOfRange(records, from, from + WireRecord.SIZE_BYTES);
            count += owned.contains(CardShard.of(record, RecordFormat.TEXT, keys.shardCount())) ? 1 : 0;
        }
        return count;
    }

    @Test
    void shouldLoseAndDoubleNothingWhenAnOwnerIsKilledAndAnotherJoins() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember stays = cluster.startMember(plain());
            FraudMember victim = cluster.startMember(plain());
            FraudMember third = cluster.startMember(plain());
            cluster.load();
            cluster.control().start();
            int count = 60_000;
            byte[] records = records(count, 27);
            List<CompletionStage<Verdict>> stages;
            FraudMember joined;
            try (FraudClient client = FraudClient.connect(toOwners(stays))) {
                awaitOwners(client, List.of(stays, victim, third));
                stages = GatewayTest.sendAndKill(client, records, cluster, victim);
                assertAllScored(stages);
                assertThat(client.statistics().connectionsLost()).isPositive();
                cluster.awaitMembers(2);
                joined = cluster.startMember(plain());
                cluster.awaitMembers(3);
                awaitOwners(client, List.of(stays, third, joined));
            }
            GatewayTest.assertHolds(joined, records, stages);
            assertThat(cluster.survey().everInserted())
                    .as("none twice")
                    .isEqualTo(TestCluster.LOADED + count + 2 * PROBES);
        }
    }

    @Test
    void shouldSendAllByOneConnectionWhereMembersHaveACardKey() throws Exception {
        try (TestCluster cluster = new TestCluster().withCardKey(new CardKey(new byte[16]))) {
            FraudMember member = cluster.startMember(plain());
            cluster.startMember(plain());
            cluster.load();
            cluster.control().start();
            assertThat(readOwners(member, 2).isByNumber()).isFalse();
            try (FraudClient client = FraudClient.connect(toOwners(member))) {
                assertAllScored(sendAll(client, records(1_000, 3)));
                assertThat(client.statistics().toOwners()).isZero();
                assertThat(client.statistics().connections()
                                - client.statistics().moved())
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void shouldSayToClientsOfVersion6WhoOwnsWhichShardAndNotToOthers() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            FraudMember member = cluster.startMember(plain());
            cluster.load();
            cluster.control().start();
            OwnersFrame alone = readOwners(member, 1);
            assertThat(alone.isByNumber()).isTrue();
            assertThat(alone.owners()).containsOnly(0);
            try (RawClient client = greeted(member, ProtocolLimits.VERSION);
                    RawClient old = greeted(member, ProtocolLimits.VERSION_WITHOUT_OWNERS)) {
                assertThat(Frame.type(client.readFrame())).isEqualTo(FrameType.GATEWAYS);
                assertThat(OwnersFrame.read(client.readFrame())).isEqualTo(alone);

                FraudMember joined = cluster.startMember(plain());
                cluster.awaitMembers(2);
                OwnersFrame both = alone;
                while (owned(both, joined) != ownedCount(joined) || owned(both, member) != ownedCount(member)) {
                    ByteBuf frame = client.readFrame();
                    both = Frame.type(frame) == FrameType.OWNERS ? OwnersFrame.read(frame) : both;
                }
                assertThat(both.shardCount()).isEqualTo(alone.shardCount());

                old.write(bytes(Frame.empty(ALLOCATOR, FrameType.PING)));
                // The answer to the ping may come before the second list, on another event loop.
                List<Byte> types = new ArrayList<>();
                while (Collections.frequency(types, FrameType.GATEWAYS) < 2 || !types.contains(FrameType.PONG)) {
                    types.add(Frame.type(old.readFrame()));
                }
                assertThat(types).containsOnly(FrameType.GATEWAYS, FrameType.PONG);
            }
        }
    }

    private static long owned(OwnersFrame table, FraudMember member) {
        InetSocketAddress address = InetSocketAddress.createUnresolved(
                "127.0.0.1", member.gatewayPort().orElseThrow());
        long count = 0;
        for (int shard = 0; shard < table.shardCount(); shard++) {
            count += table.owner(shard).filter(address::equals).isPresent() ? 1 : 0;
        }
        return count;
    }

    private static int ownedCount(FraudMember member) {
        return ShardKeys.of(member.hazelcast()).owned(member.hazelcast()).size();
    }

    /** The table that a client of that member is sent, once it has so many gateways: a second or so after they take batches. */
    private static OwnersFrame readOwners(FraudMember member, int gateways) throws IOException {
        try (RawClient client = greeted(member, ProtocolLimits.VERSION)) {
            OwnersFrame table = null;
            while (table == null || table.gateways().size() < gateways) {
                ByteBuf frame = client.readFrame();
                table = Frame.type(frame) == FrameType.OWNERS ? OwnersFrame.read(frame) : table;
            }
            return table;
        }
    }

    private static RawClient greeted(FraudMember member, int version) throws IOException {
        RawClient client = new RawClient(member);
        client.write(bytes(new ClientHello(new UUID(1, 2), RecordFormat.TEXT, version).write(ALLOCATOR)));
        assertThat(Frame.type(client.readFrame())).isEqualTo(FrameType.MEMBER_HELLO);
        return client;
    }

    private static byte[] bytes(ByteBuf frame) {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes).release();
        return bytes;
    }

    private static List<CompletionStage<Verdict>> sendAll(FraudClient client, byte[] records)
            throws InterruptedException {
        List<CompletionStage<Verdict>> stages = new ArrayList<>();
        for (int from = 0; from < records.length; from += WireRecord.SIZE_BYTES) {
            stages.add(client.sendRecord(records, from));
        }
        return stages;
    }

    /** A duplicate of itself, if what it was sent over first was lost. */
    private static void assertAllScored(List<CompletionStage<Verdict>> stages) throws Exception {
        for (CompletionStage<Verdict> stage : stages) {
            assertThat(get(stage).status()).isIn(Verdict.Status.SCORED, Verdict.Status.DUPLICATE);
        }
    }

    private static Verdict get(CompletionStage<Verdict> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
