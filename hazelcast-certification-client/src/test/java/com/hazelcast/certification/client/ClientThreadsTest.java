package com.hazelcast.certification.client;

import static com.hazelcast.certification.client.Clients.IDLE_MS;
import static com.hazelcast.certification.client.Clients.TRANSACTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.certification.client.protocol.BatchFrame;
import com.hazelcast.certification.client.protocol.Frame;
import com.hazelcast.certification.client.protocol.FrameType;
import com.hazelcast.certification.client.protocol.TlsTurns;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several clients on one thread. */
@Timeout(60)
class ClientThreadsTest {
    private ScriptedMember member;
    private ScriptedMember other;
    private ClientThreads threads;

    @BeforeEach
    void start() throws Exception {
        member = new ScriptedMember();
        other = new ScriptedMember();
        threads = new ClientThreads(1);
    }

    @AfterEach
    void close() throws Exception {
        threads.close();
        member.close();
        other.close();
    }

    private FraudClient connectTo(ScriptedMember gateway) throws Exception {
        CompletableFuture<FraudClient> connecting = CompletableFuture.supplyAsync(() -> connect(gateway));
        gateway.greet(4, 100, IDLE_MS);
        return connecting.get(20, TimeUnit.SECONDS);
    }

    private FraudClient connect(ScriptedMember gateway) {
        try {
            return FraudClient.connect(
                    ClientConfig.plain(List.of(gateway.address()))
                            .withSpreadWithin(Duration.ZERO)
                            .withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(5), Duration.ofMillis(300)),
                    threads);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The thread on which the client completes what it has been answered. */
    private static Thread answeringThread(FraudClient client, ScriptedMember gateway) throws IOException {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        try {
            var unused = client.send(TRANSACTION)
                    .whenComplete((verdict, problem) -> thread.complete(Thread.currentThread()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        gateway.answer(BatchFrame.number(gateway.readFrame()), (byte) 0);
        return thread.orTimeout(20, TimeUnit.SECONDS).join();
    }

    @Test
    void shouldServeClientsOnTheSameThreadAndStayWhenOneIsClosed() throws Exception {
        FraudClient first = connectTo(member);
        try (FraudClient second = connectTo(other)) {
            Thread thread = answeringThread(second, other);
            assertThat(answeringThread(first, member)).isEqualTo(thread);

            first.close();

            assertThat(Frame.type(member.readFrame())).isEqualTo(FrameType.GOODBYE);
            assertThat(answeringThread(second, other)).isEqualTo(thread);
        }
    }

    /** It would wait for what only it can do: no client of the thread would be served meanwhile. */
    @Test
    void shouldRefuseToConnectOnItsOwnThreadAndGoOn() throws Exception {
        try (FraudClient client = connectTo(member)) {
            CompletionStage<FraudClient> connecting = client.send(TRANSACTION).thenApply(verdict -> connect(other));
            member.answer(BatchFrame.number(member.readFrame()), (byte) 0);
            assertThat(connecting.toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withMessageContaining("connect on another");

            var unused = answeringThread(client, member);
        }
    }

    @Test
    void shouldSayToWhichMemberAClientIsConnected() throws Exception {
        FraudClient client = connectTo(member);
        assertThat(client.member())
                .hasValueSatisfying(address ->
                        assertThat(address.getPort()).isEqualTo(member.address().getPort()));

        member.cut();
        awaitNoMember(client);
        member.greet(4, 100, IDLE_MS);
        var unused = answeringThread(client, member);
        assertThat(client.member()).isPresent();

        client.close();
        assertThat(client.member()).isEmpty();
    }

    private static void awaitNoMember(FraudClient client) throws InterruptedException {
        while (client.member().isPresent() && client.connectionsLost() == 0) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @Test
    void shouldHandOutItsThreadsInTurnEachWithTheTurnsOfItsHandshakes() {
        try (ClientThreads two = new ClientThreads(2)) {
            TlsTurns first = two.next();
            TlsTurns second = two.next();
            assertThat(second.loop()).isNotSameAs(first.loop());
            assertThat(two.next()).isSameAs(first);
            assertThat(two.next()).isSameAs(second);
        }
    }

    @Test
    void shouldRefuseToServeClientsWithoutAThread() {
        assertThatThrownBy(() -> new ClientThreads(0)).hasMessageContaining("count=0");
    }
}
