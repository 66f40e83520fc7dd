package com.hazelcast.certification.client;

import static com.hazelcast.certification.client.Clients.IDLE_MS;
import static com.hazelcast.certification.client.Clients.LATER;
import static com.hazelcast.certification.client.Clients.OF_ANOTHER_CARD;
import static com.hazelcast.certification.client.Clients.TRANSACTION;
import static com.hazelcast.certification.client.Clients.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.protocol.AnswerFrame;
import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.ErrorCode;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.ProtocolLimits;
import com.hazelcast.certification.client.protocol.RecordFormat;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client against members that do exactly what the test says. */
@Timeout(60)
class FraudClientTest {
    private ScriptedMember member;
    private ScriptedMember other;
    private ClientConfig config;

    @BeforeEach
    void startMembers() throws Exception {
        member = new ScriptedMember();
        other = new ScriptedMember();
        Duration soon = Duration.ofMillis(300);
        config = ClientConfig.plain(List.of(member.address(), other.address()))
                .withUnacknowledgedMax(3)
                .withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(5), soon);
    }

    @AfterEach
    void closeMembers() throws Exception {
        member.close();
        other.close();
    }

    @Test
    void shouldSendTheSameBatchToTheNextMemberWhenTheConnectionIsCut() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(4, 100, IDLE_MS);
        FraudClient client = connecting.get();
        CompletionStage<Verdict> verdict = client.send(TRANSACTION);
        ByteBuf first = member.readFrame();
        member.cut();
        other.greet(4, 100, IDLE_MS);
        assertThat(other.readFrame()).as("the same bytes").isEqualTo(first);

        other.answer(BatchFrame.number(first), (byte) 7);
        assertThat(get(verdict)).isEqualTo(new Verdict(Verdict.Status.SCORED, 7, Optional.empty()));
        assertThat(client.connectionsLost()).isEqualTo(1);
        client.close();
        assertThat(Frame.type(other.readFrame())).isEqualTo(FrameType.GOODBYE);
    }

    @Test
    void shouldGatherWhatArrivesWhileTheMembersLimitIsOut() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(1, 100, IDLE_MS);
        try (FraudClient client = connecting.get()) {
            CompletionStage<Verdict> first = client.send(TRANSACTION);
            ByteBuf single = member.readFrame();
            CompletionStage<Verdict> second = client.send(TRANSACTION);
            CompletionStage<Verdict> third = client.send(TRANSACTION);
            member.answer(BatchFrame.number(single), (byte) 0);
            get(first);
            ByteBuf gathered = member.readFrame();
            assertThat(BatchFrame.count(gathered, RecordFormat.COMPACT_WITH_REFERENCE, 100))
                    .isEqualTo(2);
            member.answer(BatchFrame.number(gathered), (byte) 0x41, (byte) 0x8b);
            assertThat(get(second).status()).isEqualTo(Verdict.Status.DUPLICATE);
            assertThat(get(third).reason()).contains(RejectionReason.MEMORY_FULL);
        }
    }

    @Test
    void shouldSayNoWhenAsManyAreUnacknowledgedAsMayBe() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(4, 100, IDLE_MS);
        FraudClient client = connecting.get();
        for (int i = 0; i < 3; i++) {
            assertThat(client.trySend(TRANSACTION)).isPresent();
        }
        assertThat(client.trySend(TRANSACTION)).isEmpty();
        assertThat(client.unacknowledged()).isEqualTo(3);
        client.close();
    }

    /** Its own thread brings the answers that make room, so it must not wait for room; a wait would end by the interruption. */
    @Test
    void shouldTakeRoomOnItsOwnThreadWithoutAnythingThatCouldWait() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(4, 100, IDLE_MS);
        try (FraudClient client = connecting.get()) {
            CompletableFuture<CompletionStage<Verdict>> sentThere = client.send(TRANSACTION)
                    .thenApply(verdict -> {
                        Thread.currentThread().interrupt();
                        try {
                            return client.send(LATER);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException("it would have waited", e);
                        } finally {
                            boolean unusedInterruption = Thread.interrupted();
                        }
                    })
                    .toCompletableFuture();
            member.answer(BatchFrame.number(member.readFrame()), (byte) 0);
            CompletionStage<Verdict> later = sentThere.get(20, TimeUnit.SECONDS);
            member.answer(BatchFrame.number(member.readFrame()), (byte) 8);
            assertThat(get(later).rule()).isEqualTo(8);
        }
    }

    @Test
    void shouldRefuseToSendOnItsOwnThreadWithoutRoom() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(4, 100, IDLE_MS);
        FraudClient client = connecting.get();
        CompletableFuture<Void> refused = client.send(TRANSACTION)
                .thenAccept(verdict -> {
                    try {
                        for (int i = 0; i < 3; i++) {
                            CompletionStage<Verdict> unused = client.send(LATER);
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toCompletableFuture();
        member.answer(BatchFrame.number(member.readFrame()), (byte) 0);
        assertThat(refused)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withMessageContaining("must not wait");
        client.close();
    }

    @Test
    void shouldFailByNameWhatIsNotAnsweredWhenClosed() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(4, 100, IDLE_MS);
        FraudClient client = connecting.get();
        CompletionStage<Verdict> unanswered = client.send(TRANSACTION);
        client.close();

        assertThatThrownBy(() -> get(unanswered))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(UnansweredException.class)
                .hasMessageContaining("card=411111******1111");
        assertThat(client.unacknowledged()).isZero();
        assertThatThrownBy(() -> client.send(TRANSACTION)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTryTheNextMemberWhenOneSendsItAway() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.sendAway(ErrorCode.MEMBER_LEAVING);
        other.greet(4, 100, IDLE_MS);
        connecting.get().close();
    }

    @Test
    void shouldLeaveAMemberThatAnswersWithGarbage() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(4, 100, IDLE_MS);
        try (FraudClient client = connecting.get()) {
            CompletionStage<Verdict> verdict = client.send(TRANSACTION);
            long number = BatchFrame.number(member.readFrame());
            member.answer(number + 1, (byte) 7);
            other.greet(4, 100, IDLE_MS);
            assertThat(BatchFrame.number(other.readFrame())).isEqualTo(number);
            other.answer(number, (byte) 8);
            assertThat(get(verdict).rule()).isEqualTo(8);
        }
    }

    @Test
    void shouldPingWhenIdleAndLeaveAMemberThatIsSilent() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(4, 100, 300);
        FraudClient client = connecting.get();
        assertThat(Frame.type(member.readFrame())).isEqualTo(FrameType.PING);
        other.greet(4, 100, IDLE_MS);
        assertThat(client.connectionsLost()).isEqualTo(1);
        client.close();
    }

    @Test
    void shouldSendAgainToTheNextMemberWhenOneIsFrozenLongBeforeItsIdleTimeOut() throws Exception {
        // The test itself is the member, and has to say hello within that.
        Duration soon = Duration.ofSeconds(1);
        config = config.withTimeouts(Duration.ofSeconds(20), soon, soon);
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(4, 100, IDLE_MS);
        try (FraudClient client = connecting.get()) {
            CompletionStage<Verdict> verdict = client.send(TRANSACTION);
            long number = BatchFrame.number(member.readFrame());
            other.greet(4, 100, IDLE_MS);
            assertThat(BatchFrame.number(other.readFrame())).isEqualTo(number);
            other.answer(number, (byte) 8);
            assertThat(get(verdict).rule()).isEqualTo(8);
        }
    }

    @Test
    void shouldSpeakTheVersionWithoutDeferralsWithAMemberThatSpeaksNoNewer() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        for (int newer = ProtocolLimits.VERSION; newer > ProtocolLimits.VERSION_WAITING; newer--) {
            member.sendAway(ErrorCode.UNSUPPORTED_VERSION);
        }
        member.greet(4, 100, IDLE_MS);
        assertThat(member.helloVersion()).isEqualTo(ProtocolLimits.VERSION_WAITING);
        try (FraudClient client = connecting.get()) {
            CompletionStage<Verdict> verdict = client.send(TRANSACTION);
            member.answer(BatchFrame.number(member.readFrame()), (byte) 7);
            assertThat(get(verdict).rule()).isEqualTo(7);
            member.cut();
            other.greet(4, 100, IDLE_MS);
            assertThat(other.helloVersion()).as("of the next member").isEqualTo(ProtocolLimits.VERSION);
        }
    }

    @Test
    void shouldCountWhatBecomesOfTransactions() throws Exception {
        CompletableFuture<FraudClient> connecting = connect();
        member.greet(4, 100, IDLE_MS);
        FraudClient client = connecting.get();
        long due = System.nanoTime() - TimeUnit.SECONDS.toNanos(2);
        CompletionStage<Verdict> scored = client.send(TRANSACTION, due);
        long number = BatchFrame.number(member.readFrame());
        member.cut();
        other.greet(4, 100, IDLE_MS);
        other.readFrame();
        other.answer(number, (byte) 7);
        get(scored);
        CompletionStage<Verdict> rejected = client.send(LATER);
        other.answer(
                BatchFrame.number(other.readFrame()), (byte) (AnswerFrame.REJECTED | RejectionReason.TOO_OLD.code()));
        get(rejected);
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new FraudClientMeters(client, Tags.of("client", "a")).bindTo(registry);
        CompletionStage<Verdict> timed = client.send(LATER, System.nanoTime() - TimeUnit.SECONDS.toNanos(3));
        other.answer(BatchFrame.number(other.readFrame()), (byte) AnswerFrame.DUPLICATE);
        get(timed);
        client.send(OF_ANOTHER_CARD);
        client.close();

        ClientStatistics counted = client.statistics();
        assertThat(counted.submitted()).isEqualTo(4);
        assertThat(counted.answered())
                .containsEntry(Verdict.Status.SCORED, 1L)
                .containsEntry(Verdict.Status.REJECTED, 1L)
                .containsEntry(Verdict.Status.DUPLICATE, 1L)
                .containsEntry(Verdict.Status.DEFERRED, 0L);
        assertThat(counted.rejected())
                .containsEntry(RejectionReason.TOO_OLD, 1L)
                .containsEntry(RejectionReason.MEMORY_FULL, 0L);
        assertThat(counted.failed()).as("without an answer").isEqualTo(1);
        assertThat(counted.sentAgain()).isEqualTo(1);
        assertThat(counted.connections()).isEqualTo(2);
        assertThat(counted.connectionsLost()).isEqualTo(1);
        assertThat(counted.losses()).containsEntry(ConnectionLoss.CUT, 1L).containsEntry(ConnectionLoss.REFUSED, 0L);
        assertThat(counted.slow())
                .as("at least the one that was due long before")
                .isBetween(2L, 3L);
        assertThat(counted.answerNanos().getTotalCount()).isEqualTo(3);
        assertThat(counted.answerNanos().getMaxValue()).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(2));

        assertThat(registry.get("fraud.client.connections.lost")
                        .tag("kind", "cut")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
        Timer times = registry.get("fraud.client.answer.time").timer();
        assertThat(times.count()).as("since it was bound").isEqualTo(1);
        assertThat(times.max(TimeUnit.SECONDS)).isGreaterThanOrEqualTo(3);
        assertThat(registry.get("fraud.client.answered")
                        .tag("status", "scored")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("fraud.client.rejected")
                        .tag("reason", "too_old")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("fraud.client.sent.again")
                        .tag("client", "a")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("fraud.client.answer.seconds")
                        .tag("quantile", "0.999")
                        .gauge()
                        .value())
                .isGreaterThanOrEqualTo(2);
    }

    @Test
    void shouldBeginWithAnyMemberOfTheList() throws Exception {
        Duration soon = Duration.ofMillis(200);
        Set<Integer> first = new HashSet<>();
        try (SilentMembers members = new SilentMembers(8)) {
            for (int i = 0; i < 12; i++) {
                ClientConfig many = ClientConfig.plain(members.addresses()).withTimeouts(soon, soon, soon);
                assertThatThrownBy(() -> FraudClient.connect(many)).hasMessageContaining("no member has said hello");
                first.add(members.takeFirst());
            }
        }
        assertThat(first).as("members that a client tried first").hasSizeGreaterThan(1);
    }

    /** Listens on several ports, and says nothing. */
    private static final class SilentMembers implements AutoCloseable {
        private final List<ServerSocket> sockets = new ArrayList<>();
        private final BlockingQueue<Integer> tried = new LinkedBlockingQueue<>();

        SilentMembers(int count) throws IOException {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                int index = i;
                Thread thread = new Thread(() -> listen(socket, index));
                thread.setDaemon(true);
                thread.start();
            }
        }

        private void listen(ServerSocket socket, int index) {
            while (!socket.isClosed()) {
                try (Socket client = socket.accept()) {
                    tried.add(index);
                    int unused = client.getInputStream().read(new byte[512]);
                } catch (IOException e) {
                    assertThat(socket.isClosed()).as("ended by the test: %s", e).isTrue();
                }
            }
        }

        List<InetSocketAddress> addresses() {
            return sockets.stream()
                    .map(socket -> (InetSocketAddress) socket.getLocalSocketAddress())
                    .toList();
        }

        /** The member that was tried first; forgets those that were tried after it. */
        int takeFirst() throws InterruptedException {
            Integer first = tried.poll(20, TimeUnit.SECONDS);
            tried.clear();
            return first == null ? -1 : first;
        }

        @Override
        public void close() throws IOException {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    private CompletableFuture<FraudClient> connect() {
        return Clients.connecting(config, MemberRing.inOrder(config.members()));
    }
}
